// The WebAssembly module as a whole: that it has the surface boardwalk_wasm.d.ts describes, keeps its
// promises about the heap, and that two ports joined back to back move real files byte for byte.
//
// Time is a number that the test counts up; nothing here waits.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import ts from 'typescript';

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const BUILT = '../../../build/wasm/wasm/boardwalk_engine';
const TYPES = here('../../../wasm/boardwalk_wasm.d.ts');

/** @type {typeof import('../../../wasm/boardwalk_wasm.js')} */
const { default: createBoardwalkEngine } = await import(
  new URL(`${BUILT}.mjs`, import.meta.url).href
);
const load = () => createBoardwalkEngine({ wasmBinary: readFileSync(here(`${BUILT}.wasm`)) });
const module = await load();

/** @typedef {import('../../../wasm/boardwalk_wasm.js').Port} Port */
/** @typedef {import('../../../wasm/boardwalk_wasm.js').ReportFieldName} ReportFieldName */

/** @type {import('../../../wasm/boardwalk_wasm.js').PortSettings} */
const SETTINGS = {
  telnet: false,
  columns: 80,
  rows: 25,
  names: 'cp437',
  largestBlock: 1024,
  crc: 32,
  window: 0,
  segmented: false,
  receiveBuffer: 0,
  escapeControls: false,
  escape8th: false,
  pack7: false,
  turbo: false,
  rle: false,
  variableHeaders: false,
  adaptToLine: true,
  selectiveRepeat: true,
  management: 'unspecified',
  skipIfMissing: false,
  conversion: 'binary',
  replySeconds: 10,
  dataSeconds: 10,
  stallSeconds: 120,
  contactLimitSeconds: 60,
  timeLimitSeconds: 0,
  retries: 10,
  leastRate: 0,
  leastRateSeconds: 30,
};

/**
 * What boardwalk_wasm.d.ts says: member names of each interface, and the literals of each union.
 * @returns {{ members: Map<string, string[]>, names: Map<string, string[]> }}
 */
function described() {
  const members = new Map();
  const names = new Map();
  const source = ts.createSourceFile(TYPES, readFileSync(TYPES, 'utf8'), ts.ScriptTarget.Latest);
  for (const statement of source.statements) {
    if (ts.isInterfaceDeclaration(statement)) {
      members.set(
        statement.name.text,
        statement.members.map((member) => /** @type {any} */ (member.name).text),
      );
    } else if (ts.isTypeAliasDeclaration(statement) && ts.isUnionTypeNode(statement.type)) {
      names.set(
        statement.name.text,
        statement.type.types.map((type) => /** @type {any} */ (type).literal.text),
      );
    }
  }
  return { members, names };
}

/** @param {object} values what Embind made of an enum */
const namesIn = (values) =>
  Object.keys(values).filter((name) => !['values', 'argCount'].includes(name));

/** Members that Embind gives to every class. */
const EMBINDS_OWN = ['constructor', 'isAliasOf', 'clone', 'isDeleted', 'deleteLater'];
/** What Emscripten and Embind leave on the module object besides ours, which all begin with a capital. */
const NOT_OURS = /^[^A-Z]|^HEAP|Error$/;
/** The functions of ours, which do not. */
const FUNCTIONS = ['settingsProblem'];

test('the types by hand name exactly what the module has', () => {
  const { members, names } = described();
  const onPort = Object.getOwnPropertyNames(module.Port.prototype);
  assert.deepEqual(
    [...onPort.filter((name) => !EMBINDS_OWN.includes(name)), 'delete'].sort().filter(unique),
    members.get('Port')?.toSorted(),
  );
  const onModule = Object.keys(module).filter(
    (name) => !NOT_OURS.test(name) || FUNCTIONS.includes(name),
  );
  assert.deepEqual([...onModule, 'HEAPU8'].sort(), members.get('BoardwalkModule')?.toSorted());
  /** @type {[string, string][]} */
  const enums = [
    ['Direction', 'DirectionName'],
    ['Outcome', 'OutcomeName'],
    ['Fault', 'FaultName'],
    ['RefusedWhat', 'RefusedName'],
    ['DataMode', 'DataModeName'],
    ['Management', 'ManagementName'],
    ['Conversion', 'ConversionName'],
    ['PortEventKind', 'PortEventKindName'],
    ['ReportField', 'ReportFieldName'],
  ];
  for (const [enumName, union] of enums) {
    const values = /** @type {any} */ (module)[enumName];
    assert.deepEqual(namesIn(values).sort(), names.get(union)?.toSorted(), enumName);
  }
});

test('an event has the members the types describe', () => {
  const port = new module.Port(SETTINGS);
  assert.deepEqual(
    Object.keys(port.takeEvent()).sort(),
    described().members.get('PortEvent')?.toSorted(),
  );
  port.delete();
});

test('a setting that is missing is an error that names it', () => {
  assert.deepEqual(Object.keys(SETTINGS).sort(), described().members.get('PortSettings')?.sort());
  for (const name of Object.keys(SETTINGS)) {
    const incomplete = { ...SETTINGS };
    Reflect.deleteProperty(incomplete, name);
    assert.throws(() => module.settingsProblem(incomplete), new RegExp(name), name);
  }
});

test('settings at the ends of their ranges have no problem', () => {
  for (const good of [
    {},
    { largestBlock: 128, window: 128, receiveBuffer: 256, retries: 1, leastRateSeconds: 1 },
    { largestBlock: 8192, window: 2 ** 30, receiveBuffer: 65535, retries: 1000 },
    { replySeconds: 1, dataSeconds: 1, stallSeconds: 1, contactLimitSeconds: 1 },
    { replySeconds: 3600, dataSeconds: 3600, stallSeconds: 3600, contactLimitSeconds: 3600 },
    { timeLimitSeconds: 7 * 24 * 3600, leastRate: 1e9, leastRateSeconds: 3600 },
    { escapeControls: true, escape8th: true, rle: true, variableHeaders: true },
    { pack7: true, escapeControls: true, escape8th: true, rle: true },
    { turbo: true, variableHeaders: true, rle: true },
    { crc: 16, escapeControls: true, segmented: true, skipIfMissing: true, names: 'utf8' },
    ...namesIn(module.Management).map((management) => ({ management })),
    ...namesIn(module.Conversion).map((conversion) => ({ conversion })),
  ]) {
    const settings = /** @type {any} */ ({ ...SETTINGS, ...good });
    assert.equal(module.settingsProblem(settings), '', JSON.stringify(good));
    new module.Port(settings).delete();
  }
});

test('a value that a setting cannot have, or a contradiction, is one word and never a default', () => {
  for (const [word, ...wrongs] of /** @type {[string, ...object[]][]} */ ([
    ['screen', { columns: 0 }, { rows: 70000 }],
    ['names', { names: 'latin1' }],
    ['block', { largestBlock: 127 }, { largestBlock: 8193 }, { largestBlock: 1000.5 }],
    ['crc', { crc: 0 }, { crc: 24 }],
    ['window', { window: 1023 }, { window: NaN }, { window: 65536, segmented: true }],
    ['buffer', { receiveBuffer: 255 }, { receiveBuffer: 65536 }, { receiveBuffer: -1 }],
    ['modes', { turbo: true, escapeControls: true }, { turbo: true, escape8th: true }],
    ['modes', { turbo: true, pack7: true }],
    ['modes', { crc: 16, turbo: true }, { crc: 16, pack7: true }],
    ['modes', { crc: 16, escape8th: true }, { crc: 16, rle: true }],
    ['management', { management: 'destroy' }, { management: '' }],
    ['conversion', { conversion: 'ebcdic' }],
    ['timeouts', { replySeconds: 0 }, { dataSeconds: 3601 }, { stallSeconds: 9 }],
    ['timeouts', { contactLimitSeconds: 0.5 }, { timeLimitSeconds: -1 }],
    ['retries', { retries: 0 }, { retries: 1001 }],
    ['rate', { leastRate: -1 }, { leastRateSeconds: 0 }],
  ])) {
    for (const wrong of wrongs) {
      const settings = /** @type {any} */ ({ ...SETTINGS, ...wrong });
      assert.equal(module.settingsProblem(settings), word, JSON.stringify(wrong));
    }
  }
});

test('a port is not made of settings that were not asked about', async () => {
  // A trap leaves a module that is not to be used again.
  const doomed = await load();
  const wrong = /** @type {any} */ ({ ...SETTINGS, crc: 24 });
  assert.throws(() => new doomed.Port(wrong), { name: 'RuntimeError' });
});

test('the report holds one number for each of its fields', () => {
  const indexes = Object.values(module.ReportField)
    .map(({ value }) => value)
    .filter((value) => value !== undefined)
    .sort((a, b) => a - b);
  assert.deepEqual(indexes, [...Array(module.REPORT_FIELDS).keys()]);
});

test('ports can be made and deleted for ever in the fixed heap', () => {
  const bytes = module.HEAPU8.buffer.byteLength;
  for (let made = 0; made < 200; ++made) new module.Port(SETTINGS).delete();
  assert.equal(module.HEAPU8.buffer.byteLength, bytes);
  assert.equal(bytes, 32 * 1024 * 1024);
});

test('two ports move a batch of files byte for byte', () => {
  const files = [
    { id: 1, name: 'empty.bin', data: Buffer.alloc(0) },
    { id: 2, name: 'ONE.TXT', data: Buffer.from('1') },
    { id: 3, name: 'Größe 5.bin', data: randomBytes(5 * 1024 * 1024 + 17) },
    {
      id: 4,
      name: 'escapes.bin',
      data: Buffer.alloc(300_000, Buffer.from([0x18, 0xff, 0x11, 0x0d])),
    },
  ];
  const pair = new Pair({});
  pair.send(files);
  pair.run();
  assert.deepEqual(
    pair.received.map(({ name }) => name),
    files.map(({ name }) => name),
  );
  for (const [index, { data }] of files.entries()) {
    assert.equal(pair.received[index]?.data.length, data.length);
    assert.equal(digest(pair.received[index]?.data ?? []), digest(data));
  }
  assert.deepEqual(pair.ends, [
    { failed: false, outcomes: ['complete', 'complete', 'complete', 'complete'] },
    { failed: false, outcomes: ['complete', 'complete', 'complete', 'complete'] },
  ]);
  pair.delete();
});

test('the same over telnet with 8 KiB blocks and CRC-16', () => {
  const data = randomBytes(1024 * 1024);
  const pair = new Pair({ telnet: true, largestBlock: 8192, crc: 16 });
  pair.send([{ id: 9, name: 'a.bin', data }]);
  pair.run();
  assert.equal(digest(pair.received[0]?.data ?? []), digest(data));
  pair.delete();
});

test('a flipped byte on the way costs a little repetition, never a byte of the file', () => {
  const data = randomBytes(2 * 1024 * 1024);
  const pair = new Pair({ flipAt: 700_001 });
  pair.send([{ id: 1, name: 'a.bin', data }]);
  pair.run();
  assert.equal(digest(pair.received[0]?.data ?? []), digest(data));
  assert.ok(pair.sender.number('resent_bytes') > 0);
  pair.delete();
});

test('an offer carries what the sender asks for, and the report how the file travels', () => {
  const pair = new Pair({
    management: 'protect',
    skipIfMissing: true,
    conversion: 'text',
    largestBlock: 2048,
    crc: 16,
  });
  pair.send([{ id: 1, name: 'a.txt', data: randomBytes(200_000) }]);
  pair.run();
  const [offer] = pair.offers;
  assert.equal(offer?.management, module.Management.protect);
  assert.equal(offer?.conversion, module.Conversion.text);
  assert.equal(offer?.skipIfMissing, true);
  for (const end of [pair.sender, pair.receiver]) {
    assert.ok(end.number('block') > 0 && end.number('block') <= 2048);
    assert.equal(end.number('crc'), 16);
    assert.equal(end.number('mode'), module.DataMode.plain.value);
    assert.equal(end.number('escapes_controls'), 0);
  }
  pair.delete();
});

test('each mode that is asked for is the mode the data travel in', () => {
  const data = Buffer.concat([randomBytes(50_000), Buffer.alloc(50_000)]);
  for (const [settings, mode, escapes] of /** @type {[object, string, number][]} */ ([
    [{ escapeControls: true }, 'plain', 1],
    [{ rle: true }, 'run_length', 0],
    [{ escape8th: true }, 'seven_bit', 0],
    [{ pack7: true }, 'packed', 0],
    [{ turbo: true }, 'turbo', 0],
  ])) {
    const pair = new Pair(settings);
    pair.send([{ id: 1, name: 'a.bin', data }]);
    pair.run();
    assert.equal(digest(pair.received[0]?.data ?? []), digest(data));
    const name = JSON.stringify(settings);
    for (const end of [pair.sender, pair.receiver]) {
      assert.ok(end.modes.has(mode), `${name}: ${[...end.modes].join()}`);
      assert.equal(end.number('escapes_controls'), escapes, name);
    }
    pair.delete();
  }
});

test('a receiver can ask for the checksum of what it is offered', () => {
  const data = randomBytes(100_000);
  const pair = new Pair({});
  pair.checks = [0, 4096];
  pair.send([{ id: 1, name: 'a.bin', data }]);
  pair.run();
  assert.deepEqual(pair.checksums, [
    { length: 0, crc32: crc32(data) },
    { length: 4096, crc32: crc32(data.subarray(0, 4096)) },
  ]);
  assert.equal(digest(pair.received[0]?.data ?? []), digest(data));
  pair.delete();
});

test('what a board has to say passes, without control characters', () => {
  const port = new module.Port(SETTINGS);
  const text = Buffer.from('Disk\x07 full.');
  const end = Buffer.from('k'); // ZCRCW
  const check = crc16(Buffer.concat([text, end]));
  const bytes = Buffer.concat([
    hexHeader(0, 0),
    hexHeader(19, 0), // ZSTDERR
    text,
    Buffer.from([0x18]),
    end,
    Buffer.from([check >> 8, check & 0xff].flatMap(escaped)),
    Buffer.from([0x11]),
  ]);
  const said = [];
  for (const byte of bytes) {
    module.HEAPU8[port.inbox()] = byte;
    port.step(1, module.OUTBOX_BYTES, 0);
    for (let event = port.takeEvent(); event.kind !== module.PortEventKind.none;) {
      if (event.kind === module.PortEventKind.peer_message) said.push(event.text);
      event = port.takeEvent();
    }
  }
  assert.deepEqual(said, ['Disk full.']);
  port.delete();
});

test('an answer to an old question takes no piece of the source away', () => {
  const port = new module.Port(SETTINGS);
  const before = port.source();
  port.provide(1, 4096, 1024, 0);
  assert.equal(port.source(), before);
  port.delete();
});

/** One end: a port with the views that a page would have. */
class End {
  /** @param {Partial<typeof SETTINGS>} settings */
  constructor(settings) {
    this.port = new module.Port({ ...SETTINGS, ...settings });
    this.report = new Float64Array(module.HEAPU8.buffer, this.port.report(), module.REPORT_FIELDS);
    /** @type {Buffer[]} */
    this.incoming = [];
    /** In which modes data have travelled. @type {Set<string>} */
    this.modes = new Set();
  }

  /** @param {ReportFieldName} field */
  number(field) {
    return this.report[module.ReportField[field].value] ?? 0;
  }

  noteMode() {
    for (const [name, { value }] of Object.entries(module.DataMode)) {
      if (value === this.number('mode') && this.number('reached') > 0) this.modes.add(name);
    }
  }

  /** @param {number} at @param {number} length */
  copy(at, length) {
    return Buffer.from(module.HEAPU8.subarray(at, at + length));
  }
}

/** A sender and a receiver, a perfect or once-damaged line between them, and a clock. */
class Pair {
  /** @param {Partial<typeof SETTINGS> & { flipAt?: number }} how */
  constructor({ flipAt = -1, ...settings }) {
    this.sender = new End(settings);
    this.receiver = new End(settings);
    this.flipAt = flipAt;
    this.sentBytes = 0;
    this.now = 0;
    /** @type {{ id: number, name: string, data: Buffer }[]} */
    this.files = [];
    /** @type {{ name: string, data: Buffer, pieces: Buffer[] }[]} */
    this.received = [];
    /** @type {import('../../../wasm/boardwalk_wasm.js').PortEvent[]} */
    this.offers = [];
    /** Lengths of which the receiver asks the checksum before it accepts a file. @type {number[]} */
    this.checks = [];
    /** What it was told. @type {{ length: number, crc32: number }[]} */
    this.checksums = [];
    /** @type {{ failed: boolean | null, outcomes: string[] }[]} */
    this.ends = [
      { failed: null, outcomes: [] },
      { failed: null, outcomes: [] },
    ];
  }

  delete() {
    this.sender.port.delete();
    this.receiver.port.delete();
  }

  /** @param {{ id: number, name: string, data: Buffer }[]} files */
  send(files) {
    this.files = files;
    for (const { id, name, data } of files) {
      this.sender.port.queueFile({ id, name, size: data.length, modified: 0 }, this.now);
    }
    this.sender.port.start(module.Direction.upload, this.now);
  }

  run() {
    for (let turns = 0; this.ends.some(({ failed }) => failed === null); ++turns) {
      assert.ok(turns < 100_000, 'the transfer does not end');
      const moved = this.#turn(this.sender, this.receiver);
      if (this.#turn(this.receiver, this.sender) || moved) continue;
      // Nothing on the way: only time can go on.
      const next = Math.min(this.sender.number('deadline_ms'), this.receiver.number('deadline_ms'));
      assert.ok(next < Infinity, 'both sides wait for ever');
      this.now = Math.max(this.now, next);
      this.sender.port.step(0, module.OUTBOX_BYTES, this.now);
      this.#handOn(this.sender, this.receiver);
      this.receiver.port.step(0, module.OUTBOX_BYTES, this.now);
      this.#handOn(this.receiver, this.sender);
    }
  }

  /** @param {End} end @param {End} other */
  #turn(end, other) {
    const input = end.number('pending') > 0 ? undefined : end.incoming.shift();
    if (input !== undefined) module.HEAPU8.set(input, end.port.inbox());
    if (input !== undefined || end.number('pending') > 0) {
      end.port.step(input?.length ?? 0, module.OUTBOX_BYTES, this.now);
      this.#handOn(end, other);
      return true;
    }
    end.port.speak(module.OUTBOX_BYTES, this.now);
    return this.#handOn(end, other);
  }

  /** @param {End} end @param {End} other */
  #handOn(end, other) {
    end.noteMode();
    const length = end.number('out_length');
    if (length > 0) {
      const sent = end.copy(end.port.outbox(), length);
      if (end === this.sender) {
        const at = this.flipAt - this.sentBytes;
        if (at >= 0 && at < sent.length) sent.writeUInt8(sent.readUInt8(at) ^ 0x04, at);
        this.sentBytes += sent.length;
      }
      other.incoming.push(sent);
    }
    const fileLength = end.number('file_length');
    if (fileLength > 0) {
      const file = this.received.at(-1);
      assert.ok(file);
      const have = file.pieces.reduce((sum, piece) => sum + piece.length, 0);
      assert.equal(end.number('file_offset'), have);
      file.pieces.push(end.copy(end.number('file_at'), fileLength));
      end.port.committed(end.number('file_id'), have + fileLength, this.now);
    }
    const events = end.number('events');
    for (let left = events; left > 0; --left) this.#event(end);
    return length > 0 || fileLength > 0 || events > 0;
  }

  /** @param {number} id @param {Port} port */
  #askOrAccept(id, port) {
    const length = this.checks[this.checksums.length];
    if (length === undefined) port.accept(id, 0, this.now);
    else port.requestChecksum(id, length, this.now);
  }

  /** @param {End} end */
  #event(end) {
    const { PortEventKind: kinds, Outcome: outcomes } = module;
    const { port } = end;
    const event = port.takeEvent();
    const summary = this.ends[end === this.sender ? 0 : 1];
    assert.ok(summary);
    if (event.kind === kinds.file_offered) {
      this.offers.push(event);
      this.received.push({ name: event.name, data: Buffer.alloc(0), pieces: [] });
      this.#askOrAccept(event.id, port);
    } else if (event.kind === kinds.checksum_told) {
      this.checksums.push({ length: event.length, crc32: event.crc32 });
      this.#askOrAccept(event.id, port);
    } else if (event.kind === kinds.file_ended) {
      const file = this.received.at(-1);
      assert.ok(file);
      file.data = Buffer.concat(file.pieces);
      assert.equal(event.size, file.data.length);
      port.saved(event.id, this.now);
    } else if (event.kind === kinds.file_wanted) {
      const data = this.files.find(({ id }) => id === event.id)?.data.subarray(event.offset);
      assert.ok(data && data.length >= event.length);
      module.HEAPU8.set(data.subarray(0, event.length), port.source());
      port.provide(event.id, event.offset, event.length, this.now);
    } else if (event.kind === kinds.file_done) {
      const [name] = Object.entries(outcomes).find(([, value]) => value === event.outcome) ?? [''];
      summary.outcomes.push(name);
    } else if (event.kind === kinds.transfer_ended) {
      summary.failed = event.failed;
    }
  }
}

/** A header of ZMODEM in hex. @param {number} type @param {number} number */
function hexHeader(type, number) {
  const header = Buffer.alloc(5);
  header.writeUInt8(type);
  header.writeUInt32LE(number, 1);
  const check = crc16(header).toString(16).padStart(4, '0');
  return Buffer.from(`**\x18B${header.toString('hex')}${check}\r\n\x11`, 'latin1');
}

/** @param {number} byte */
function escaped(byte) {
  return (byte & 0x60) === 0 ? [0x18, byte ^ 0x40] : [byte];
}

/** By its definition, bit by bit. @param {Uint8Array} bytes */
function crc16(bytes) {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; ++bit) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc;
}

/** By its definition, bit by bit. @param {Uint8Array} bytes */
function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; ++bit) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** @param {Uint8Array | never[]} bytes */
function digest(bytes) {
  return createHash('sha256').update(Buffer.from(bytes)).digest('hex');
}

/** @type {(name: string, index: number, all: string[]) => boolean} */
function unique(name, index, all) {
  return all.indexOf(name) === index;
}
