// IncomingFiles in a folder of its own, and a sender to go with it: one that offers a file, tells
// checksums of it if it can, and hands over its bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "temporary_folder.h"
#include "tool/checksum.h"
#include "tool/incoming_files.h"

namespace boardwalk::tool {

class Incoming : public TemporaryFolder {
 protected:
  enum class Tells { checksums, nothing };

  Incoming() { options_.directory = at("").string(); }

  [[nodiscard]] IncomingFiles open() const {
    auto opened = IncomingFiles::in_folder(options_, Checksums::crc32);
    return std::get<IncomingFiles>(std::move(opened));
  }

  static FileOffered offer(std::string_view name) {
    FileOffered offered{};
    offered.id = FileId{7};
    offered.name = offered.path = name;
    return offered;
  }

  static FileOffered offer(std::string_view name, std::string_view content) {
    FileOffered offered = offer(name);
    offered.size = content.size();
    return offered;
  }

  static FileOffered offer_below(std::string_view path) {
    FileOffered offered = offer(path.substr(path.rfind('/') + 1));
    offered.path = path;
    return offered;
  }

  static std::uint32_t crc32_of(std::string_view content) {
    FileChecksum sum;
    sum.add(bytes_of(content));
    return sum.value();
  }

  // Offers a file that holds `content` and answers what is asked; returns what was decided.
  IncomingFiles::Answer decide(IncomingFiles& files, const FileOffered& offered,
                               std::string_view content, Tells tells = Tells::checksums) {
    asked_.clear();
    auto answer = files.begin(offered);
    while (const auto* asked = std::get_if<IncomingFiles::Ask>(&answer)) {
      asked_.push_back(asked->length);
      ChecksumTold told{offered.id, asked->length, std::nullopt};
      if (tells == Tells::checksums) {
        told.crc32 = crc32_of(asked->length == 0 ? content : content.substr(0, asked->length));
      }
      answer = files.told(told);
    }
    return answer;
  }

  // The whole of a transfer; returns from where the file was accepted, or nothing: skipped.
  std::optional<std::uint64_t> receive(IncomingFiles& files, const FileOffered& offered,
                                       std::string_view content, Tells tells = Tells::checksums) {
    const auto from = receive_until(files, offered, content, content.size(), tells);
    if (!from) return std::nullopt;
    const auto error = files.finish(offered.id);
    EXPECT_FALSE(error) << error->message;
    return from;
  }

  // The same, but the line is cut before the byte at `end`.
  std::optional<std::uint64_t> receive_until(IncomingFiles& files, const FileOffered& offered,
                                             std::string_view content, std::size_t end,
                                             Tells tells = Tells::checksums) {
    const auto answer = decide(files, offered, content, tells);
    if (const auto* skipped = std::get_if<IncomingFiles::Skip>(&answer)) {
      skipped_because_ = skipped->why;
      return std::nullopt;
    }
    const auto* accepted = std::get_if<IncomingFiles::Accept>(&answer);
    if (accepted == nullptr) {
      ADD_FAILURE() << std::get<LocalError>(answer).message;
      return std::nullopt;
    }
    const std::uint64_t from = accepted->from.value();
    // In two pieces, as an engine might.
    const std::string_view rest = content.substr(from, end - from);
    const std::string_view first = rest.substr(0, rest.size() / 2);
    EXPECT_FALSE(files.write({offered.id, FileOffset{from}, bytes_of(first)}));
    EXPECT_FALSE(files.write(
        {offered.id, FileOffset{from + first.size()}, bytes_of(rest.substr(first.size()))}));
    return from;
  }

  Options options_;
  std::vector<std::uint64_t> asked_;  // lengths of the checksums asked for
  std::string skipped_because_;
};

}  // namespace boardwalk::tool
