// What a real program sent in Omen's forms (tests/unit/captures), read by our readers: the file
// comes out as it went in.
#include <gtest/gtest.h>

#include <string>

#include "zmodem/codec.h"
#include "zmodem/file_info.h"
#include "zmodem/turbo_probe.h"

namespace boardwalk::test {
namespace {

using zmodem::FrameType;
using zmodem::HeaderForm;
using zmodem::HeaderReader;
using zmodem::RawControls;
using zmodem::SubpacketEnd;
using zmodem::SubpacketFound;

struct Capture {
  const char* name;
  const char* input;
  HeaderForm form;  // of its ZDATA
  RawControls raw = RawControls::data;
};

// A sender's whole stream as one reads it who only listens.
struct Listened {
  Buffer file;
  std::string name;
  std::vector<FrameType> types;
  HeaderForm data_form{};
  std::size_t subpackets = 0;
  bool has_probe = false;
};

bool has_data(FrameType type) { return type == FrameType::file || type == FrameType::data; }

Listened listen(Bytes wire, RawControls raw, std::size_t piece) {
  Listened heard;
  HeaderReader headers;
  zmodem::TurboProbe probe;
  while (!wire.empty()) {
    const auto [found, taken] = read_parts(headers, in_pieces(wire, piece));
    if (heard.types.size() == 1) {
      probe.watch(wire.first(taken));  // all that stands between ZRQINIT and ZFILE
    }
    wire = wire.subspan(taken);
    if (found == HeaderReader::Found::nothing) {
      break;
    }
    EXPECT_EQ(found, HeaderReader::Found::header);
    heard.types.push_back(headers.header().type);
    if (!has_data(headers.header().type)) {
      continue;
    }
    const bool is_file = headers.header().type == FrameType::data;
    heard.data_form = is_file ? headers.form() : heard.data_form;
    bool goes_on = true;
    while (goes_on) {
      const auto read =
          read_subpacket(in_pieces(wire, piece), zmodem::subpacket_form(headers.form()), raw);
      EXPECT_EQ(read.found, SubpacketFound::complete);
      if (read.found != SubpacketFound::complete) {
        return heard;
      }
      wire = wire.subspan(read.taken);
      if (is_file) {
        ++heard.subpackets;
        append(heard.file, read.data);
      } else {
        heard.name = zmodem::read_file_info(read.data).name;
      }
      goes_on = read.end == SubpacketEnd::goes_on || read.end == SubpacketEnd::ack_and_go_on;
    }
  }
  heard.has_probe = probe.has_arrived();
  return heard;
}

class CaptureOfZmtx : public ::testing::TestWithParam<Capture> {};

TEST_P(CaptureOfZmtx, GivesItsFile) {
  const Capture& capture = GetParam();
  const Buffer wire = test_data("captures/zmtx/" + std::string(capture.name) + ".bin");
  const Buffer input = test_data("captures/inputs/" + std::string(capture.input));
  ASSERT_FALSE(input.empty());
  for (const std::size_t piece : {std::size_t{1}, std::size_t{17}, wire.size()}) {
    const Listened heard = listen(wire, capture.raw, piece);
    EXPECT_EQ(heard.name, capture.input);
    EXPECT_EQ(heard.file, input);
    EXPECT_EQ(heard.data_form, capture.form);
    EXPECT_GE(heard.subpackets, input.size() / 1024);
    EXPECT_TRUE(heard.has_probe);  // zmtx tries the line whether it was asked to or not
    const std::vector<FrameType> types = {FrameType::request_init, FrameType::file, FrameType::data,
                                          FrameType::end_of_file, FrameType::finish};
    EXPECT_EQ(heard.types, types);
  }
}

INSTANTIATE_TEST_SUITE_P(Captures, CaptureOfZmtx,
                         ::testing::Values(Capture{"moby", "rand4k.bin", HeaderForm::turbo},
                                           Capture{"moby-all256", "all256.bin", HeaderForm::turbo},
                                           Capture{"pack7", "rand4k.bin", HeaderForm::packed},
                                           Capture{"pack7-odd", "b.bin", HeaderForm::packed},
                                           Capture{"pack7-one-byte", "one.bin", HeaderForm::packed},
                                           Capture{"esc8", "rand4k.bin", HeaderForm::seven_bit},
                                           Capture{"esc8-escctl", "all256.bin",
                                                   HeaderForm::seven_bit, RawControls::dropped},
                                           Capture{"esc8-rle", "rle.bin", HeaderForm::seven_bit}),
                         [](const auto& test) {
                           std::string name = test.param.name;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace boardwalk::test
