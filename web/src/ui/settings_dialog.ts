// The panel of transfer settings, a dialog over the page: profiles on top, every setting below. A change
// counts as it is made; there is nothing to save. Settings come in as values, wishes go out.
import type { SettingName, TransferSettings } from '../protocol/transfer_settings.ts';
import { button, element, say } from './element.ts';
import { ProfileBar, type ProfilesView, type ProfileWishes } from './profile_bar.ts';
import { SettingField } from './setting_field.ts';
import { SETTING_GROUPS, type SettingGroup, type Way } from './setting_texts.ts';

export interface SettingsWishes extends ProfileWishes {
  /** Makes the change; the answer is what is wrong with it, or empty. */
  readonly onSetting: (name: SettingName, value: string | number | boolean) => string;
}

export interface SettingsView extends ProfilesView {
  readonly settings: TransferSettings;
}

export class SettingsDialog {
  readonly #dialog: HTMLDialogElement;
  readonly #fields: readonly SettingField[];
  readonly #profiles: ProfileBar;
  readonly #when = element('p', { class: 'settings-when', attributes: { role: 'status' } });

  /** `host` is a dialog element. */
  constructor(host: HTMLElement, wishes: SettingsWishes) {
    if (!(host instanceof HTMLDialogElement))
      throw new Error('The settings need a dialog element.');
    this.#dialog = host;
    host.dataset['testid'] = 'transfer-settings-panel';
    host.setAttribute('aria-labelledby', 'settings-title');
    this.#profiles = new ProfileBar(wishes);
    const groups = SETTING_GROUPS.map((group) => groupOf(group, wishes));
    this.#fields = groups.flatMap(({ fields }) => fields);
    host.replaceChildren(
      element(
        'div',
        { class: 'settings-head' },
        element('h2', { attributes: { id: 'settings-title' } }, 'Transfer settings'),
        button('×', {
          class: 'icon-button',
          attributes: { 'aria-label': 'Close the transfer settings' },
          onClick: () => host.close(),
        }),
        this.#profiles.node,
      ),
      element('div', { class: 'settings-body' }, ...groups.map(({ node }) => node)),
      element(
        'div',
        { class: 'settings-foot' },
        this.#when,
        button('Done', { class: 'button primary', onClick: () => host.close() }),
      ),
    );
    // A click beside the panel closes it; one inside always hits something in it. It has to begin there
    // too: a number may be selected by a drag that ends outside.
    let beganBeside = false;
    host.addEventListener('pointerdown', (event) => (beganBeside = event.target === host));
    host.addEventListener('click', (event) => {
      if (beganBeside && event.target === host) host.close();
    });
    this.showLine({ isConnected: false });
  }

  open(): void {
    if (!this.#dialog.open) this.#dialog.showModal();
  }

  show(view: SettingsView): void {
    this.#profiles.show(view);
    for (const field of this.#fields) field.show(view.settings);
  }

  /** Whether there is a connection, which keeps the settings that it began with. */
  showLine({ isConnected }: { readonly isConnected: boolean }): void {
    say(
      this.#when,
      isConnected
        ? 'This connection keeps what it began with: changes count from the next one on. Only “A file ' +
            'that I have” counts from the next file on.'
        : 'Kept in this browser as you change it, and used from the next connection on.',
    );
    this.#when.dataset['line'] = isConnected ? 'busy' : 'free';
  }
}

function groupOf(
  { title, words, settings }: SettingGroup,
  { onSetting }: SettingsWishes,
): { readonly node: HTMLElement; readonly fields: readonly SettingField[] } {
  const fields = settings.map((text) => new SettingField(text, onSetting));
  const node = element(
    'fieldset',
    { class: 'setting-group' },
    element('legend', {}, title),
    ...words.map(({ way, text }) => hint(way, text)),
    ...fields.map((field) => field.node),
  );
  return { node, fields };
}

function hint(way: Way | undefined, text: string): HTMLElement {
  if (way === undefined) return element('p', { class: 'section-hint' }, text);
  const arrow = element(
    'span',
    { class: `way ${way}`, attributes: { 'aria-hidden': 'true' } },
    way === 'down' ? '↓' : '↑',
  );
  return element('p', { class: 'section-hint' }, arrow, ` ${text}`);
}
