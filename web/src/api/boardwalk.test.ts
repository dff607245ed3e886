import { beforeEach, describe, expect, test } from 'vitest';

import { Emitter } from '../base/event.ts';
import { Failure } from '../base/failure.ts';
import type { TransferDirection, TransferRow } from '../protocol/messages.ts';
import {
  changedSettings,
  DEFAULT_SETTINGS,
  type TransferSettings,
} from '../protocol/transfer_settings.ts';
import { Boardwalk, type BoardwalkEvents, type BoardwalkParts } from './boardwalk.ts';

type Changeable<T> = { -readonly [K in keyof T]: T[K] };

/** The parts of a page, as far as the API looks at them, with their events in hand. */
class Page {
  readonly status = new Emitter<BoardwalkEvents['status']>();
  readonly row = new Emitter<TransferRow>();
  readonly started = new Emitter<TransferDirection>();
  readonly ended = new Emitter<{ readonly problem: string }>();
  readonly text = new Emitter<string>();
  readonly changed = new Emitter<void>();
  readonly bell = new Emitter<void>();
  readonly title = new Emitter<string>();
  readonly done: string[] = [];
  screen = ['Welcome', 'Your choice:'];
  end: Promise<void> = Promise.resolve();
  callResult: Promise<void> = Promise.resolve();
  readonly settings = {
    current: DEFAULT_SETTINGS,
    change: (change: Readonly<Record<string, unknown>>) => {
      this.settings.current = changedSettings(this.settings.current, change);
    },
  };
  readonly session: Changeable<BoardwalkParts['session']>;
  readonly api: Boardwalk;

  constructor() {
    this.session = {
      status: { state: 'disconnected', text: '' },
      isTransferring: false,
      rows: [],
      onStatus: this.status.event,
      onRow: this.row.event,
      onTransferStarted: this.started.event,
      onTransferEnded: this.ended.event,
      until: () => this.end,
      disconnect: () => this.done.push('disconnect'),
      sendKeys: (bytes) => {
        this.done.push(`keys ${String(bytes)}`);
        return !this.session.isTransferring;
      },
      queueUploads: (files) => this.done.push(`queue ${files.map(({ name }) => name).join()}`),
      startTransfer: (direction) => this.done.push(`start ${direction}`),
      cancelTransfer: () => this.done.push('cancel'),
    };
    this.api = new Boardwalk({
      session: this.session,
      screen: {
        onText: this.text.event,
        onChanged: this.changed.event,
        onBell: this.bell.event,
        onTitle: this.title.event,
        screenText: () => this.screen,
        encode: (text) => new TextEncoder().encode(text),
      },
      settings: this.settings,
      folder: { set: () => Promise.reject(new Failure('denied', 'no')) },
      call: (id) => {
        this.done.push(`call ${id}`);
        return this.callResult;
      },
    });
  }

  connected(): this {
    this.session.status = { state: 'connected', text: '' };
    return this;
  }
}

let page: Page;
beforeEach(() => {
  page = new Page();
});

describe('connect', () => {
  test('calls the board and waits until it has answered', async () => {
    await page.api.connect('demo');
    expect(page.done).toEqual(['call demo']);
  });

  test('hands on why a board was not reached', async () => {
    page.end = Promise.reject(new Failure('refused', 'no answer'));
    await expect(page.api.connect('demo')).rejects.toMatchObject({ code: 'refused' });
    page.callResult = Promise.reject(new Failure('unknown', 'no such board'));
    await expect(page.api.connect('x')).rejects.toMatchObject({ code: 'unknown' });
  });

  test('does not take the line from a call that lasts', async () => {
    await expect(page.connected().api.connect('demo')).rejects.toMatchObject({ code: 'busy' });
    expect(page.done).toEqual([]);
  });
});

describe('send', () => {
  test('types text and sends bytes as they are', async () => {
    page.connected();
    await page.api.send('a\r');
    await page.api.send(Uint8Array.of(255, 0));
    expect(page.done).toEqual(['keys 97,13', 'keys 255,0']);
  });

  test('without a board, and in a transfer, it says so', async () => {
    await expect(page.api.send('a')).rejects.toMatchObject({ code: 'disconnected' });
    page.connected().session.isTransferring = true;
    await expect(page.api.send('a')).rejects.toMatchObject({ code: 'busy' });
  });
});

describe('waitForText', () => {
  test('finds what is there already, across rows too', async () => {
    await expect(page.api.waitForText('choice')).resolves.toBe('choice');
    await expect(page.api.waitForText(/Welcome\nYour \w+/g)).resolves.toBe('Welcome\nYour choice');
  });

  test('finds what comes later', async () => {
    const found = page.api.waitForText(/Main (menu)/);
    page.screen = ['Main menu'];
    page.changed.fire();
    await expect(found).resolves.toBe('Main menu');
  });

  test('gives up in time, and says what was there instead', async () => {
    await expect(page.api.waitForText('never', { timeout: 1 })).rejects.toMatchObject({
      code: 'timeout',
      message: expect.stringContaining('Your choice:') as string,
    });
  });
});

describe('transfers', () => {
  test('a start by hand resolves when the transfer runs', async () => {
    const started = page.connected().api.startTransfer({ direction: 'download' });
    page.started.fire('download');
    await expect(started).resolves.toBeUndefined();
    expect(page.done).toEqual(['start download']);
  });

  test('a start that comes to nothing rejects', async () => {
    page.connected();
    const failed = page.api.startTransfer({ direction: 'upload' });
    page.ended.fire({ problem: 'The board stopped answering.' });
    await expect(failed).rejects.toMatchObject({ code: 'failed' });
    const lost = page.api.startTransfer({ direction: 'upload' });
    page.status.fire({ state: 'closed', text: 'The board hung up.' });
    await expect(lost).rejects.toMatchObject({ code: 'disconnected' });
  });

  test('a protocol that is not there is not pretended to be', async () => {
    const wish = { direction: 'download', protocol: 'kermit' } as const;
    await expect(page.connected().api.startTransfer(wish)).rejects.toMatchObject({
      code: 'unsupported',
    });
  });

  test('cancelling resolves when the line is free, and at once when it is', async () => {
    await page.api.cancelTransfer();
    expect(page.done).toEqual([]);
    page.session.isTransferring = true;
    const cancelled = page.api.cancelTransfer();
    page.ended.fire({ problem: '' });
    await expect(cancelled).resolves.toBeUndefined();
  });

  test('files and file handles are queued alike; one that cannot be read is an error', async () => {
    const handle = { getFile: () => Promise.resolve(new File(['b'], 'b.txt')) };
    await page.api.queueUploads([new File(['a'], 'a.txt'), handle as FileSystemFileHandle]);
    expect(page.done).toEqual(['queue a.txt,b.txt']);
    const gone = { getFile: () => Promise.reject(new Error('gone')) };
    await expect(page.api.queueUploads([gone as never])).rejects.toMatchObject({
      code: 'unreadable',
    });
  });
});

describe('events', () => {
  test('are heard until one stops listening', () => {
    const heard: unknown[] = [];
    const stop = page.api.on('title', (title) => heard.push(title));
    page.api.on('bell', () => heard.push('bell'));
    page.title.fire('The Pier');
    page.bell.fire();
    stop();
    page.title.fire('later');
    expect(heard).toEqual(['The Pier', 'bell']);
  });

  test('an unknown name is an error, not silence', () => {
    expect(() => page.api.on('transfers' as 'transfer', () => undefined)).toThrow(
      expect.objectContaining({ code: 'unknown' }),
    );
  });
});

test('a folder that is refused has its code', async () => {
  const folder = {} as FileSystemDirectoryHandle;
  await expect(page.api.setDownloadFolder(folder)).rejects.toMatchObject({ code: 'denied' });
});

describe('transfer settings', () => {
  test('are plain values, and a copy', () => {
    const settings = page.api.transferSettings();
    expect(settings).toEqual(DEFAULT_SETTINGS);
    Object.assign(settings, { crc: 16 });
    expect(page.api.transferSettings().crc).toBe(32);
  });

  test('change in part, and the rest stays', async () => {
    await page.api.setTransferSettings({ crc: 16, largestBlock: 8192 });
    await page.api.setTransferSettings({ escapeControls: true });
    expect(page.api.transferSettings()).toEqual({
      ...DEFAULT_SETTINGS,
      crc: 16,
      largestBlock: 8192,
      escapeControls: true,
    });
  });

  test.each([
    ['unknown', { compression: 'lzw' }],
    ['crc', { crc: 64 }],
    ['modes', { turbo: true, escapeControls: true }],
    ['existing', { existingFiles: 'burn' }],
    ['block', { largestBlock: '8192' }],
  ])('that cannot be are refused with “%s”, and nothing changes', async (code, change) => {
    const wrong = { retries: 3, ...change } as unknown as TransferSettings;
    await expect(page.api.setTransferSettings(wrong)).rejects.toMatchObject({ code });
    expect(page.api.transferSettings()).toEqual(DEFAULT_SETTINGS);
  });
});
