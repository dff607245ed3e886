// The two ways bytes travel through the engine: borrowed, never owned.
//
// A span says nothing about lifetime; the function that takes or returns one does.
#pragma once

#include <cstddef>
#include <span>

namespace boardwalk {

using Bytes = std::span<const std::byte>;
using MutableBytes = std::span<std::byte>;

}  // namespace boardwalk
