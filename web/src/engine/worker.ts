// Entry of the worker, which owns the socket, the engine and the files: one switch over the page's
// messages, and the parts that live longer than a connection. Everything with behaviour of its own is
// in the files it joins.
import createBoardwalkEngine from 'boardwalk-engine';
import type { BoardwalkModule } from 'boardwalk-engine';

import { wordsOf } from '../base/failure.ts';
import { BlobSource } from '../files/blob_source.ts';
import { DownloadStore } from '../files/download_store.ts';
import type { StagedFile } from '../files/sink.ts';
import type { BoardLink, FromWorker, ToWorker } from '../protocol/messages.ts';
import { DEFAULT_SETTINGS, type TransferSettings } from '../protocol/transfer_settings.ts';
import { openWire } from '../transport/open_wire.ts';
import { BoardSession } from './board_session.ts';
import { EngineClock } from './engine_clock.ts';
import { EnginePort } from './engine_port.ts';
import { portSettings } from './port_settings.ts';
import { TransferRows } from './transfer_rows.ts';
import { Uploads } from './uploads.ts';

declare const self: DedicatedWorkerGlobalScope;

const now = () => performance.now();
const later = (run: () => void, ms: number) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};
const post = (message: FromWorker, transfer: Transferable[] = []) =>
  self.postMessage(message, transfer);

const rows = new TransferRows({ now, later, post: (row) => post({ type: 'transfer', row }) });
const uploads = new Uploads(rows);
const store = new DownloadStore((text) => post({ type: 'notice', severity: 'warning', text }));
const staged = new Map<number, StagedFile>();

let engine: Promise<BoardwalkModule> = createBoardwalkEngine();
let session: BoardSession | null = null;
let settings: TransferSettings = DEFAULT_SETTINGS;
/** Counts connects and disconnects: one that has to wait sees whether it is still wanted. */
let wish = 0;

async function connect(board: BoardLink): Promise<void> {
  const mine = ++wish;
  session?.hangUp();
  post({ type: 'status', state: 'connecting', text: `Calling ${board.id}.` });
  try {
    const module = await engine;
    if (mine !== wish) return;
    const port = new EnginePort(module, portSettings(board, settings));
    try {
      session = new BoardSession({
        url: board.url,
        engine: port,
        clock: new EngineClock(now),
        later,
        openWire,
        rows,
        store,
        uploads,
        existingFiles: () => settings.existingFiles,
        post,
        onStaged: keepStaged,
        onEnd({ crashed }) {
          session = null;
          if (crashed) engine = createBoardwalkEngine();
          // Not inside the engine's own call that led here.
          else queueMicrotask(() => port.dispose());
        },
      });
    } catch (error) {
      port.dispose();
      throw error;
    }
  } catch (error) {
    post({
      type: 'status',
      state: 'refused',
      text: `There is no way to this board: ${wordsOf(error)}`,
    });
  }
}

function keepStaged(rowId: number, file: StagedFile): void {
  staged.set(rowId, file);
  post({ type: 'staged', id: rowId, file: file.file });
}

// Downloads that an earlier visit left in the browser's storage are offered again; unfinished ones
// too, for what they are.
async function offerLeftovers(): Promise<void> {
  for (const leftover of await store.leftovers()) {
    const { info, file } = leftover;
    const rowId = rows.newId();
    rows.add(rowId, 'download', info.name, {
      state: info.complete ? 'done' : 'failed',
      bytes: file.size,
      size: info.complete ? file.size : info.size,
      message: info.complete
        ? ''
        : 'Unfinished: the page was closed during this download. What had arrived can be saved.',
      place: 'staged',
      storedName: info.name,
    });
    keepStaged(rowId, leftover);
  }
}

self.onmessage = ({ data: message }: MessageEvent<ToWorker>) => {
  switch (message.type) {
    case 'connect':
      void connect(message.board);
      break;
    case 'settings':
      settings = message.settings;
      break;
    case 'disconnect':
      ++wish;
      if (session !== null) session.hangUp();
      else post({ type: 'status', state: 'disconnected', text: 'You hung up.' });
      break;
    case 'keys':
      session?.type(message.bytes);
      break;
    case 'resize':
      session?.resize(message.columns, message.rows);
      break;
    case 'terminalDrawn':
      session?.drawn(message.bytes);
      break;
    case 'queueUploads':
      for (const { id, name, file } of message.uploads) uploads.add(id, new BlobSource(file, name));
      break;
    case 'unqueueUpload':
      uploads.unqueue(message.id);
      break;
    case 'setFolder':
      store.setFolder(message.folder);
      break;
    case 'startTransfer':
      session?.startTransfer(message.direction);
      break;
    case 'cancelTransfer':
      session?.cancelTransfer();
      break;
    case 'skipFile':
      if (!uploads.leaveOut(message.id)) session?.skipDownload(message.id);
      break;
    case 'dropStaged':
      void staged.get(message.id)?.remove();
      staged.delete(message.id);
      rows.remove(message.id);
      break;
  }
};

engine.then(
  () => {
    post({ type: 'ready' });
    void offerLeftovers();
  },
  (error: unknown) => {
    post({
      type: 'notice',
      severity: 'error',
      text: `The transfer engine did not load: ${wordsOf(error)}`,
    });
  },
);
