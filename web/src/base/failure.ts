// The error that callers can act on: a sentence for a person, and one word for a program.
//
// Knows nothing of what failed. Page and worker may both use it.

export class Failure extends Error {
  /** One lower-case word that stays the same when the sentence is reworded. */
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Failure';
    this.code = code;
  }
}

/** The words of anything that was thrown. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
