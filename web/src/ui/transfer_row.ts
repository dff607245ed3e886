// One file in the transfer list. Built once and then changed in place, so that a bar moves and a
// focused button stays focused. What it says comes from transfer_words.ts.
import type { TransferRow } from '../protocol/messages.ts';
import { button, element, say } from './element.ts';
import {
  amountWords,
  lineWords,
  paceWords,
  percentOf,
  renameWords,
  repairWords,
  stateWords,
} from './transfer_words.ts';

export interface RowWishes {
  /** Leave this file out; the others go on. */
  readonly onSkip: (id: number) => void;
  /** Take the row out of the list. */
  readonly onForget: (id: number) => void;
}

export class TransferRowView {
  readonly node = element('li', { class: 'transfer', testid: 'transfer' });
  readonly #name = element('bdi', { class: 'transfer-name' });
  readonly #arrow = element('span', { class: 'arrow', attributes: { 'aria-hidden': 'true' } });
  readonly #state = element('span', { class: 'transfer-state' });
  readonly #fill = element('span', { class: 'bar-fill' });
  readonly #bar = element('div', { class: 'bar', attributes: { role: 'progressbar' } }, this.#fill);
  readonly #amount = element('span', {});
  readonly #pace = element('span', {});
  readonly #repairs = element('span', { class: 'repairs' });
  readonly #rename = element('bdi', {});
  readonly #line = element('span', { class: 'line-facts' });
  readonly #message = element('p', { class: 'transfer-message' });
  readonly #save = element('a', { class: 'button small primary' }, 'Save file');
  readonly #remove: HTMLButtonElement;
  #row: TransferRow | null = null;
  #url: string | null = null;

  constructor(wishes: RowWishes) {
    this.#remove = button('×', { class: 'icon-button', onClick: () => this.#removed(wishes) });
    this.#save.hidden = true;
    this.node.append(
      element('div', { class: 'transfer-head' }, this.#arrow, this.#name, this.#remove),
      this.#bar,
      element(
        'p',
        { class: 'transfer-facts' },
        this.#state,
        this.#amount,
        this.#pace,
        this.#repairs,
        this.#rename,
        this.#line,
      ),
      this.#message,
      this.#save,
    );
  }

  show(row: TransferRow): void {
    this.#row = row;
    const { dataset } = this.node;
    dataset['name'] = row.name;
    dataset['direction'] = row.direction;
    dataset['state'] = row.state;
    dataset['bytes'] = String(row.bytes);
    dataset['size'] = row.size === null ? '' : String(row.size);
    dataset['error'] = row.message;
    dataset['mode'] = row.line?.mode ?? '';
    dataset['crc'] = String(row.line?.crc ?? '');
    dataset['block'] = String(row.line?.block ?? '');
    dataset['escapesControls'] = String(row.line?.escapesControls ?? '');
    say(this.#name, row.name);
    say(this.#arrow, row.direction === 'download' ? '↓' : '↑');
    say(this.#state, stateWords(row));
    say(this.#amount, amountWords(row));
    say(this.#pace, paceWords(row));
    say(this.#repairs, repairWords(row));
    say(this.#rename, renameWords(row));
    say(this.#line, lineWords(row));
    say(this.#message, row.message);
    this.#showBar(row);
    this.#showRemove(row);
  }

  /** The finished file waits in the browser: a link saves it wherever downloads go. */
  offer(file: File): void {
    this.#letGoOfUrl();
    this.#url = URL.createObjectURL(file);
    this.#save.href = this.#url;
    this.#save.download = file.name;
    this.#save.setAttribute('aria-label', `Save ${file.name}`);
    this.#save.hidden = false;
  }

  /** Takes the row off the page. */
  dispose(): void {
    this.#letGoOfUrl();
    this.node.remove();
  }

  #showBar(row: TransferRow): void {
    const done = percentOf(row);
    this.#bar.setAttribute('aria-label', `${row.name}, ${stateWords(row)}`);
    this.#bar.dataset['moving'] = String(row.state === 'active' && done === null);
    if (done === null) this.#bar.removeAttribute('aria-valuenow');
    else this.#bar.setAttribute('aria-valuenow', String(done));
    this.#fill.style.inlineSize = `${done ?? 0}%`;
  }

  #showRemove(row: TransferRow): void {
    const what =
      row.state === 'waiting' || row.state === 'active'
        ? `Leave out ${row.name}`
        : row.place === 'staged'
          ? `Delete the copy of ${row.name} in this browser`
          : `Take ${row.name} off the list`;
    this.#remove.setAttribute('aria-label', what);
    this.#remove.title = what;
    // Nothing can be left out any more while the last step runs.
    this.#remove.disabled = row.finishing;
  }

  #removed(wishes: RowWishes): void {
    const row = this.#row;
    if (row === null) return;
    if (row.state === 'waiting' || row.state === 'active') wishes.onSkip(row.id);
    else wishes.onForget(row.id);
  }

  #letGoOfUrl(): void {
    if (this.#url !== null) URL.revokeObjectURL(this.#url);
    this.#url = null;
  }
}
