// See transcript.h.
#include "support/transcript.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <stdexcept>

#include "support/wire_tap.h"

namespace boardwalk::test {

namespace {

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) {
    return {};
  }
  return std::string(text.substr(first, text.find_last_not_of(' ') - first + 1));
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  bool quoted = false;
  std::string part;
  for (const char letter : text) {
    quoted ^= letter == '"';
    if (letter == separator && !quoted) {
      parts.push_back(trimmed(part));
      part.clear();
    } else {
      part += letter;
    }
  }
  parts.push_back(trimmed(part));
  std::erase(parts, "");
  return parts;
}

Duration duration_from(const std::string& word) {
  std::size_t used = 0;
  const std::int64_t count = std::stoll(word, &used);
  const std::string unit = word.substr(used);
  if (unit == "s") {
    return std::chrono::seconds{count};
  }
  if (unit == "ms") {
    return std::chrono::milliseconds{count};
  }
  throw std::invalid_argument("no such duration: " + word);
}

void set_knob(SessionConfig& config, const std::vector<std::string>& words) {
  const std::string& knob = words.at(0);
  const auto number = [&words] { return std::stoul(words.at(1)); };
  if (knob == "window") {
    config.zmodem.window = number();
  } else if (knob == "block") {
    config.zmodem.largest_block = config.zmodem.first_block = number();
  } else if (knob == "largest-block") {
    config.zmodem.largest_block = number();
  } else if (knob == "crc") {
    config.zmodem.crc = number() == 16 ? CrcKind::crc16 : CrcKind::crc32;
  } else if (knob == "escape-controls") {
    config.zmodem.escape_controls = true;
  } else if (knob == "retries") {
    config.timing.retries = static_cast<unsigned>(number());
  } else if (knob == "no-rz") {
    config.zmodem.announce_with_rz = false;
  } else if (knob == "segmented") {
    config.zmodem.segmented = true;
  } else if (knob == "buffer") {
    config.zmodem.receive_buffer = static_cast<std::uint16_t>(number());
  } else if (knob == "escape-controls") {
    config.zmodem.escape_controls = true;
  } else if (knob == "escape-8th") {
    config.zmodem.escape_8th = true;
  } else if (knob == "pack7") {
    config.zmodem.pack7 = true;
  } else if (knob == "turbo") {
    config.zmodem.turbo = true;
  } else if (knob == "rle") {
    config.zmodem.rle = true;
  } else if (knob == "variable-headers") {
    config.zmodem.variable_headers = true;
  } else if (knob == "no-holes") {
    config.zmodem.selective_repeat = false;
  } else if (knob == "no-adapting") {
    config.zmodem.adapt_to_line = false;
  } else if (knob == "telnet") {
    config.telnet.enabled = true;
  } else {
    throw std::invalid_argument("no such knob: " + knob);
  }
}

void set_policy(HostPolicy& policy, const std::vector<std::string>& words) {
  const std::string& rule = words.at(0);
  const auto answer = [&policy](const std::string& name, OfferAnswer given) {
    policy.on_offer = [before = policy.on_offer, name, given](const std::string& offered) {
      return offered == name ? given : before ? before(offered) : OfferAnswer{};
    };
  };
  if (rule == "skip") {  // skip NAME
    answer(words.at(1), {OfferAnswer::Kind::skip, 0});
  } else if (rule == "silent") {  // silent NAME: the person does not answer the offer
    answer(words.at(1), {OfferAnswer::Kind::say_nothing, 0});
  } else if (rule == "resume") {  // resume NAME FROM
    answer(words.at(1), {OfferAnswer::Kind::accept, std::stoull(words.at(2))});
  } else if (rule == "fail-sink") {  // fail-sink NAME BYTES
    policy.failing_sink = words.at(1);
    policy.sink_fails_at = std::stoull(words.at(2));
  } else if (rule == "no-commit") {  // until `do: commit`
    policy.commits = false;
  } else if (rule == "no-save") {  // until `do: save`
    policy.saves = false;
  } else if (rule == "no-provide") {  // until `do: provide`
    policy.provides = false;
  } else {
    throw std::invalid_argument("no such policy: " + rule);
  }
}

OutgoingFile file_from(const std::vector<std::string>& words) {
  // NAME SIZE [fails-at OFFSET]
  OutgoingFile file;
  file.name = words.at(0);
  file.size = std::stoull(words.at(1));
  if (words.size() > 2) {
    file.fails_at = std::stoull(words.at(3));
  }
  return file;
}

void act(SessionUnderTest& session, WireTap& tap, const std::string& argument) {
  const std::vector<std::string> words = split(argument, ' ');
  const std::string& verb = words.at(0);
  if (verb == "cancel") {
    session.cancels();
  } else if (verb == "close") {
    session.loses_its_wire();
  } else if (verb == "commit") {
    session.host().commit_all(session.now());
  } else if (verb == "save") {
    session.host().save(session.now());
  } else if (verb == "provide") {
    session.host().provide(session.now());
  } else if (verb == "type") {
    session.types(words.at(1));
  } else if (verb == "accept") {
    session.session().accept(session.host().incoming().back().id, FileOffset{0}, session.now());
  } else if (verb == "ask-checksum") {
    session.session().request_checksum(session.host().incoming().back().id,
                                       std::stoull(words.at(1)), session.now());
  } else if (verb == "skip") {
    session.session().skip(session.host().incoming().back().id, session.now());
  } else if (verb == "allow") {
    session.allow(words.at(1) == "all" ? kUnlimited : std::stoul(words.at(1)));
  } else if (verb == "send") {
    OutgoingFile file = file_from({words.begin() + 1, words.end()});
    tap.knows(file.name, file.size, file.content);
    session.sends(std::move(file));
  } else if (verb == "start-download" || verb == "start-upload") {
    session.session().start(verb == "start-upload" ? Direction::upload : Direction::download,
                            session.now());
  } else {
    throw std::invalid_argument("no such action: " + verb);
  }
  session.pump();
}

std::string mismatch(const TranscriptStep& step, std::string_view who, const std::string& expected,
                     const std::string& actual) {
  std::ostringstream text;
  text << "line " << step.line << " (" << step.verb << ": " << step.argument << ")\n  " << who
       << " expected: " << expected << "\n  " << who << " actually: " << actual;
  return text.str();
}

}  // namespace

std::vector<std::string> transcript_names() {
  std::vector<std::string> names;
  for (const auto& entry :
       std::filesystem::directory_iterator(BOARDWALK_TEST_DATA "/transcripts")) {
    if (entry.path().extension() == ".txt") {
      names.push_back(entry.path().stem().string());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

Transcript load_transcript(const std::string& name) {
  Transcript transcript;
  transcript.name = name;
  // Small windows: a transcript runs thousands of times.
  transcript.config.sink_window = std::size_t{32} << 10;
  transcript.config.source_piece = std::size_t{16} << 10;
  transcript.steps.push_back({0, "begin", "", "", "", ""});
  const Buffer bytes = test_data("transcripts/" + name + ".txt");
  std::istringstream text(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  std::string line;
  for (int number = 1; std::getline(text, line); ++number) {
    if (line.empty() || line[0] == '#') {
      continue;
    }
    const std::size_t colon = line.find(':');
    const std::string verb = line.substr(0, colon);
    const std::string argument = colon == std::string::npos ? "" : trimmed(line.substr(colon + 1));
    const std::vector<std::string> words = split(argument, ' ');
    try {
      if (verb == "session") {
        transcript.config.opening = argument == "receive" ? Opening::receive
                                    : argument == "send"  ? Opening::send
                                                          : Opening::terminal;
      } else if (verb == "set") {
        set_knob(transcript.config, words);
      } else if (verb == "policy") {
        set_policy(transcript.policy, words);
      } else if (verb == "file") {
        transcript.files.push_back(file_from(words));
      } else if (verb == "screen") {
        transcript.steps.back().screen = argument;
      } else if (verb == "us" || verb == "host") {
        TranscriptStep& step = transcript.steps.back();
        std::string& expected = verb == "us" ? step.us : step.host;
        expected += (expected.empty() ? "" : "; ") + join(split(argument, ';'));
      } else if (verb == "peer" || verb == "time" || verb == "do") {
        transcript.steps.push_back({number, verb, argument, "", "", ""});
      } else {
        throw std::invalid_argument("no such line: " + verb);
      }
    } catch (const std::exception& error) {
      ADD_FAILURE() << name << ".txt:" << number << ": " << error.what();
    }
  }
  return transcript;
}

std::optional<std::string> play(const Transcript& transcript, Cut cut, std::size_t* peer_bytes) {
  WireTap tap(transcript.config.telnet.enabled ? WireTap::Line::telnet : WireTap::Line::raw);
  for (const OutgoingFile& file : transcript.files) {
    tap.knows(file.name, file.size, file.content);
  }
  SessionUnderTest session(transcript.config, transcript.policy);
  FakePeer peer;
  std::size_t said = 0;
  for (const TranscriptStep& step : transcript.steps) {
    if (step.verb == "begin") {
      for (const OutgoingFile& file : transcript.files) {
        session.host().add(file);
      }
      if (!transcript.files.empty()) {
        session.host().send_all(session.now());
        session.pump();
      }
    } else if (step.verb == "time") {
      session.passes(duration_from(step.argument));
    } else if (step.verb == "do") {
      act(session, tap, step.argument);
    } else {
      Buffer wire;
      for (const std::string& phrase : split(step.argument, ';')) {
        append(wire, peer.say(phrase));
      }
      if (cut.kind == Cut::Kind::byte_by_byte) {
        session.hears_in_pieces(wire, 1);
      } else if (cut.kind == Cut::Kind::once && cut.at > said && cut.at < said + wire.size()) {
        session.hears(Bytes(wire).first(cut.at - said));
        session.hears(Bytes(wire).subspan(cut.at - said));
      } else {
        session.hears(Bytes(wire));
      }
      said += wire.size();
    }
    tap.sees(session.said_bytes());
    if (const std::string us = session.says(); us != step.us) {
      return mismatch(step, "us", step.us, us);
    }
    if (const std::string host = session.tells(); host != step.host) {
      return mismatch(step, "host", step.host, host);
    }
    if (const std::string screen = session.shows(); screen != step.screen) {
      return mismatch(step, "screen", step.screen, screen);
    }
    if (tap.mislabelled_bytes() != 0) {
      return mismatch(step, "file", "the file's own bytes at their places", "others");
    }
  }
  for (const IncomingFile& file : session.host().incoming()) {
    if (Content::hashed().differences(file.from, file.bytes) != 0) {
      return "the bytes of " + file.name + " are not those the peer sent";
    }
  }
  if (peer_bytes != nullptr) {
    *peer_bytes = said;
  }
  return std::nullopt;
}

}  // namespace boardwalk::test
