// Which profile of transfer settings is in use: choose one, make one, delete one, or give one its
// defaults again. Names come in as values; wishes go out.
import { button, element, say } from './element.ts';

export interface ProfileWishes {
  readonly onProfile: (name: string) => void;
  /** Makes a profile of that name; the answer is what is wrong with the name, or empty. */
  readonly onNewProfile: (name: string) => string;
  readonly onDeleteProfile: () => void;
  readonly onResetProfile: () => void;
}

export interface ProfilesView {
  readonly name: string;
  /** All names; the first is the default, which cannot be deleted. */
  readonly names: readonly string[];
}

export class ProfileBar {
  readonly node: HTMLElement;
  readonly #wishes: ProfileWishes;
  readonly #select = element('select', {
    testid: 'profile',
    attributes: { id: 'settings-profile', autofocus: '' },
  });
  readonly #link = element('a', {
    class: 'profile-link',
    attributes: { title: 'The page’s address with this profile in it, to keep or to link to' },
  });
  readonly #new: HTMLButtonElement;
  readonly #delete: HTMLButtonElement;
  readonly #name = element('input', {
    attributes: { id: 'new-profile', type: 'text', maxlength: '40', autocomplete: 'off' },
  });
  readonly #problem = element('span', { class: 'profile-problem', attributes: { role: 'alert' } });
  readonly #naming: HTMLElement;

  constructor(wishes: ProfileWishes) {
    this.#wishes = wishes;
    this.#select.addEventListener('change', () => wishes.onProfile(this.#select.value));
    this.#new = button('New', { class: 'button small quiet', onClick: () => this.#startNaming() });
    this.#delete = button('Delete', {
      class: 'button small quiet',
      onClick: () => {
        wishes.onDeleteProfile();
        // The button goes with the profile.
        this.#select.focus();
      },
    });
    this.#name.addEventListener('keydown', (event) => this.#onKey(event));
    this.#naming = element(
      'div',
      { class: 'profile-naming' },
      element('label', { attributes: { for: 'new-profile' } }, 'Name of the new profile'),
      this.#name,
      button('Create', { class: 'button small primary', onClick: () => this.#create() }),
      button('Cancel', { class: 'button small quiet', onClick: () => this.#stopNaming() }),
      this.#problem,
    );
    this.#naming.hidden = true;
    this.node = element(
      'div',
      { class: 'profile-bar' },
      element('label', { attributes: { for: 'settings-profile' } }, 'Profile'),
      this.#select,
      this.#new,
      this.#delete,
      button('Restore defaults', { class: 'button small quiet', onClick: wishes.onResetProfile }),
      this.#link,
      this.#naming,
    );
  }

  show({ name, names }: ProfilesView): void {
    this.#select.replaceChildren(
      ...names.map((each) => element('option', { attributes: { value: each } }, each)),
    );
    this.#select.value = name;
    this.#delete.hidden = name === names[0];
    const address = `#${new URLSearchParams({ profile: name }).toString()}`;
    this.#link.href = address;
    say(this.#link, `Link: ${address}`);
  }

  #startNaming(): void {
    this.#naming.hidden = false;
    this.#name.value = '';
    say(this.#problem, '');
    this.#name.focus();
  }

  #stopNaming(): void {
    this.#naming.hidden = true;
    this.#new.focus();
  }

  #create(): void {
    const problem = this.#wishes.onNewProfile(this.#name.value);
    say(this.#problem, problem);
    if (problem === '') {
      this.#naming.hidden = true;
      this.#select.focus();
    } else {
      this.#name.focus();
    }
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key === 'Enter') {
      event.preventDefault();
      this.#create();
    } else if (event.key === 'Escape') {
      // Ends the naming, not the whole panel.
      event.preventDefault();
      event.stopPropagation();
      this.#stopNaming();
    }
  }
}
