// How long is the run of ordinary bytes? The one question that both the encoder and the decoder
// ask of every byte. Pure; knows no protocol.
#pragma once

#include <cstddef>

#include "base/byte_class.h"
#include "boardwalk/bytes.h"

namespace boardwalk::kernels {

// Number of leading bytes of `in` whose class is 0.
[[nodiscard]] std::size_t plain_run(Bytes in, const ByteClass& table);

}  // namespace boardwalk::kernels
