// The one way in which an object of ours tells others something: `readonly onX: Event<T>` is the
// listening half, an Emitter the telling half, kept private by whoever owns it.
//
// Knows nothing of the browser's events. Page and worker both use it.
import { holding, type Holding } from './lifecycle.ts';

/** Listen; the result stops listening. */
export type Event<T> = (listener: (value: T) => void) => Holding;

export class Emitter<T> implements Holding {
  #listeners: ((value: T) => void)[] = [];

  readonly event: Event<T> = (listener) => {
    this.#listeners = [...this.#listeners, listener];
    return holding(() => {
      this.#listeners = this.#listeners.filter((other) => other !== listener);
    });
  };

  /** Tells every listener in order of listening. Who begins or stops while it runs is not counted. */
  fire(value: T): void {
    for (const listener of this.#listeners) listener(value);
  }

  /** Forgets every listener. */
  dispose(): void {
    this.#listeners = [];
  }
}
