// See places.h.
#include "support/places.h"

#include <array>

namespace boardwalk::test {

namespace {

SessionConfig small(SessionConfig config) {
  config.sink_window = 64_KiB;
  config.source_piece = 16_KiB;
  config.zmodem.window = 4096;
  return config;
}

std::unique_ptr<SessionUnderTest> receiver_after(std::initializer_list<const char*> phrases,
                                                 HostPolicy policy = {}) {
  auto session = std::make_unique<SessionUnderTest>(small(receiving()), policy);
  for (const char* phrase : phrases) {
    session->hears(phrase);
  }
  return session;
}

std::unique_ptr<SessionUnderTest> sender_after(std::initializer_list<const char*> phrases) {
  std::vector<OutgoingFile> files = {{.name = "a.bin", .size = 20000},
                                     {.name = "b.bin", .size = 5}};
  auto session = std::make_unique<SessionUnderTest>(small(sending()), std::move(files));
  for (const char* phrase : phrases) {
    session->hears(phrase);
  }
  return session;
}

}  // namespace

std::unique_ptr<SessionUnderTest> session_in(Place place) {
  switch (place) {
    case Place::terminal:
      return std::make_unique<SessionUnderTest>(small(browsing()));
    case Place::invited:
      return std::make_unique<SessionUnderTest>(small(receiving()));
    case Place::offered: {
      HostPolicy policy;
      policy.on_offer = [](const std::string&) {
        return OfferAnswer{OfferAnswer::Kind::say_nothing, 0};
      };
      return receiver_after({"ZFILE a.bin 1000"}, policy);
    }
    case Place::positioned:
      return receiver_after({"ZFILE a.bin 1000"});
    case Place::in_data:
      return receiver_after({"ZFILE a.bin 1000", "ZDATA 0; DATA 100 go-on"});
    case Place::with_holes:
      return receiver_after({"ZFILE a.bin 5000 holes", "ZDATA 0; DATA 100 go-on",
                             "DATA 100 go-on damaged", "ZDATA 1000; DATA 100 end",
                             "ZDATA 3000; DATA 100 go-on"});
    case Place::ended:
      return receiver_after({"ZFILE a.bin 100", "ZDATA 0; DATA 100 end; ZEOF 100"});
    case Place::farewell:
      return receiver_after({"ZFIN"});
    case Place::called:
      return sender_after({});
    case Place::offering:
      return sender_after({"ZRINIT"});
    case Place::sending:
      return sender_after({"ZRINIT", "ZRPOS 0"});
    case Place::filling:
      return sender_after({"ZRINIT 2023", "ZRPOS 0", "ZRPOS 0 variable-hex + 000020e8030000",
                           "ZRPOS 2000 variable-hex + 00002000080000"});
    case Place::ending:
      return sender_after({"ZRINIT", "ZRPOS 19999"});
    case Place::finishing:
      return sender_after({"ZRINIT", "ZSKIP", "ZSKIP"});
  }
  return nullptr;
}

std::string name_of(Place place) {
  constexpr std::array<const char*, kPlaces> kNames = {
      "terminal", "invited", "offered",  "positioned", "in_data", "with_holes", "ended",
      "farewell", "called",  "offering", "sending",    "filling", "ending",     "finishing"};
  return kNames[static_cast<std::size_t>(place)];
}

}  // namespace boardwalk::test
