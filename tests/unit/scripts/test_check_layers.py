"""scripts/check_layers finds each kind of breach, says where it is, and passes what is in order.

Each case writes a tiny tree and runs the script on it as lint does, so that the exit status counts.
"""
import pathlib
import subprocess
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[3] / 'scripts' / 'check_layers'


class CheckLayers(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.write('engine/include/boardwalk/bytes.h', '#include <span>\n')
        self.write('engine/src/kernels/crc32.h', '#include "boardwalk/bytes.h"\n')
        self.write('engine/src/zmodem/wire.h', 'enum { ZRPOS = 9 };\n')
        self.write('engine/src/zmodem/sender.h', '#include "zmodem/wire.h"\n')

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding='utf-8')

    def check(self):
        done = subprocess.run([SCRIPT, '--root', self.root], capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.stderr, '')
        return done.returncode, done.stdout

    def passes(self):
        self.assertEqual(self.check(), (0, ''))

    def finds(self, *words):
        status, output = self.check()
        self.assertEqual(status, 1)
        self.assertEqual(len(output.splitlines()), 1, output)
        for word in words:
            self.assertIn(word, output)

    def test_a_tree_in_order_passes(self):
        self.passes()

    def test_an_empty_tree_is_not_a_pass(self):
        with tempfile.TemporaryDirectory() as empty:
            self.root = pathlib.Path(empty)
            self.finds('nothing to check')

    def test_an_arrow_pointing_up(self):
        self.write('engine/src/kernels/scan.cc', '\n#include "zmodem/wire.h"\n')
        self.finds('engine/src/kernels/scan.cc:2:', 'engine/include/boardwalk')

    def test_an_arrow_pointing_up_written_as_a_relative_path(self):
        self.write('engine/src/kernels/scan.cc', '#include "../zmodem/wire.h"\n')
        self.finds('engine/src/kernels/scan.cc:1:')

    def test_an_arrow_pointing_sideways(self):
        self.write('engine/src/telnet/codec.h', '#include <cstdint>\n')
        self.write('engine/src/zmodem/receiver.cc', '#include "telnet/codec.h"\n')
        self.finds('engine/src/zmodem/receiver.cc:1:')

    def test_a_host_that_looks_behind_the_public_headers(self):
        self.write('wasm/port.cc', '#include "kernels/crc32.h"\n')
        self.finds('wasm/port.cc:1:')

    def test_a_public_header_that_may_include_nothing_of_ours(self):
        self.write('engine/include/boardwalk/time.h', '#include "boardwalk/bytes.h"\n')
        self.finds('engine/include/boardwalk/time.h:1:', 'standard library only')

    def test_the_interface_of_a_transfer_is_seen_from_below_but_sees_nothing_above(self):
        self.write('engine/src/flow/transfer.h', '#include "boardwalk/bytes.h"\n')
        self.write('engine/src/zmodem/receiver.h', '#include "flow/transfer.h"\n')
        self.passes()
        self.write('engine/src/flow/transfer.h', '#include "zmodem/wire.h"\n')
        self.finds('engine/src/flow/transfer.h:1:')

    def test_a_file_that_is_not_there(self):
        self.write('engine/src/flow/timers.cc', '#include "flow/timers.h"\n')
        self.finds('engine/src/flow/timers.cc:1:', 'no file')

    def test_input_or_output_in_the_engine(self):
        for header in ('fstream', 'unistd.h', 'sys/socket.h', 'thread'):
            with self.subTest(header):
                self.write('engine/src/session/session.cc', f'#include <{header}>\n')
                self.finds('session.cc:1:', header)

    def test_a_host_may_do_input_and_output(self):
        self.write('engine/tool/main.cc', '#include <unistd.h>\n#include "boardwalk/bytes.h"\n')
        self.passes()

    def test_vector_instructions_only_in_the_kernels(self):
        self.write('engine/src/kernels/scan_sse2.cc', '#include <emmintrin.h>\n')
        self.passes()
        self.write('engine/src/flow/scan.cc', '#include <emmintrin.h>\n')
        self.finds('engine/src/flow/scan.cc:1:')

    def test_a_name_of_the_specification_away_from_home(self):
        self.write('engine/src/zmodem/sender.cc', 'int a;\nint b = ZRPOS;\n')
        self.finds('sender.cc:2:', 'ZRPOS')

    def test_a_name_of_the_specification_in_a_comment_is_a_reference(self):
        self.write('engine/src/zmodem/sender.cc', '// ZRPOS asks again\n/* ZEOF\n ends */ int a;\n')
        self.passes()

    def test_a_folder_that_nobody_entered_in_the_tables(self):
        self.write('engine/src/attic/old.cc', 'int a;\n')
        self.finds('engine/src/attic/old.cc', 'in no layer')

    def test_the_bridge_may_use_websockify_and_its_own_files(self):
        self.write('proxy/bridge.py',
                   'import os\nfrom websockify import x\nfrom . import allow_list\n')
        self.write('proxy/allow_list.py', 'import json\n')
        self.passes()

    def test_the_allow_list_may_use_the_standard_library_only(self):
        self.write('proxy/allow_list.py', 'import json\nimport websockify\n')
        self.finds('proxy/allow_list.py:2:', 'websockify')

    def test_a_package_that_nobody_installed(self):
        self.write('proxy/bridge.py', 'import requests\n')
        self.finds('proxy/bridge.py:1:', 'requests')

    def test_bridge_and_demo_board_do_not_know_each_other(self):
        self.write('proxy/demo_board/telnet.py', 'from . import menus\nfrom .art import sea\n')
        self.write('proxy/demo_board/art/sea.py', 'from .. import menus\nfrom . import sky\n')
        for text in ('from proxy import demo_board\n', 'import proxy.demo_board.telnet\n',
                     'from .demo_board import telnet\n'):
            with self.subTest(text):
                self.write('proxy/bridge.py', text)
                self.finds('proxy/bridge.py:1:', 'proxy.demo_board')
        self.write('proxy/bridge.py', 'import os\n')
        for text in ('from .. import bridge\n', 'from proxy.bridge import x\n',
                     'import websockify\n'):
            with self.subTest(text):
                self.write('proxy/demo_board/board.py', text)
                self.finds('proxy/demo_board/board.py:1:')


if __name__ == '__main__':
    unittest.main()
