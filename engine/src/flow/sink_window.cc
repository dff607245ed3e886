// See sink_window.h.
#include "flow/sink_window.h"

#include <cstring>

#include "base/check.h"

namespace boardwalk {

void SinkWindow::recycle(std::size_t partial) {
  BW_CHECK(delivered_ == decoded_);
  BW_CHECK(partial <= room());
  if (decoded_ == 0) {
    return;
  }
  std::memmove(buffer_.data(), buffer_.data() + decoded_, partial);
  decoded_ = delivered_ = 0;
}

}  // namespace boardwalk
