"""Downloads and uploads against Debian's real lrzsz over real sockets, and what goes wrong."""

import os
import random
import signal
import socket
import struct
import subprocess
import time
import unittest

from board_fixture import IAC, NAWS, SB, SE, BoardCase, eventually, plain

RZ = ("rz", "-b", "-q", "-u")
SZ = ("sz", "-8", "-b", "-q")
BIG = random.Random(1).randbytes(5 << 20)
MANY_FF = b"\xff" * 70001 + b"\r\0\xff\r\n\xff\xf0" * 5000


class DownloadTest(BoardCase):
    OPTIONS = ("--listen-raw", "0")

    def fill(self):
        self.write("big.bin", BIG)
        self.write("one.bin", b"\xff")
        self.write("zero.bin", b"")
        self.write("ff.bin", MANY_FF)
        self.write(b"na\xffme \xe4.bin".decode("utf-8", "surrogateescape"), b"odd")
        self.write("-dash .txt", b"dash", self.make_folder("files", "A.. B"))

    def test_a_batch_of_three_arrives_and_the_listing_comes_back(self):
        caller = self.call()
        caller.enter()
        caller.open_area()
        caller.type("1 4 5\r", "help): ")
        caller.type("D\r", "Ctrl-X five times cancels.\r\n")
        self.assertEqual(caller.run(RZ, self.home), 0)
        back = caller.wait_for("help): ")
        self.assertRegex(back, r"Sent 3 files in [\d.]+ seconds\.")
        self.assertNotIn("√", back)
        for name in ("big.bin", "one.bin"):
            self.assertEqual(self.read(self.home, name), self.read(self.files, name), name)
        caller.type("Q\r", "back): ")

    def download(self, caller, keys):
        caller.type(keys, "Ctrl-X five times cancels.\r\n")
        self.assertEqual(caller.run(RZ, self.home), 0)
        return caller.wait_for("help): ")

    def test_every_file_of_the_area_by_telnet_and_raw(self):
        for raw in (False, True):
            caller = self.call(telnet=not raw, raw=raw)
            caller.enter()
            caller.open_area()
            self.assertIn("Sent 5 files", self.download(caller, "D *\r"))
            for name in os.listdir(os.fsencode(self.files)):
                if name != b"A.. B":
                    home = os.path.join(os.fsencode(self.home), name)
                    self.assertEqual(self.read(os.fsencode(self.home), name),
                                     self.read(os.fsencode(self.files), name), name)
                    os.remove(home)

    def test_tags_across_areas_and_odd_names(self):
        caller = self.call()
        caller.enter()
        caller.open_area()
        caller.type("4\r", "help): ")
        caller.type("Q\r", "back): ")
        self.assertIn("-dash .txt", caller.type("2\r", "help): "))
        caller.type("1\r", "help): ")
        self.assertIn("Sent 2 files", self.download(caller, "D\r"))
        self.assertEqual(sorted(os.listdir(self.home)), ["-dash .txt", "one.bin"])

    def test_skipped_files_are_not_called_sent(self):
        self.write("one.bin", b"mine", self.home)
        caller = self.call()
        caller.enter()
        caller.open_area()
        self.assertIn("Sent 1 file in", (shown := self.download(caller, "D 4-5\r")))
        self.assertIn("Your program skipped 1 file.", shown)

    def test_a_file_that_vanishes_is_a_plain_line(self):
        caller = self.call()
        caller.enter()
        caller.open_area()
        caller.type("4\r", "help): ")
        os.remove(os.path.join(self.files, "one.bin"))
        self.assertIn("one.bin is not here any more; nothing was sent.",
                      caller.type("D\r", "help): "))
        self.assertIn("Sent 1 file", self.download(caller, "D 4\r"))

    def test_cancel_before_the_start_and_in_the_middle(self):
        caller = self.call()
        caller.enter()
        caller.open_area()
        caller.type("D 1\r", "\x18B00000000000000")
        began = time.monotonic()
        caller.send(b"\x18" * 3)
        caller.send(b"\x18" * 5 + b"\b" * 8)
        self.assertIn("Download cancelled; 0 files complete.", caller.wait_for("help): "))
        self.assertLess(time.monotonic() - began, 4)
        self.assertEqual(self.board.children(), [])
        self.begin_download(caller)
        caller.send(b"\x18" * 8 + b"\b" * 8)
        caller.seen = b""
        quiet_began = None
        while b"cancelled" not in caller.seen:  # leftovers, then a second of silence, then words
            began = time.monotonic()
            self.assertTrue(caller.receive(10))
            if time.monotonic() - began > 0.5:
                quiet_began = len(caller.seen)
        self.assertIsNotNone(quiet_began, "no silence before the words")
        self.assertIn("Download cancelled; 0 files complete.", caller.wait_for("help): "))
        self.assertIn("Sent 1 file", self.download(caller, "D 4\r"))

    def begin_download(self, caller):
        """Start big.bin by hand, so that the line is in the middle of its data."""
        caller.type("D 1\r", "\x18B00000000000000")
        caller.send(b"**\x18B0100000023be50\r\x8a\x11")
        caller.wait_for("big.bin")
        caller.send(b"**\x18B0900000000a87c\r\x8a\x11")
        deadline = time.monotonic() + 10
        while len(caller.seen) < 100000 and time.monotonic() < deadline:
            caller.receive(1)
        self.assertGreater(len(caller.seen), 100000)

    def test_hanging_up_in_the_middle_reaps_the_child(self):
        for reset in (False, True):
            caller = self.call()
            caller.enter()
            caller.open_area()
            self.begin_download(caller)
            self.assertEqual(len(self.board.children()), 1)
            if reset:
                caller.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER,
                                         struct.pack("ii", 1, 0))
            caller.close()
            self.assertTrue(eventually(lambda: not self.board.children(), 5))

    def test_a_slow_caller_stops_sz_and_costs_no_memory(self):
        self.write("big.bin", b"\xff" * (64 << 20))
        before = self.board.memory()
        caller = self.call()
        caller.enter()
        caller.open_area()
        self.begin_download(caller)
        child = self.board.children()[0]
        self.assertTrue(eventually(lambda: self.is_stuck(child), 10))
        self.assertLess(self.board.memory() - before, 4 << 20)
        other = self.call()
        other.enter()  # nobody else waits
        self.assertRegex(other.type("w", "any key: "), r"Sam .*downloading 1 file")

    def is_stuck(self, pid):
        """True when the process read nothing more from its file for a quarter of a second."""
        def read_so_far():
            with open(f"/proc/{pid}/io") as file:
                return file.readline()
        first = read_so_far()
        time.sleep(0.25)
        return read_so_far() == first

    def test_telnet_in_the_middle_of_a_transfer_is_taken_out_and_answered_later(self):
        caller = self.call()
        caller.enter()
        caller.open_area()
        caller.type("D 4\r", "\x18B00000000000000")
        caller.in_transfer = True
        resize = bytes([IAC, SB, NAWS, 0, 255, 255, 0, 50, IAC, SE])
        header = b"**\x18B0100000023be50\r\x8a\x11"
        caller.socket.sendall(header[:9] + resize + bytes([IAC, 253, 39]) + header[9:])
        caller.wait_for("one.bin")
        caller.send(b"\x18" * 8)
        caller.in_transfer = False
        caller.commands.clear()
        caller.wait_for("help): ")
        self.assertEqual(caller.commands, [(252, 39)])
        caller.type("Q\r", "back): ")
        caller.type("\r", "Your choice: ")
        self.assertIn("255x50", caller.type("W", "any key: "))

    def test_stopping_the_board_ends_its_children(self):
        caller = self.call()
        caller.enter()
        caller.open_area()
        self.begin_download(caller)
        child = self.board.children()[0]
        began = time.monotonic()
        self.assertEqual(self.board.stop(signal.SIGTERM), 0)
        self.assertLess(time.monotonic() - began, 2)
        self.assertFalse(os.path.exists(f"/proc/{child}"))


class SilentCallerTest(BoardCase):
    OPTIONS = ("--stall", "1")

    def fill(self):
        self.write("one.bin", b"x")

    def test_a_program_that_does_not_answer_gets_its_menus_back(self):
        caller = self.call()
        caller.enter()
        caller.open_area()
        self.assertIn("Your program did not answer; 0 files complete.",
                      caller.type("D 1\r", "help): "))
        caller.type("Q\r", "back): ")
        caller.type("\r", "Your choice: ")
        self.assertIn("No file came: your program did not send.",
                      caller.type("U", "Your choice: "))
        self.assertEqual((self.board.children(), self.uploads()), ([], []))


class UploadTest(BoardCase):
    OPTIONS = ("--listen-raw", "0")

    def setUp(self):
        super().setUp()
        self.write("BIG.BIN", BIG, self.home)
        self.write("one.bin", b"\xff", self.home)
        self.write("zero.bin", b"", self.home)
        self.write("ff.bin", MANY_FF, self.home)
        self.all = ("BIG.BIN", "one.bin", "zero.bin", "ff.bin")

    def begin(self, **how):
        caller = self.call(**how)
        caller.enter()
        caller.type("U", "Ctrl-X five times cancels.\r\n")
        return caller

    def assert_arrived(self, names):
        for name in names:
            self.assertEqual(self.read(self.board.uploads, name), self.read(self.home, name), name)

    def test_files_arrive_and_are_listed(self):
        caller = self.begin()
        self.assertEqual(caller.run((*SZ, *self.all), self.home), 0)
        shown = caller.wait_for("Your choice: ")
        self.assertRegex(shown, r"(?s)Received 4 files:.*BIG.BIN +5,242,880.*zero.bin +0")
        self.assert_arrived(self.all)
        self.assertEqual(self.uploads(), sorted(self.all))

    def test_every_doubled_iac_split_over_two_reads(self):
        self.write("few.bin", bytes(range(256)) + b"\xff" * 300, self.home)
        caller = self.begin()
        caller.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.assertEqual(caller.run((*SZ, "few.bin"), self.home, cut=1), 0)
        caller.wait_for("Received 1 file:")
        self.assert_arrived(["few.bin"])

    def test_the_port_without_telnet(self):
        caller = self.begin(telnet=False, raw=True)
        self.assertEqual(caller.run((*SZ, *self.all), self.home), 0)
        caller.wait_for("Received 4 files:")
        self.assert_arrived(self.all)

    def test_a_name_that_exists_is_never_lost(self):
        for number in range(3):
            self.write("one.bin", b"%d" % number, self.home)
            caller = self.begin()
            caller.run((*SZ, "one.bin"), self.home)
            caller.wait_for("Your choice: ")
        self.assertEqual([self.read(self.board.uploads, n) for n in self.uploads()],
                         [b"0", b"1", b"2"])

    def test_a_name_in_the_boards_character_set_is_stored_readably(self):
        raw = "g\u00fcte.bin".encode("cp437")
        self.write(os.fsdecode(raw), b"x", self.home)
        caller = self.begin()
        self.assertEqual(caller.run((*SZ, os.fsdecode(raw)), self.home), 0)
        caller.wait_for("Received 1 file:")
        self.assertEqual(self.uploads(), ["g\u00fcte.bin"])

    def test_hidden_names_and_paths_are_refused_in_plain_words(self):
        self.write(".hidden", b"x", self.home)
        caller = self.begin()
        caller.run((*SZ, ".hidden"), self.home)
        self.wait_for_refusal(caller)
        caller.type("m", "Your choice: ")
        self.assertIn("Upload failed. Names with a folder or a leading dot are refused.",
                      plain(caller.passed))
        self.assertEqual(self.uploads(), [])
        self.assertEqual(os.listdir(self.folder).count(".hidden"), 0)

    def wait_for_refusal(self, caller):
        """The board's line to a program that sends at a menu; the program may have eaten it."""
        if "No transfer is open" not in plain(caller.passed):
            caller.wait_for("No transfer is open")

    def test_a_program_that_sends_unasked_is_stopped_and_types_nothing(self):
        caller = self.call()
        caller.enter()
        self.assertEqual(caller.run((*SZ, "one.bin"), self.home), 128)
        self.wait_for_refusal(caller)
        caller.type("m", "Your choice: ")
        self.assertEqual(self.uploads(), [])

    def start_by_hand(self, caller):
        """One complete file, then the middle of a second; the line is left there."""
        near, far = socket.socketpair()
        child = subprocess.Popen((*SZ, "one.bin", "BIG.BIN"), cwd=self.home, stdin=far, stdout=far,
                                 stderr=subprocess.DEVNULL)
        far.close()
        near.setblocking(False)
        sent = 0
        while sent < 1 << 20:
            caller.receive(0.005)
            near.sendall(caller.seen)
            caller.seen = b""
            try:
                data = near.recv(65536)
            except BlockingIOError:
                continue
            caller.send(data)
            sent += len(data)
        child.kill()
        child.wait()
        near.close()

    def test_cancel_in_the_middle_keeps_what_was_complete(self):
        caller = self.begin()
        self.start_by_hand(caller)
        caller.send(b"\x18" * 8 + b"\b" * 8)
        shown = caller.wait_for("Your choice: ")
        self.assertRegex(shown, r"(?s)Upload cancelled\..*Received 1 file:.*one.bin")
        self.assertEqual(self.uploads(), ["one.bin"])

    def test_hang_up_in_the_middle_keeps_what_was_complete(self):
        caller = self.begin()
        self.start_by_hand(caller)
        self.assertEqual(len(self.board.children()), 1)
        caller.close()
        self.assertTrue(eventually(lambda: not self.board.children(), 5))
        self.assertTrue(eventually(lambda: self.uploads() == ["one.bin"], 5), self.uploads())

    def test_stopping_the_board_keeps_what_was_complete(self):
        caller = self.begin()
        self.start_by_hand(caller)
        self.assertEqual(self.board.stop(), 0)
        self.assertEqual(self.uploads(), ["one.bin"])

    def test_an_uploads_folder_that_is_gone_is_a_plain_line(self):
        os.rmdir(self.board.uploads)
        caller = self.call()
        caller.enter()
        self.assertIn("could not be stored: No such file", caller.type("U", "Your choice: "))


if __name__ == "__main__":
    unittest.main()
