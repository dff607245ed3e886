// One transfer setting in the panel: label, control, and a sentence that says what it is for, why it
// cannot be changed now, or what is wrong with what was typed.
import {
  blockerOf,
  numberProblem,
  RULES,
  type TransferSettings,
  type WholeNumber,
} from '../protocol/transfer_settings.ts';
import { element, say } from './element.ts';
import { blockedWords, type SettingText } from './setting_texts.ts';

type Value = string | number | boolean;

/** Makes the change; the answer is what is wrong with it, as a sentence, or empty. */
export type OnSetting = (name: SettingText['name'], value: Value) => string;

export class SettingField {
  readonly node: HTMLElement;
  readonly #text: SettingText;
  readonly #onSetting: OnSetting;
  readonly #control: HTMLInputElement | HTMLSelectElement;
  readonly #help: HTMLElement;
  #settings: TransferSettings | null = null;

  constructor(text: SettingText, onSetting: OnSetting) {
    this.#text = text;
    this.#onSetting = onSetting;
    const id = `setting-${text.name}`;
    this.#help = element('p', { class: 'setting-help', attributes: { id: `${id}-help` } });
    this.#control = controlFor(text, id);
    this.#control.setAttribute('aria-describedby', `${id}-help`);
    this.#control.addEventListener('change', () => this.#changed());
    const { control } = text;
    this.node = element(
      'div',
      { class: 'setting', attributes: { 'data-setting': text.name, 'data-kind': control.kind } },
      element(
        'label',
        { attributes: { for: id } },
        text.label,
        ...(text.asksBoard === true ? [element('span', { class: 'asks' }, 'asks the board')] : []),
      ),
      element(
        'span',
        { class: 'setting-control' },
        this.#control,
        ...(control.kind === 'number' ? [element('span', { class: 'unit' }, control.unit)] : []),
      ),
      this.#help,
    );
  }

  /** Shows the value, and whether another setting stands against changing it. */
  show(settings: TransferSettings): void {
    this.#settings = settings;
    const value = settings[this.#text.name];
    const control = this.#control;
    if (control.type === 'checkbox') control.checked = value === true;
    else this.#showValue(String(value));
    const blocker = blockerOf(this.#text.name, settings);
    // What is on may always be turned off; of two checksums only the shorter is blocked.
    const isBlocked = blocker !== null && value !== true && this.#text.name !== 'crc';
    control.disabled = isBlocked;
    this.node.dataset['blocked'] = String(isBlocked);
    if (this.#text.name === 'crc') this.#blockOption('16', blocker !== null);
    this.#say(
      blocker === null || value === true
        ? this.#text.help
        : blockedWords(this.#text.name, blocker, settings),
      'help',
    );
  }

  #showValue(value: string): void {
    const control = this.#control;
    if (control instanceof HTMLSelectElement && !hasOption(control, value)) {
      // Set by a script to one of the values between.
      control.append(element('option', { attributes: { value } }, value));
    }
    control.value = value;
  }

  #blockOption(value: string, isBlocked: boolean): void {
    for (const option of this.#control.querySelectorAll('option')) {
      if (option.value === value) option.disabled = isBlocked;
    }
  }

  #changed(): void {
    const { name } = this.#text;
    const value = this.#value();
    const { rule } = RULES[name];
    const problem =
      typeof value === 'number' && 'least' in rule ? numberProblem(value, rule) : null;
    const words = problem ?? this.#onSetting(name, value);
    if (words === '') return;
    // A number stays as it was typed, to be mended; a choice goes back to what counts.
    if (this.#settings !== null && this.#text.control.kind !== 'number') this.show(this.#settings);
    this.#say(words, 'problem');
  }

  #value(): Value {
    const control = this.#control;
    if (control.type === 'checkbox') return control.checked;
    const isNumber = typeof this.#settings?.[this.#text.name] === 'number';
    // An empty field is no number; Number('') would be 0.
    return isNumber ? Number(control.value === '' ? NaN : control.value) : control.value;
  }

  #say(words: string, what: 'help' | 'problem'): void {
    say(this.#help, words);
    this.#help.dataset['says'] = what;
    this.#control.setAttribute('aria-invalid', String(what === 'problem'));
    // A problem is read out; help is read with the control.
    if (what === 'problem') this.#help.setAttribute('role', 'alert');
    else this.#help.removeAttribute('role');
  }
}

function controlFor(
  { control, name }: SettingText,
  id: string,
): HTMLInputElement | HTMLSelectElement {
  switch (control.kind) {
    case 'switch':
      return element('input', {
        class: 'switch',
        attributes: { id, type: 'checkbox', role: 'switch' },
      });
    case 'choice':
      return element(
        'select',
        { attributes: { id } },
        ...control.options.map(({ value, words }) =>
          element('option', { attributes: { value: String(value) } }, words),
        ),
      );
    case 'number': {
      const { least, most, orNone } = RULES[name].rule as WholeNumber;
      const min = String(orNone === true ? 0 : least);
      return element('input', {
        attributes: { id, type: 'number', inputmode: 'numeric', step: '1', min, max: String(most) },
      });
    }
  }
}

function hasOption(select: HTMLSelectElement, value: string): boolean {
  return [...select.options].some((option) => option.value === value);
}
