// The npm package zmodem2 as a program on stdin and stdout, used as its README says:
//   zmodem2.mjs send FILE...   |   zmodem2.mjs receive   (into the current folder)
// The library is a pair of state machines without a clock: nothing is ever asked for again. A damaged
// header or subpacket makes it throw, and it has no word for "cancelled": the program just ends.
import { Receiver, ReceiverEvent, Sender, SenderEvent } from 'zmodem2';

import * as line from './line.mjs';

/**
 * Moves bytes between the line and the machine. `turn` does what the machine asks of its user and
 * says whether that was anything; it is asked until it and the machine have nothing more to do.
 */
function drive(machine, turn) {
  let waiting = Buffer.alloc(0);
  let busy = false;
  async function pump() {
    if (busy) return;
    busy = true;
    for (let moved = true; moved;) {
      moved = false;
      const outgoing = machine.drainOutgoing();
      if (outgoing.length > 0) {
        await line.write(outgoing);
        moved = true;
      }
      if (turn()) moved = true;
      const taken = machine.feedIncoming(waiting);
      waiting = waiting.subarray(taken);
      if (taken > 0) moved = true;
    }
    busy = false;
  }
  process.stdin.on('data', (bytes) => {
    waiting = Buffer.concat([waiting, bytes]);
    pump().catch(line.fail);
  });
  process.stdin.on('end', () => line.fail('the line has closed'));
  pump().catch(line.fail);
}

/** @param {line.SourceFile[]} files */
function send(files) {
  const sender = new Sender();
  const left = files.slice();
  let current = left.shift();
  const begin = () => {
    if (current === undefined) sender.finishSession();
    else sender.startFile(current.name, current.bytes.length);
  };
  begin();
  drive(sender, () => {
    const event = sender.pollEvent();
    if (event === SenderEvent.FileComplete) {
      current = left.shift();
      begin();
    } else if (event === SenderEvent.SessionComplete) {
      void line.write(sender.drainOutgoing()).then(() => line.end(0));
    }
    const wanted = sender.pollFile();
    if (wanted === null || current === undefined) return event !== null;
    sender.feedFile(current.bytes.subarray(wanted.offset, wanted.offset + wanted.len));
    return true;
  });
}

function receive() {
  const receiver = new Receiver();
  let file = null;
  drive(receiver, () => {
    const data = receiver.drainFile();
    if (data.length > 0) file.write(data);
    const event = receiver.pollEvent();
    if (event === ReceiverEvent.FileStart) {
      file = new line.StoredFile(receiver.getFileName());
    } else if (event === ReceiverEvent.FileComplete) {
      file.close();
    } else if (event === ReceiverEvent.SessionComplete) {
      void line.write(receiver.drainOutgoing()).then(() => line.end(0));
    }
    return data.length > 0 || event !== null;
  });
}

line.run({ send, receive });
