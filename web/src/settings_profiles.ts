// The person's transfer settings as named profiles, kept in this browser from visit to visit. One of
// them is in use; there is always one called “Default”.
//
// Knows no DOM: the memory is given, and may fail or hold anything. Only what differs from the defaults
// is kept, so that a better default of a later version reaches everybody who never chose. Read anew
// before each change: another tab may have written since.
import { Emitter } from './base/event.ts';
import { Failure } from './base/failure.ts';
import { Disposable } from './base/lifecycle.ts';
import {
  changedSettings,
  DEFAULT_SETTINGS,
  type SettingName,
  type TransferSettings,
} from './protocol/transfer_settings.ts';

export const DEFAULT_PROFILE = 'Default';

const KEY = 'boardwalk.transfer-profiles';
const LONGEST_NAME = 40;

export interface ProfilesState {
  /** The profile in use. */
  readonly name: string;
  /** All of them, the default first. */
  readonly names: readonly string[];
  readonly settings: TransferSettings;
}

/** As much of the browser's localStorage as is needed. Either may throw. */
export type SettingsMemory = Pick<Storage, 'getItem' | 'setItem'>;

/** What differs from the defaults, by profile. */
type Kept = Map<string, Readonly<Record<string, unknown>>>;

export class SettingsProfiles extends Disposable {
  readonly #changed = this.register(new Emitter<ProfilesState>());
  readonly onChanged = this.#changed.event;

  readonly #memory: SettingsMemory;
  #state: ProfilesState;
  /** The one to begin the next visit with, which an address may have passed over. */
  #remembered: string;
  /** Stands in for a memory that does not work. */
  #kept: Kept = new Map();
  #problem = '';

  constructor(memory: SettingsMemory) {
    super();
    this.#memory = memory;
    this.#remembered = this.#read().selected;
    this.#state = this.#stateOf(this.#remembered);
  }

  get state(): ProfilesState {
    return this.#state;
  }

  get current(): TransferSettings {
    return this.#state.settings;
  }

  /** A sentence if what was kept could not be understood; else empty. */
  get problem(): string {
    return this.#problem;
  }

  /** Changes settings of the profile in use. Throws the Failure of changedSettings(). */
  change(change: Readonly<Record<string, unknown>>): void {
    const settings = changedSettings(this.current, change);
    this.#read();
    this.#kept.set(this.#state.name, differences(settings));
    this.#use(this.#state.name);
  }

  /** The profile in use has every default again. */
  reset(): void {
    this.#read();
    this.#kept.set(this.#state.name, {});
    this.#use(this.#state.name);
  }

  /** Uses another profile; `visit`: only until the page is left. Throws Failure `unknown`. */
  select(name: string, until: 'changed' | 'visit' = 'changed'): void {
    this.#read();
    if (!this.#names().includes(name)) {
      throw new Failure('unknown', `There is no profile “${name}” in this browser.`);
    }
    if (until === 'changed') this.#remembered = name;
    this.#use(name);
  }

  /** A new profile with the settings of the one in use, and uses it. Throws Failure `name`. */
  add(name: string): void {
    const trimmed = name.trim();
    this.#read();
    if (trimmed === '') throw new Failure('name', 'A profile needs a name.');
    if (trimmed.length > LONGEST_NAME) {
      throw new Failure('name', `A name has ${LONGEST_NAME} characters at most.`);
    }
    if (this.#names().includes(trimmed)) {
      throw new Failure('name', `There is a profile “${trimmed}” already.`);
    }
    this.#kept.set(trimmed, differences(this.current));
    this.#remembered = trimmed;
    this.#use(trimmed);
  }

  /** Forgets the profile in use, and uses the default. The default itself is only reset. */
  remove(): void {
    if (this.#state.name === DEFAULT_PROFILE) {
      this.reset();
      return;
    }
    this.#read();
    this.#kept.delete(this.#state.name);
    this.#remembered = DEFAULT_PROFILE;
    this.#use(DEFAULT_PROFILE);
  }

  #use(name: string): void {
    this.#write();
    this.#state = this.#stateOf(name);
    this.#changed.fire(this.#state);
  }

  #stateOf(name: string): ProfilesState {
    let settings = DEFAULT_SETTINGS;
    try {
      settings = changedSettings(DEFAULT_SETTINGS, this.#kept.get(name) ?? {});
    } catch {
      this.#problem = `The settings kept as “${name}” make no sense to this version: the defaults are used.`;
    }
    return { name, names: this.#names(), settings };
  }

  #names(): string[] {
    const others = [...this.#kept.keys()].filter((name) => name !== DEFAULT_PROFILE);
    return [DEFAULT_PROFILE, ...others.sort((one, other) => one.localeCompare(other))];
  }

  // What cannot be read leaves what this page knows.
  #read(): { readonly selected: string } {
    try {
      const text = this.#memory.getItem(KEY);
      if (text === null) return { selected: DEFAULT_PROFILE };
      const { selected, profiles } = JSON.parse(text) as { selected: unknown; profiles: unknown };
      this.#kept = new Map(Object.entries(profiles as Record<string, object>)) as Kept;
      const isKnown = typeof selected === 'string' && this.#kept.has(selected);
      return { selected: isKnown ? selected : DEFAULT_PROFILE };
    } catch {
      return { selected: DEFAULT_PROFILE };
    }
  }

  #write(): void {
    try {
      const profiles = Object.fromEntries(this.#kept);
      this.#memory.setItem(KEY, JSON.stringify({ selected: this.#remembered, profiles }));
    } catch {
      // Where the browser keeps nothing, settings last as long as the page.
    }
  }
}

/** localStorage, or a memory that forgets where the browser forbids it. */
export function browserSettingsMemory(): SettingsMemory {
  try {
    return localStorage;
  } catch {
    return { getItem: () => null, setItem: () => undefined };
  }
}

function differences(settings: TransferSettings): Readonly<Record<string, unknown>> {
  const names = Object.keys(settings) as SettingName[];
  const different = names.filter((name) => settings[name] !== DEFAULT_SETTINGS[name]);
  return Object.fromEntries(different.map((name) => [name, settings[name]]));
}
