"""The telnet layer by transcripts: data out of every cut of the wire, answers without loops."""

import unittest

from proxy.demo_board.telnet import BINARY, ECHO, TelnetLink
from proxy.demo_board.transfer import CarriageReturnRule

IAC, DONT, DO, WONT, WILL, SB, SE = 255, 254, 253, 252, 251, 250, 240


def feed(link, wire, sizes):
    out, position, turn = b"", 0, 0
    while position < len(wire):
        size = sizes[turn % len(sizes)]
        out += link.receive(wire[position:position + size])
        position, turn = position + size, turn + 1
    return out


class ReceiveTest(unittest.TestCase):
    WIRE = (b"ab\xff\xffcd" + b"\xff\xff\xff\xff" + bytes([IAC, WILL, BINARY])
            + b"e" + bytes([IAC, SB, 31, 0, 255, 255, 0, 24, IAC, SE]) + b"f"
            + bytes([IAC, SB, 99]) + b"junk\xff\xff\xf0" + bytes([IAC, SE])
            + bytes([IAC, 241]) + b"g\xff\xff")
    DATA = b"ab\xffcd\xff\xffefg\xff"

    def test_every_cut_gives_the_same_data_and_window(self):
        for size in range(1, len(self.WIRE) + 1):
            link = TelnetLink()
            self.assertEqual(feed(link, self.WIRE, [size]), self.DATA, size)
            self.assertEqual(link.window, (255, 24))

    def test_a_pair_split_over_two_reads_is_one_byte(self):
        link = TelnetLink()
        self.assertEqual(link.receive(b"x\xff"), b"x")
        self.assertEqual(link.receive(b"\xffy"), b"\xffy")

    def test_a_pair_before_a_command_is_not_taken_for_three(self):
        link = TelnetLink()
        self.assertEqual(link.receive(bytes([IAC, IAC, IAC, WILL, ECHO, 65])), b"\xffA")

    def test_encode_and_receive_are_inverse_for_all_bytes(self):
        data = bytes(range(256)) * 3 + b"\xff" * 7
        self.assertEqual(TelnetLink().receive(TelnetLink().encode(data)), data)
        self.assertNotIn(b"\r\0", TelnetLink().encode(b"\r\n\r"))

    def test_an_endless_subnegotiation_is_bounded_and_swallowed(self):
        link = TelnetLink()
        self.assertEqual(link.receive(bytes([IAC, SB, 24]) + b"x" * 100000), b"")
        self.assertLessEqual(len(link._sub), 512)
        self.assertEqual(link.receive(bytes([IAC, SE]) + b"on"), b"on")


class NegotiationTest(unittest.TestCase):
    def setUp(self):
        self.link = TelnetLink()
        self.link.opening()

    def test_agreement_to_what_was_asked_is_not_answered_again(self):
        self.link.receive(bytes([IAC, DO, ECHO, IAC, WILL, BINARY] * 5))
        self.assertEqual(self.link.take_replies(), b"")
        self.assertTrue(self.link.echo_agreed)
        self.assertTrue(self.link.caller_is_binary)

    def test_unknown_options_are_refused(self):
        self.link.receive(bytes([IAC, DO, 39, IAC, WILL, 34]))
        self.assertEqual(self.link.take_replies(), bytes([IAC, WONT, 39, IAC, DONT, 34]))

    def test_switching_off_is_confirmed_once(self):
        self.link.receive(bytes([IAC, DO, BINARY, IAC, DONT, BINARY, IAC, DONT, BINARY]))
        self.assertEqual(self.link.take_replies(), bytes([IAC, WONT, BINARY]))

    def test_two_links_fall_silent(self):
        other = TelnetLink()
        to_other = self.link.take_replies() + TelnetLink().opening()
        to_link = other.opening()
        rounds = 0
        while to_other or to_link:
            rounds += 1
            self.assertLess(rounds, 6, "a loop")
            other.receive(to_other)
            self.link.receive(to_link)
            to_other, to_link = self.link.take_replies(), other.take_replies()

    def test_a_flood_of_commands_does_not_pile_up_answers(self):
        self.link.receive(bytes([IAC, DO, 99]) * 50000)
        self.assertLessEqual(len(self.link.take_replies()), 4096)

    def test_terminal_type_is_asked_and_kept(self):
        self.link.receive(bytes([IAC, WILL, 24]))
        self.assertEqual(self.link.take_replies(), bytes([IAC, SB, 24, 1, IAC, SE]))
        self.link.receive(bytes([IAC, SB, 24, 0]) + b"SyncTERM" + bytes([IAC, SE]))
        self.assertEqual(self.link.terminal_type, "syncterm")


class CarriageReturnTest(unittest.TestCase):
    PADDED = b"**\x18B0100000023be50\r\0\x8a\x11"
    CLEAN = b"**\x18B0100000023be50\r\x8a\x11"

    def test_a_padding_client_is_found_out_at_every_cut(self):
        wire = self.PADDED + b"data\r\0\r\0\0x"
        for cut in range(len(wire)):
            rule = CarriageReturnRule(binary=False)
            self.assertEqual(rule.receive(wire[:cut]) + rule.receive(wire[cut:]),
                             self.CLEAN + b"data\r\r\0x", cut)

    def test_data_of_other_clients_is_left_alone(self):
        for binary, wire in ((False, self.CLEAN + b"\r\0"), (True, self.PADDED + b"\r\0")):
            self.assertEqual(CarriageReturnRule(binary).receive(wire), wire)


if __name__ == "__main__":
    unittest.main()
