"""That the matrix can fail: what is not on the wire is not found there; a stream is read right."""
import pathlib
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import carrier  # noqa: E402
import gates  # noqa: E402
import lines  # noqa: E402
import matrix  # noqa: E402
import modes  # noqa: E402
import runner  # noqa: E402
import wire  # noqa: E402
import zlink  # noqa: E402
from evidence import Evidence  # noqa: E402

SIZE = 20000


class WireTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        made = tempfile.TemporaryDirectory(dir=runner.memory_folder())
        cls.addClassCleanup(made.cleanup)
        cls.folder = pathlib.Path(made.name)
        cls.plain = cls.captured('plain', 'sz -q', 'rz -q')
        cls.escaped = cls.captured('escaped', 'sz -e -q', 'rz -e -q')

    @classmethod
    def captured(cls, name, sender, receiver):
        """What two programs of lrzsz say to each other about one file."""
        case = matrix.Case(sender, receiver, name, sizes=(SIZE,))
        folder = cls.folder / name
        folder.mkdir()
        files = runner.make_files(folder / 'files', case)
        config = zlink.config(['--sender', f'{sender} {{files}}', '--receiver', receiver,
                               '--capture', str(folder)])
        result = zlink.run_pass(config, files, [zlink.digest(path) for path in files],
                                str(folder), 1)
        assert result['verdict'] == 'MATCH', result
        return Evidence(folder, SIZE)

    def test_a_mode_that_is_not_on_the_wire_is_missed(self):
        of_modes = {check for _, _, checks, _ in modes.MODES for check in checks}
        # What the plain protocol of sz does fulfil.
        fulfilled = {'ZDATA in ZBIN32', wire.plain.says, 'blocks of up to 1024'}
        for check in sorted(of_modes, key=lambda check: check.says):
            if check.says in fulfilled or 'bytes on the wire per byte' in check.says:
                continue
            if check.says.startswith('at most'):     # depends on the size of the file
                continue
            with self.subTest(check.says):
                self.assertIsNotNone(check.test(self.plain))

    def test_what_is_on_the_wire_is_found(self):
        for check in (wire.plain, wire.data_style('C'), wire.factor(1.0, 1.1),
                      wire.largest_block(1024)):
            self.assertIsNone(check.test(self.plain), check.says)
        for check in (wire.no_raw_controls, wire.asks_controls):
            self.assertIsNone(check.test(self.escaped), check.says)
        self.assertIsNotNone(wire.plain.test(self.escaped))
        self.assertIsNotNone(wire.factor(1.0, 1.1).test(self.escaped))

    def test_flow_is_counted(self):
        self.assertIsNotNone(wire.window(4096).test(self.plain))
        self.assertIsNone(wire.window(SIZE).test(self.plain))
        self.assertIsNotNone(wire.between_waits(4096).test(self.plain))
        self.assertIsNone(wire.between_waits(SIZE).test(self.plain))

    def test_a_damaged_stream_proves_nothing(self):
        folder = self.folder / 'damaged'
        folder.mkdir()
        stream = bytearray(self.plain.raw('fwd'))
        stream[len(stream) // 2] ^= 1
        (folder / 'fwd.bin').write_bytes(stream)
        (folder / 'rev.bin').write_bytes(self.plain.raw('rev'))
        self.assertIsNotNone(wire.verdict((), Evidence(folder, SIZE)))
        self.assertIsNone(wire.verdict((), self.plain))

    def test_what_is_sent_again_after_a_cut_is_counted(self):
        stream = self.plain.raw('fwd')
        self.assertEqual(carrier.good_bytes(stream), SIZE)
        half = carrier.good_bytes(stream[:len(stream) // 2])
        self.assertTrue(SIZE // 3 < half < SIZE // 2)
        self.assertIsNone(carrier.sent_again(stream, 0, 0))
        self.assertIsNotNone(carrier.sent_again(stream, half, half))       # all of it again
        self.assertIsNotNone(carrier.sent_again(stream, 0, SIZE))          # nothing was kept


class CasesTest(unittest.TestCase):
    def test_no_two_cases_have_one_name(self):
        names = [case.name for cases in (matrix.pair_cases(), modes.cases(), lines.cases(),
                                         gates.short_cases()) for case in cases]
        self.assertEqual(len(names), len(set(names)))


if __name__ == '__main__':
    unittest.main()
