// Peers that send as much as they can of anything: what a session holds stays within its fixed
// windows, whether its host follows or does not look at all.
#include <gtest/gtest.h>

#include <map>

#include "support/allocated_bytes.h"
#include "support/fake_peer.h"
#include "support/session_under_test.h"

namespace boardwalk::test {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kFlood = 100'000;
// What a transfer, its names and a crowd of events may need beside the windows that a session makes
// at its beginning.
constexpr std::size_t kSmallChange = 16_KiB;

// A peer's words, again and again; `#` becomes a number that counts up.
const std::vector<std::string> kFloods = {
    "TEXT \"a menu, a picture, a fortune\\r\\n\"",
    "TEXT \"**\\x18B0\"",
    "TEXT \"**\\x18B000000000000000\"",
    "HEX 18",
    "HEX fffa18",
    "HEX fffb01",
    "ZRQINIT",
    "ZRINIT",
    "ZRQINIT; ZFILE file-# 1000; ZSKIP",
    "ZFILE file-# 1000",
    "ZFILE file-# 1000; ZFERR",
    "ZFILE file-# 0; ZEOF 0",
    "ZFILE file-# 100; ZDATA 0; DATA 100 end; ZEOF 100",
    "ZFILE a-name-that-is-longer-than-what-fits-into-a-string-without-the-heap-# 1000",
    "ZSINIT 40 \"attention, attention\"",
    "ZCOMMAND 00 \"rm -rf everything\"",
    "ZFREECNT",
    "ZDATA 0; DATA 1000 go-on",
    "ZDATA 0; DATA 1000 go-on damaged",
    "ZFILE file-# 60000 holes; ZDATA #; DATA 1 end",
    "ZFILE file 60000 holes; ZDATA 5000; DATA 10 end; ZDATA #; DATA 1 end; DATA 10 end damaged",
    "ZRINIT 2023; ZRPOS 0; ZRPOS # variable-hex + 00002000000100",
    "ZRPOS 0 variable-hex + 00000200000000000000000000",
    "ZDATA 0 rle32; DATA 1000 go-on",
    "ZDATA 0 seven-bit; DATA 1000 go-on",
    "ZDATA 0 packed; DATA 1000 go-on",
    "ZDATA 0 turbo; DATA 1000 go-on",
    "ZSTDERR",
    "DATA 1000 go-on; DATA 1000 ack-go-on",
    "ZNAK",
    "ZRPOS 0",
    "ZRPOS #",
    "ZACK #",
    "ZCRC 0",
    "ZCHALLENGE 12345678",
    "ZSKIP",
    "ZFIN",
    "ZABORT",
    "ZCOMPL",
    "CANCEL; ZRQINIT",
    "CANCEL; ZRINIT",
};

Buffer flood_of(const std::string& words) {
  FakePeer peer;
  Buffer flood;
  for (std::size_t count = 0; flood.size() < kFlood; ++count) {
    for (std::size_t at = 0; at < words.size();) {
      const std::size_t end = std::min(words.find(';', at), words.size());
      std::string phrase = words.substr(at, end - at);
      if (const std::size_t number = phrase.find('#'); number != std::string::npos) {
        phrase.replace(number, 1, std::to_string(count % 1000));
      }
      append(flood, peer.say(phrase));
      at = end + 1;
    }
  }
  return flood;
}

// By their words; made once.
const std::map<std::string, Buffer>& all_floods() {
  static const auto floods = [] {
    std::map<std::string, Buffer> made;
    for (const std::string& words : kFloods) {
      made.emplace(words, flood_of(words));
    }
    return made;
  }();
  return floods;
}

enum class Host { accepts, skips, says_nothing, never_looks };

// A host that keeps nothing, so that what grows is the session.
class Flooded {
 public:
  Flooded(const SessionConfig& config, Host host) : session_(config), host_(host) {
    session_.advance(now_);
    if (config.opening == Opening::send) {
      const FileToSend file{.id = FileId{1}, .name = "a.bin", .size = kSize};
      session_.send_files({&file, 1}, now_);
    }
    turn();
    before_ = allocated_bytes();
  }

  void hears(Bytes bytes) {
    const std::size_t piece = 4096;
    for (std::size_t at = 0; at < bytes.size();) {
      const std::size_t size = std::min(piece, bytes.size() - at);
      const std::size_t taken = session_.receive(bytes.subspan(at, size), now_);
      turn();
      most_ = std::max(most_, allocated_bytes());
      at += taken;
      now_ += 1ms;
      if (now_ >= session_.deadline()) {
        session_.advance(now_);
      }
      if (taken == 0 && host_ == Host::never_looks) {
        return;  // it waits until somebody looks, as it should
      }
    }
  }

  [[nodiscard]] std::size_t growth() const { return most_ > before_ ? most_ - before_ : 0; }

 private:
  static constexpr std::size_t kSize = 100'000;

  void turn() {
    if (host_ != Host::never_looks) {
      while (const auto event = session_.next_event()) {
        answer(*event);
      }
    }
    while (session_.transmit(outbox_, now_) != 0) {
    }
  }

  void answer(const Event& event) {
    if (const auto* offer = std::get_if<FileOffered>(&event)) {
      if (host_ == Host::accepts) {
        session_.accept(offer->id, FileOffset{}, now_);
      } else if (host_ == Host::skips) {
        session_.skip(offer->id, now_);
      }
    } else if (const auto* bytes = std::get_if<FileBytes>(&event)) {
      session_.committed(bytes->id, bytes->offset + bytes->bytes.size(), now_);
    } else if (const auto* ended = std::get_if<FileEnded>(&event)) {
      session_.saved(ended->id, now_);
    } else if (const auto* wanted = std::get_if<FileWanted>(&event)) {
      const auto at = static_cast<std::size_t>(wanted->offset.value());
      session_.provide(wanted->id, wanted->offset, Bytes(content_).subspan(at, wanted->length),
                       now_);
    }
  }

  Session session_;
  Host host_;
  TimePoint now_ = TimePoint{} + 1s;
  Buffer outbox_ = Buffer(64_KiB);
  Buffer content_ = random_bytes(kSize, 1);
  std::size_t before_ = 0;
  std::size_t most_ = 0;
};

SessionConfig over_telnet(SessionConfig config) {
  config.telnet.enabled = true;
  return config;
}

class Flood : public ::testing::TestWithParam<Host> {};

TEST_P(Flood, FillsNothingButTheFixedWindows) {
  for (const auto& [words, flood] : all_floods()) {
    for (SessionConfig config : {receiving(), sending(), browsing(), over_telnet(browsing())}) {
      config.sink_window = 64_KiB;
      config.source_piece = 16_KiB;
      Flooded session(config, GetParam());
      session.hears(flood);
      ASSERT_LT(session.growth(), kSmallChange)
          << words << ", opening " << static_cast<int>(config.opening);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Hosts, Flood,
                         ::testing::Values(Host::accepts, Host::skips, Host::says_nothing,
                                           Host::never_looks),
                         [](const auto& test) {
                           switch (test.param) {
                             case Host::accepts:
                               return "Accepts";
                             case Host::skips:
                               return "Skips";
                             case Host::says_nothing:
                               return "SaysNothing";
                             default:
                               return "NeverLooks";
                           }
                         });

}  // namespace
}  // namespace boardwalk::test
