// The report: the numbers Port leaves in the heap after every call, for JavaScript to read through
// one Float64Array.
//
// Doubles, because they are the one number type both languages share without glue: exact for every
// file offset up to 2^53. The page side learns the indexes from this enum through Embind, so no
// position is written down twice.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace boardwalk {

enum class ReportField : std::uint32_t {
  pending,          // bytes of the inbox not taken yet
  out_length,       // bytes in the outbox that must go on the wire now
  terminal_at,      // heap address of bytes for the screen…
  terminal_length,  // …and how many; 0: none
  file_id,          // file bytes to be stored: of this file…
  file_offset,      // …at this offset…
  file_at,          // …at this heap address…
  file_length,      // …this many; 0: none
  events,           // how many events takeEvent() holds
  deadline_ms,      // when the next step without input is due; Infinity: never
  active,           // 1 while a transfer runs
  current_file,     // what TransferStatus says of the running or the last transfer
  confirmed,
  reached,
  resent_bytes,
  errors,
  block,
  crc,   // 16 or 32
  mode,  // a DataMode
  escapes_controls,
};

inline constexpr std::size_t kReportFields =
    static_cast<std::size_t>(ReportField::escapes_controls) + 1;

class Report {
 public:
  double& operator[](ReportField field) { return values_[static_cast<std::size_t>(field)]; }
  [[nodiscard]] const double* address() const { return values_.data(); }

 private:
  std::array<double, kReportFields> values_{};
};

// What the Float64Array on the other side takes for granted.
static_assert(sizeof(double) == 8 && std::numeric_limits<double>::is_iec559);
static_assert(sizeof(Report) == kReportFields * sizeof(double));
static_assert(alignof(Report) == alignof(double));
// Every offset the wire can name with 32 bits, and every file a browser can hold, is exact.
static_assert(std::numeric_limits<double>::digits == 53);

}  // namespace boardwalk
