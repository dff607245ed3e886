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

const SETTINGS = {
  telnet: false,
  utf8Names: false,
  columns: 80,
  rows: 25,
  largestBlock: 1024,
  crc: 32,
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

/** Members that Embind gives to every class. */
const EMBINDS_OWN = ['constructor', 'isAliasOf', 'clone', 'isDeleted', 'deleteLater'];
/** What Emscripten and Embind leave on the module object besides ours, which all begin with a capital. */
const NOT_OURS = /^[^A-Z]|^HEAP|Error$/;

test('the types by hand name exactly what the module has', () => {
  const { members, names } = described();
  const onPort = Object.getOwnPropertyNames(module.Port.prototype);
  assert.deepEqual(
    [...onPort.filter((name) => !EMBINDS_OWN.includes(name)), 'delete'].sort().filter(unique),
    members.get('Port')?.toSorted(),
  );
  const onModule = Object.keys(module).filter((name) => !NOT_OURS.test(name));
  assert.deepEqual([...onModule, 'HEAPU8'].sort(), members.get('BoardwalkModule')?.toSorted());
  /** @type {[string, string][]} */
  const enums = [
    ['Direction', 'DirectionName'],
    ['Outcome', 'OutcomeName'],
    ['Fault', 'FaultName'],
    ['RefusedWhat', 'RefusedName'],
    ['PortEventKind', 'PortEventKindName'],
    ['ReportField', 'ReportFieldName'],
  ];
  for (const [enumName, union] of enums) {
    const values = /** @type {any} */ (module)[enumName];
    assert.deepEqual(
      Object.keys(values)
        .filter((name) => !['values', 'argCount'].includes(name))
        .sort(),
      names.get(union)?.toSorted(),
      enumName,
    );
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
  const incomplete = { ...SETTINGS, crc: undefined };
  Reflect.deleteProperty(incomplete, 'crc');
  assert.throws(() => new module.Port(/** @type {any} */ (incomplete)), /crc/);
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
  assert.equal(bytes, 16 * 1024 * 1024);
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
  }

  /** @param {ReportFieldName} field */
  number(field) {
    return this.report[module.ReportField[field].value] ?? 0;
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

  /** @param {End} end */
  #event(end) {
    const { PortEventKind: kinds, Outcome: outcomes } = module;
    const { port } = end;
    const event = port.takeEvent();
    const summary = this.ends[end === this.sender ? 0 : 1];
    assert.ok(summary);
    if (event.kind === kinds.file_offered) {
      this.received.push({ name: event.name, data: Buffer.alloc(0), pieces: [] });
      port.accept(event.id, 0, this.now);
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

/** @param {Uint8Array | never[]} bytes */
function digest(bytes) {
  return createHash('sha256').update(Buffer.from(bytes)).digest('hex');
}

/** @type {(name: string, index: number, all: string[]) => boolean} */
function unique(name, index, all) {
  return all.indexOf(name) === index;
}
