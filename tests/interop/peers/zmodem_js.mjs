// The npm package zmodem.js as a program on stdin and stdout, used as its README says:
//   zmodem_js.mjs send FILE...   |   zmodem_js.mjs receive   (into the current folder)
// It waits for the other end to speak first in both roles: a sender needs a ZRINIT, a receiver a
// ZRQINIT. It has no time-outs and repairs nothing; where it throws it cancels, as its users' programs do.
import Zmodem from 'zmodem.js';

import * as line from './line.mjs';

const PIECE = 65536;

/** The session that has begun, for whoever has to cancel it. */
let session = null;

function giveUp(error) {
  if (session !== null && !session.has_ended()) session.abort();
  line.fail(error);
}

/** Feeds the library; `begin` gets the session once the other end has shown itself. */
function listen(begin) {
  const sentry = new Zmodem.Sentry({
    to_terminal() {},
    on_retract() {},
    sender: (octets) => void line.write(octets),
    on_detect(detection) {
      session = detection.confirm();
      begin(session).catch(giveUp);
    },
  });
  let over = false;
  process.stdin.on('data', (bytes) => {
    if (over) return;
    try {
      sentry.consume(bytes);
    } catch (error) {
      over = true;
      giveUp(error);
    }
  });
  process.stdin.on('end', () => {
    if (session === null || !session.has_ended()) line.fail('the line has closed');
  });
}

/** @param {line.SourceFile[]} files */
function send(files) {
  listen(async (sending) => {
    let bytesLeft = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
    for (const [index, { name, bytes, modified, mode }] of files.entries()) {
      const transfer = await sending.send_offer({
        name,
        size: bytes.length,
        mtime: modified,
        mode,
        files_remaining: files.length - index,
        bytes_remaining: bytesLeft,
      });
      bytesLeft -= bytes.length;
      if (transfer === undefined) continue;
      let at = transfer.get_offset();
      for (; bytes.length - at > PIECE; at += PIECE) {
        transfer.send(bytes.subarray(at, at + PIECE));
        await line.write([]);
      }
      await transfer.end(bytes.subarray(at));
    }
    await sending.close();
    line.end(0);
  });
}

function receive() {
  listen(async (receiving) => {
    receiving.on('offer', (offer) => {
      const file = new line.StoredFile(offer.get_details().name);
      offer
        .accept({ on_input: (octets) => file.write(octets) })
        .then(() => file.close())
        .catch(giveUp);
    });
    receiving.on('session_end', () => {
      if (!receiving.aborted()) line.end(0);
    });
    await receiving.start();
  });
}

line.run({ send, receive });
