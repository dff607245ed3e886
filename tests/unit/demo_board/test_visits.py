"""Visits to the real board over real sockets: screens, keys, several callers, the end."""

import os
import signal
import socket
import subprocess
import sys
import time
import unittest

from board_fixture import DO, DONT, IAC, ROOT, SB, SE, WILL, WONT, BoardCase, eventually, plain


class VisitTest(BoardCase):
    def fill(self):
        for number in range(40):
            self.write(f"file-{number:02}.txt", b"x" * number)
        self.write("FILES.BBS", b"file-00.txt nothing at all\r\n")
        self.write("game.zip", b"PK", self.make_folder("files", "GAMES"))

    def test_a_whole_visit(self):
        caller = self.call()
        self.assertIn("Welcome aboard, Sam.", caller.enter())
        self.assertIn("Message of the day", caller.type("m", "Your choice: "))
        about = caller.type("A", "Press any key: ")
        self.assertIn("It is not a real bulletin board", about)
        self.assertIn("telnet, answering", about)
        self.assertIn("80 columns, 25 rows, CP437", about)
        caller.type(" ", "Your choice: ")
        self.assertIn("There is no command X", caller.type("x", "Your choice: "))
        self.assertIn("Good-bye, Sam", caller.type("g", "Fair winds!"))
        while caller.receive(5):
            pass
        self.assertEqual(caller.socket.recv(1), b"")
        self.assertEqual({c for c in caller.commands if c[0] in (WONT, DONT)}, set())

    def test_an_empty_name_is_a_guest_and_every_kind_of_enter_is_one(self):
        for enter in ("\r", "\n", "\r\n", "\r\0"):
            caller = self.call()
            caller.wait_for("guest): ")
            self.assertIn("Welcome aboard, guest.", caller.type(enter, "Your choice: "))
            caller.type("F", "back): ")
            shown = caller.type("1" + enter, "help): ")
            self.assertNotIn("Your choice", shown)

    def test_names_are_shown_harmlessly(self):
        caller = self.call()
        shown = caller.enter("A\x1b[2Jé|12%s" + "y" * 50)
        self.assertIn("Welcome aboard, Aé|12%syyyyyyyyyyyyy.", shown)

    def test_areas_and_pages(self):
        caller = self.call()
        caller.enter()
        areas = caller.type("f", "back): ")
        self.assertRegex(areas, r"1  Main +40 files")
        self.assertRegex(areas, r"2  GAMES +1 file ")
        self.assertIn("There is no area 7", caller.type("7\r", "back): "))
        page = caller.type("1\r", "help): ")
        self.assertRegex(page, r"page 1 of 3")
        self.assertRegex(page, r"1  file-00.txt +0  \d{4}-\d\d-\d\d  nothing at all")
        self.assertNotIn("file-16", page)
        self.assertRegex(caller.type("\r", "help): "), r"(?s)page 2.*17  file-16.txt")
        self.assertIn("page 3", caller.type("n\r", "help): "))
        self.assertIn("page 2", caller.type("p\r", "help): "))
        self.assertIn("√ file-16.txt", caller.type("17 18-19\r", "help): "))
        self.assertIn("Tagged: 4 files, 52 bytes", caller.type("2\r", "help): "))
        self.assertIn("numbers are 1 to 40", caller.type("41\r", "help): "))
        self.assertIn("'ABC' is neither", caller.type("abc\r", "help): "))
        self.assertIn("All tags are cleared", caller.type("c\r", "help): "))
        self.assertIn("Nothing is tagged", caller.type("d\r", "help): "))
        self.assertIn("tag files by number", caller.type("?\r", "help): "))
        caller.type("q\r", "back): ")
        caller.type("\r", "Your choice: ")

    def test_a_page_fits_the_screen_that_was_told(self):
        for rows, files in ((25, 16), (50, 40), (12, 3)):
            caller = self.call(window=(80, rows))
            caller.enter()
            page = caller.open_area()
            self.assertEqual(page.count(".txt"), min(files, 40), rows)
            self.assertLess(page.count("\n"), rows)

    def test_files_that_come_and_areas_that_go_while_looking(self):
        caller = self.call()
        caller.enter()
        caller.type("f", "back): ")
        os.remove(os.path.join(self.files, "GAMES", "game.zip"))
        os.rmdir(os.path.join(self.files, "GAMES"))
        self.assertIn("cannot be read: No such file", caller.type("2\r", "back): "))
        self.write("aa-new.txt", b"")
        self.assertIn("aa-new.txt", caller.type("1\r", "help): "))

    def test_several_callers_and_who_is_online(self):
        one, two = self.call(window=(132, 255)), self.call(telnet=False)
        one.enter("Ada")
        two.wait_for("guest): ")
        self.assertRegex(one.type("w", "Press any key: "),
                         r"Ada +[\d:]{8}  132x255 +looking who[^\n]+\n +2  \(at the door\) .*- ")
        two.send(b"Bob\n")
        two.wait_for("Your choice: ")
        two.type("f\n", "back): ")
        one.type(" ", "Your choice: ")
        who = one.type("w", "Press any key: ")
        self.assertIn("2 here now", who)
        self.assertRegex(who, r"Bob +[\d:]{8}  - +file areas")
        two.close()
        one.type(" ", "Your choice: ")
        self.assertTrue(eventually(lambda: "1 here now" in self.look(one)))

    def look(self, caller):
        who = caller.type("w", "Press any key: ")
        caller.type(" ", "Your choice: ")
        return who

    def test_a_netcat_caller_types_lines(self):
        with subprocess.Popen(["nc", "127.0.0.1", str(self.board.port)], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE) as netcat:
            shown = b""
            for line, until in ((b"", b"guest): "), (b"Nat\n", b"choice: "), (b"f\n", b"back): "),
                                (b"2\n", b"help): "), (b"q\n", b"back): "), (b"\n", b"choice: "),
                                (b"g\n", b"Fair winds!")):
                netcat.stdin.write(line)
                netcat.stdin.flush()
                piece = b""
                while until not in piece:
                    data = os.read(netcat.stdout.fileno(), 65536)
                    self.assertTrue(data, f"ended before {until}")
                    piece += data
                shown += piece
            self.assertIn("game.zip", plain(shown))
            self.assertNotIn(b"Nat\r\n\x1b", shown.split(b"guest): ")[1][:20])
            netcat.stdin.close()
            self.assertEqual(netcat.wait(10), 0)

    def test_debians_telnet_client(self):
        try:
            client = subprocess.Popen(["telnet", "-E", "127.0.0.1", str(self.board.port)],
                                      stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                      stderr=subprocess.DEVNULL,
                                      env={**os.environ, "TERM": "xterm"})
        except FileNotFoundError:
            self.skipTest("Debian's telnet is not installed")
        with client:
            shown = b""
            for keys, until in ((b"", b"guest): "), (b"Tel\n", b"choice: "), (b"a", b"any key: "),
                                (b" ", b"choice: "), (b"g", b"Fair winds!")):
                client.stdin.write(keys)
                client.stdin.flush()
                piece = b""
                while until not in piece:
                    data = os.read(client.stdout.fileno(), 65536)
                    self.assertTrue(data, f"ended before {until}")
                    piece += data
                shown += piece
            self.assertIn("UTF-8", shown.decode())
            self.assertIn("═", shown.decode())
            client.stdin.close()
            client.wait(10)

    def test_odd_telnet_gets_answers_and_no_loop(self):
        caller = self.call()
        caller.enter()
        caller.commands.clear()
        caller.socket.sendall(bytes([IAC, DO, 39, IAC, WILL, 34, IAC, DO, 6, IAC, 241,
                                     IAC, WONT, 31, IAC, SB, 24, 0, 65, IAC, SE, IAC, 246]))
        caller.wait_for("The board is here.")
        self.assertEqual(caller.commands, [(WONT, 39), (DONT, 34), (WONT, 6), (DONT, 31)])
        self.assertIn("Your choice", caller.type("m", "Your choice: "))

    def test_a_caller_who_floods_does_not_stop_the_others(self):
        flood = self.call(telnet=False)
        flood.wait_for("guest): ")
        flood.socket.setblocking(False)
        with self.assertRaises(BlockingIOError):
            while True:
                flood.socket.send(b"m" * 65536)
        began = time.monotonic()
        self.call().enter()
        self.assertLess(time.monotonic() - began, 5)

    def test_a_caller_who_never_reads_costs_no_memory(self):
        before = self.board.memory()
        caller = self.call(telnet=False)
        caller.wait_for("guest): ")
        caller.send(b"\r")
        caller.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
        caller.socket.settimeout(1)
        with self.assertRaises(TimeoutError):
            while True:  # every m shows a screen: the board must stop reading, not pile up
                caller.socket.sendall(b"m" * 4096)
        self.assertLess(self.board.memory() - before, 4 << 20)
        other = self.call()
        other.enter()


class ShortLimitsTest(BoardCase):
    OPTIONS = ("--idle", "0.5", "--listen-raw", "0")

    def test_an_idle_caller_is_told_and_let_go(self):
        caller = self.call()
        caller.enter()
        caller.wait_for("Nothing was typed for a long time. Good-bye.")
        while caller.receive(5):
            pass
        self.assertEqual(caller.socket.recv(1), b"")

    def test_the_port_without_telnet_sends_no_telnet(self):
        caller = self.call(telnet=False, raw=True)
        caller.wait_for("guest): ")
        caller.send(b"\xff\xfd\x01Raw\r")
        shown = caller.wait_for("Your choice: ")
        self.assertIn("Raw.", shown)
        self.assertNotIn("\u00a0", shown)  # 0xFF in CP437


class StoppingTest(BoardCase):
    def test_signals_stop_the_board_with_callers_online(self):
        caller = self.call()
        caller.enter()
        began = time.monotonic()
        self.assertEqual(self.board.stop(signal.SIGINT), 0)
        self.assertLess(time.monotonic() - began, 2)

    def refused(self, *options, **environment):
        done = subprocess.run([sys.executable, "-m", "proxy.demo_board", *options], cwd=ROOT,
                              capture_output=True, text=True, timeout=10,
                              env={**os.environ, **environment})
        self.assertNotIn("Traceback", done.stderr)
        return done.returncode, done.stderr

    def test_wrong_starts_are_plain(self):
        status, said = self.refused("--listen", "nonsense")
        self.assertEqual((status, "'nonsense' is not HOST:PORT" in said), (2, True))
        status, said = self.refused(BOARDWALK_BOARD_PORT="many")
        self.assertEqual((status, "is not HOST:PORT" in said), (2, True))
        status, said = self.refused("--listen", "127.0.0.1:0", "--files", "/no/such")
        self.assertEqual((status, "no such folder: /no/such" in said), (1, True))
        status, said = self.refused("--listen", "127.0.0.1:0", PATH="/nowhere")
        self.assertEqual((status, "install Debian's package lrzsz" in said), (1, True))
        with socket.create_server(("127.0.0.1", 0)) as taken:
            status, said = self.refused("--listen", f"127.0.0.1:{taken.getsockname()[1]}",
                                        "--uploads", self.home)
        self.assertEqual((status, "cannot start" in said), (1, True))


if __name__ == "__main__":
    unittest.main()
