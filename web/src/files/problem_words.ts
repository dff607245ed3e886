// What the browser's file errors mean in plain words. Names in, sentences out.
import { wordsOf } from '../base/failure.ts';
import { StorageProblem } from './sink.ts';

/** Why something could not be stored in `place` ("the folder “bbs”"). */
export function storageProblem(error: unknown, place: string): StorageProblem {
  if (error instanceof StorageProblem) return error;
  return new StorageProblem(storageWords(error, place), { cause: error });
}

function storageWords(error: unknown, place: string): string {
  switch (nameOf(error)) {
    case 'QuotaExceededError':
      return `There is no space left in ${place}.`;
    case 'NotAllowedError':
    case 'SecurityError':
      return `This page may not write to ${place} any more.`;
    case 'NotFoundError':
      return `It is not possible to write to ${place}: it was moved or deleted.`;
    case 'NoModificationAllowedError':
      return `It is not possible to write to ${place}: another program or page holds the file.`;
    default:
      return `It is not possible to write to ${place}: ${detail(error)}`;
  }
}

/** Why the file `name` could not be read. */
export function readingProblem(error: unknown, name: string): StorageProblem {
  if (error instanceof StorageProblem) return error;
  const words =
    nameOf(error) === 'NotReadableError' || nameOf(error) === 'NotFoundError'
      ? `“${name}” was changed, moved or deleted while it was being sent.`
      : `“${name}” cannot be read: ${detail(error)}`;
  return new StorageProblem(words, { cause: error });
}

/** The name of a DOMException or Error; empty for anything else. */
export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}

function detail(error: unknown): string {
  const text = wordsOf(error);
  return text.endsWith('.') ? text : `${text}.`;
}
