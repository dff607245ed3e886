// The transfer list with what can be done about it: cancel, clear, and start by hand where a board's
// own start was missed. Rows come in as values; wishes go out.
import type { TransferDirection, TransferRow } from '../protocol/messages.ts';
import { button, element } from './element.ts';
import { TransferRowView, type RowWishes } from './transfer_row.ts';

export interface TransferWishes extends RowWishes {
  /** End the running transfer with all its files. */
  readonly onCancel: () => void;
  readonly onClear: () => void;
  readonly onStart: (direction: TransferDirection, protocol: string) => void;
  /** Another protocol for transfers that are started by hand. */
  readonly onProtocol: (protocol: string) => void;
}

export class TransferPanel {
  readonly #wishes: TransferWishes;
  readonly #rows = new Map<number, TransferRowView>();
  readonly #list = element('ul', {
    class: 'transfer-list',
    testid: 'transfers',
    attributes: { role: 'list', 'aria-label': 'Transfers' },
  });
  readonly #empty = element(
    'p',
    { class: 'empty' },
    'Nothing yet. Start a download in the board’s file area; files appear here by themselves.',
  );
  readonly #cancel: HTMLButtonElement;
  readonly #clear: HTMLButtonElement;
  readonly #protocol = element(
    'select',
    { testid: 'protocol', attributes: { id: 'protocol' } },
    element('option', { attributes: { value: 'zmodem' } }, 'ZMODEM'),
  );
  readonly #starts: readonly HTMLButtonElement[];
  #isTransferring = false;

  constructor(host: HTMLElement, wishes: TransferWishes) {
    this.#wishes = wishes;
    this.#cancel = button('Cancel transfer', {
      class: 'button small danger',
      testid: 'cancel-transfer',
      onClick: wishes.onCancel,
    });
    this.#clear = button('Clear finished', {
      class: 'button small quiet',
      onClick: wishes.onClear,
    });
    this.#protocol.addEventListener('change', () => wishes.onProtocol(this.#protocol.value));
    this.#starts = (['download', 'upload'] as const).map((direction) =>
      button(direction === 'download' ? 'Receive' : 'Send', {
        class: 'button small quiet',
        attributes: {
          title: `If the board waits but nothing starts: begin the ${direction} by hand`,
        },
        onClick: () => wishes.onStart(direction, this.#protocol.value),
      }),
    );
    host.replaceChildren(
      element(
        'div',
        { class: 'panel-head' },
        element('h2', { class: 'section-title' }, 'Transfers'),
        this.#clear,
        this.#cancel,
      ),
      this.#empty,
      this.#list,
      element(
        'div',
        { class: 'by-hand' },
        element('label', { attributes: { for: 'protocol' } }, 'Protocol'),
        this.#protocol,
        ...this.#starts,
      ),
    );
    this.showLine({ isConnected: false, isTransferring: false });
  }

  show(row: TransferRow): void {
    const known = this.#rows.get(row.id);
    const view = known ?? new TransferRowView(this.#wishes);
    const begins = row.state === 'active' && view.node.dataset['state'] !== 'active';
    view.show(row);
    if (known === undefined) {
      this.#rows.set(row.id, view);
      this.#list.append(view.node);
    }
    this.#arrange();
    if (begins) this.#bringIntoView(view.node);
  }

  /** A finished download waits in the browser to be saved. */
  offer(id: number, file: File): void {
    this.#rows.get(id)?.offer(file);
  }

  forget(id: number): void {
    this.#rows.get(id)?.dispose();
    this.#rows.delete(id);
    this.#arrange();
  }

  /** The protocol of transfers that are started by hand. */
  set protocol(protocol: string) {
    this.#protocol.value = protocol;
  }

  /** Whether there is a line, and who has it. */
  showLine(line: { readonly isConnected: boolean; readonly isTransferring: boolean }): void {
    this.#cancel.hidden = !line.isTransferring;
    this.#isTransferring = line.isTransferring;
    this.#arrange();
    for (const start of this.#starts) start.disabled = !line.isConnected || line.isTransferring;
  }

  /** Scrolls the list and nothing else: the page must not move while somebody reads the screen. */
  #bringIntoView(node: HTMLElement): void {
    const list = this.#list.getBoundingClientRect();
    const row = node.getBoundingClientRect();
    if (row.bottom > list.bottom) this.#list.scrollTop += row.bottom - list.bottom;
    if (row.top < list.top) this.#list.scrollTop -= list.top - row.top;
  }

  #arrange(): void {
    this.#empty.hidden = this.#rows.size > 0;
    const states = [...this.#rows.values()].map(({ node }) => node.dataset['state']);
    const hasEnded = states.some((state) => state !== 'waiting' && state !== 'active');
    this.#clear.hidden = !hasEnded || this.#isTransferring;
  }
}
