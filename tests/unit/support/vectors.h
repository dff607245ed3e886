// The project's own test vectors (tests/unit/vectors/vectors.json): bytes on the wire and what they
// mean. The JSON library stays behind this file.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "support/buffer.h"

namespace boardwalk::test {

struct Vector {
  enum class Mode { both, decode, reject };
  std::string id;
  std::string protocol;
  std::string what;
  Mode mode = Mode::both;
  Buffer wire;
  // Every value as text; nested ones as "header.type".
  std::map<std::string, std::string> decoded;

  [[nodiscard]] const std::string& at(const std::string& key) const { return decoded.at(key); }
  [[nodiscard]] bool has(const std::string& key) const { return decoded.contains(key); }
};

// All of them, in the order of the file.
const std::vector<Vector>& all_vectors();
const Vector& vector_named(const std::string& id);

}  // namespace boardwalk::test
