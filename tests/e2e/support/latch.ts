// A place where one side of a story waits until the other lets it go on.
export class Latch {
  readonly opened: Promise<void>;
  #open: () => void = () => undefined;

  constructor() {
    this.opened = new Promise((resolve) => (this.#open = resolve));
  }

  open(): void {
    this.#open();
  }
}
