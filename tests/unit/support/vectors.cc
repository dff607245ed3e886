// See vectors.h.
#include "support/vectors.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace boardwalk::test {

namespace {

void flatten(const nlohmann::json& value, const std::string& prefix,
             std::map<std::string, std::string>& into) {
  for (const auto& [key, item] : value.items()) {
    if (item.is_object()) {
      flatten(item, prefix + key + ".", into);
    } else {
      into[prefix + key] = item.is_string() ? item.get<std::string>() : item.dump();
    }
  }
}

std::vector<Vector> load() {
  const Buffer text = test_data("vectors/vectors.json");
  const auto file = nlohmann::json::parse(reinterpret_cast<const char*>(text.data()),
                                          reinterpret_cast<const char*>(text.data()) + text.size());
  std::vector<Vector> vectors;
  for (const auto& item : file.at("vectors")) {
    Vector vector;
    vector.id = item.at("id");
    vector.protocol = item.at("proto");
    vector.what = item.at("what");
    const std::string mode = item.at("mode");
    vector.mode = mode == "both"     ? Vector::Mode::both
                  : mode == "decode" ? Vector::Mode::decode
                                     : Vector::Mode::reject;
    vector.wire = from_hex(item.at("wire").get<std::string>());
    flatten(item.at("decoded"), "", vector.decoded);
    vectors.push_back(std::move(vector));
  }
  return vectors;
}

}  // namespace

const std::vector<Vector>& all_vectors() {
  static const std::vector<Vector> vectors = load();
  return vectors;
}

const Vector& vector_named(const std::string& id) {
  for (const Vector& vector : all_vectors()) {
    if (vector.id == id) {
      return vector;
    }
  }
  ADD_FAILURE() << "no vector is called " << id;
  return all_vectors().front();
}

}  // namespace boardwalk::test
