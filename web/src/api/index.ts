// What a program that embeds Boardwalk may import: the API's class and its types.
export { Boardwalk } from './boardwalk.ts';
export type { BoardwalkEvents, BoardwalkParts, TransferRequest } from './boardwalk.ts';
export type { Pattern } from './text_watch.ts';
export type { TransferSettings } from '../protocol/transfer_settings.ts';
