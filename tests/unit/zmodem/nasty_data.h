// Data that is hard on some coding: what it escapes, what it counts, what it packs.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "support/buffer.h"

namespace boardwalk::test {

struct NastyData {
  std::string name;
  std::function<std::byte(std::size_t)> byte_at;

  [[nodiscard]] Buffer first(std::size_t size) const {
    Buffer data(size);
    for (std::size_t i = 0; i < size; ++i) {
      data[i] = byte_at(i);
    }
    return data;
  }
};

inline std::vector<NastyData> all_nasty_data() {
  std::vector<NastyData> all;
  const auto add = [&](std::string name, std::function<std::byte(std::size_t)> byte_at) {
    all.push_back({std::move(name), std::move(byte_at)});
  };
  for (const unsigned value : {0x00U, 0x18U, 0x20U, 0x7eU, 0x7fU, 0x80U, 0x8dU, 0x91U, 0xffU}) {
    add("all " + to_hex(Buffer{static_cast<std::byte>(value)}),
        [=](std::size_t) { return static_cast<std::byte>(value); });
  }
  const auto repeated = [&](std::string name, std::string_view digits) {
    const Buffer unit = from_hex(digits);
    add(std::move(name), [=](std::size_t at) { return unit[at % unit.size()]; });
  };
  repeated("tildes apart", "7e417e7e42");
  repeated("pairs above 7f", "9595a6a6ffff8080");
  repeated("CR behind @", "400d400dc08d");
  repeated("false headers", "2a2a184230302a184100");
  repeated("false ends", "1868186918");
  repeated("no two alike, all to be escaped", "101113189091939899");
  add("all values", [](std::size_t at) { return static_cast<std::byte>(at); });
  add("all values, twice each", [](std::size_t at) { return static_cast<std::byte>(at / 2); });
  // Runs of every length up to 200, each of another byte.
  Buffer runs;
  for (std::size_t length = 1; runs.size() < 8192; length = length % 200 + 1) {
    runs.insert(runs.end(), length, static_cast<std::byte>(length * 37));
    runs.insert(runs.end(), length % 40, std::byte{' '});
  }
  add("runs", [=](std::size_t at) { return runs[at % runs.size()]; });
  const Buffer random = random_bytes(8192, 3);
  add("random", [=](std::size_t at) { return random[at % random.size()]; });
  return all;
}

}  // namespace boardwalk::test
