"""What is offered and what is not: a real folder tree, read by FileLibrary."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

from board_fixture import ROOT
from proxy.demo_board.art.__main__ import pieces
from proxy.demo_board.file_areas import AreaUnreadable, FileLibrary, display, parse_files_bbs
from proxy.demo_board.file_menus import BadNumbers, parse_numbers


class LibraryTest(unittest.TestCase):
    def setUp(self):
        self.top = tempfile.mkdtemp(prefix="boardwalk-test-")
        self.addCleanup(shutil.rmtree, self.top)
        self.root = os.path.join(self.top, "files")
        os.makedirs(os.path.join(self.root, "GAMES"))

    def put(self, path, data=b"x"):
        with open(os.path.join(self.root, path), "wb") as file:
            file.write(data)

    def names(self, index=0):
        library = FileLibrary(self.root)
        return [entry.name for entry in library.entries(library.areas()[index])]

    def test_main_and_folders_are_areas(self):
        self.put("a.txt")
        self.put("GAMES/b.zip")
        library = FileLibrary(self.root)
        self.assertEqual([area.name for area in library.areas()], ["Main", "GAMES"])
        self.assertEqual((self.names(0), self.names(1)), (["a.txt"], ["b.zip"]))
        self.assertEqual(library.entries(library.areas()[1])[0].path, "GAMES/b.zip")

    def test_hidden_and_special_files_and_links_outside_are_not_offered(self):
        self.put(".secret")
        self.put("ok.txt")
        os.mkfifo(os.path.join(self.root, "pipe"))
        os.mkdir(os.path.join(self.root, ".git"))
        os.symlink("/etc/passwd", os.path.join(self.root, "passwd"))
        os.symlink("/etc", os.path.join(self.root, "etc"))
        os.symlink("nowhere", os.path.join(self.root, "broken"))
        os.symlink("ok.txt", os.path.join(self.root, "same.txt"))
        self.assertEqual(self.names(), ["ok.txt", "same.txt"])
        self.assertEqual([a.name for a in FileLibrary(self.root).areas()], ["Main", "GAMES"])

    def test_descriptions_come_from_files_bbs_and_zip(self):
        self.put("files.bbs", b"; remark\r\nA.TXT  an  \x84 umlaut\r\n   more\r\n\r\n"
                              b'"two words.txt" has spaces\r\n')
        for name in ("a.txt", "two words.txt", "broken.zip"):
            self.put(name)
        with zipfile.ZipFile(os.path.join(self.root, "c.zip"), "w") as archive:
            archive.writestr("file_id.diz", "From inside\nsecond")
        library = FileLibrary(self.root)
        told = {e.name: e.description for e in library.entries(library.areas()[0])}
        self.assertEqual(told, {"a.txt": "an ä umlaut", "two words.txt": "has spaces",
                                "broken.zip": "", "c.zip": "From inside"})

    def test_odd_names_are_offered_and_shown_harmlessly(self):
        raw = os.fsencode(self.root)
        for name in (b"bell\x07\x1b[2J.txt", b"latin-\xe4.txt", "日本.txt".encode(), b"-rf"):
            with open(os.path.join(raw, name), "wb"):
                pass
        shown = sorted(display(name) for name in self.names())
        self.assertEqual(shown, ["-rf", "??.txt", "bell??[2J.txt", "latin-?.txt"])

    def test_a_folder_that_is_gone_gives_a_plain_line(self):
        library = FileLibrary(self.root)
        area = library.areas()[1]
        os.rmdir(os.path.join(self.root, "GAMES"))
        with self.assertRaisesRegex(AreaUnreadable, "cannot be read: No such file"):
            library.entries(area)

    def test_a_folder_without_permission_gives_a_plain_line(self):
        os.chmod(self.top, 0o755)
        os.chmod(os.path.join(self.root, "GAMES"), 0)
        script = ("import os\nfrom proxy.demo_board.file_areas import *\n"
                  "if os.geteuid() == 0: os.setuid(65534)\n"
                  "library = FileLibrary(%r)\ntry: library.entries(library.areas()[1])\n"
                  "except AreaUnreadable as e: print(e)" % self.root)
        done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True,
                              text=True)
        self.assertEqual((done.stdout.strip(), done.stderr),
                         ("This folder cannot be read: Permission denied.", ""))


class ParsingTest(unittest.TestCase):
    def test_numbers(self):
        self.assertEqual(parse_numbers("3", 5), [3])
        self.assertEqual(parse_numbers(" 1 3,5  2-3", 5), [1, 3, 5, 2])
        self.assertEqual(parse_numbers("*", 3), [1, 2, 3])
        for bad in ("0", "6", "3-1", "x", "-1", "1-", "99999999", "²"):
            with self.assertRaises(BadNumbers, msg=bad):
                parse_numbers(bad, 5)
        with self.assertRaises(BadNumbers):
            parse_numbers("*", 0)

    def test_files_bbs_lines(self):
        self.assertEqual(parse_files_bbs('A b c\n|more\n"x y" z\nLONE\n"half q\n'),
                         {"a": "b c", "x y": "z", "lone": "", '"half': "q"})


class SamplesTest(unittest.TestCase):
    def test_the_art_in_the_repository_is_what_the_scripts_draw(self):
        for path, drawn in pieces().items():
            with open(os.path.join(ROOT, "proxy", "demo_board", path), "rb") as file:
                self.assertEqual(file.read(), drawn, path)

    def test_every_sample_is_described(self):
        library = FileLibrary(os.path.join(ROOT, "proxy", "demo_board", "files"))
        for area in library.areas():
            for entry in library.entries(area):
                self.assertTrue(entry.description, entry.path)


if __name__ == "__main__":
    unittest.main()
