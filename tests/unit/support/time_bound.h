// How long a session can last at the most: the sum of the time-outs that TimingConfig documents,
// for tests of peers and lines that bring nothing forward.
//
// A session waits for its peer in phases: contact, offer, data, the end of a file, good-bye. In
// each of them it either gets forward, or one of these runs out:
//
//   nobody has answered yet        contact_limit
//   an answer is awaited           `retries` + 1 times the longest of contact, reply and data
//   a file is being moved          stall, since the last good piece
//   good-bye has been said         linger (finish with a terminal waiting), as often as `retries`
//                                  allows it to be said
//
// and then the transfer is given up, or is over. A cancelled transfer waits for the line to fall
// silent, which takes `quiet` after the last byte and never more than ten seconds.
// The host's own time (a person who thinks, a disk) is not in it.
#pragma once

#include "boardwalk/config.h"

namespace boardwalk::test {

// The longest time in one phase without anything good from the peer.
Duration longest_phase(const TimingConfig& timing);

// From the last thing that brought the transfer forward to TransferEnded, when the peer goes on to
// send whatever it likes: the rest of the phase, good-bye, silence.
Duration longest_end(const TimingConfig& timing);

// A whole transfer in which so many steps forward are made (a file offered, decided about, ended; a
// good piece of data), each at the last possible moment.
Duration longest_transfer(const TimingConfig& timing, std::uint64_t steps);

}  // namespace boardwalk::test
