// Who lets go of what: an object that holds listeners, timers or DOM nodes is a Disposable, registers
// them as it takes them, and gives all of them back in one call.
//
// Knows nothing of what is held. Page and worker both use it.

/** Anything that can be let go of, once. */
export interface Holding {
  dispose(): void;
}

/** Turns a function into a Holding. */
export function holding(letGo: () => void): Holding {
  return { dispose: letGo };
}

/** Base of everything that holds something. */
export class Disposable implements Holding {
  #held: Holding[] = [];
  #isDisposed = false;

  get isDisposed(): boolean {
    return this.#isDisposed;
  }

  /** Lets go of everything registered, newest first. Safe to call again. */
  dispose(): void {
    this.#isDisposed = true;
    for (const held of this.#held.splice(0).reverse()) held.dispose();
  }

  /** Keeps `held` until dispose(); lets go at once of what comes after it. Returns its argument. */
  protected register<T extends Holding>(held: T): T {
    if (this.#isDisposed) held.dispose();
    else this.#held.push(held);
    return held;
  }

  /** Listens to an event of the browser until dispose(). */
  protected listen<K extends string, E>(
    target: {
      addEventListener(type: K, listener: (event: E) => void): void;
      removeEventListener(type: K, listener: (event: E) => void): void;
    },
    type: K,
    listener: (event: E) => void,
  ): void {
    target.addEventListener(type, listener);
    this.register(holding(() => target.removeEventListener(type, listener)));
  }
}
