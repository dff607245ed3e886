"""Counting callers by address, and what a caller is told who is one too many."""

import unittest

from proxy.limits import Limits, TooMany, client_of
from tests.unit.proxy.support.boards import read_exactly
from tests.unit.proxy.support.fixture import BridgeTestCase


class Counting(unittest.TestCase):
    def test_each_client_has_its_own_count(self):
        limits = Limits(per_client=1, total=10)
        limits.take('192.0.2.1')
        limits.take('192.0.2.2')
        with self.assertRaisesRegex(TooMany, 'from your address'):
            limits.take('192.0.2.1')
        self.assertEqual(limits.count(), 2)

    def test_the_total_comes_first(self):
        limits = Limits(per_client=1, total=1)
        limits.take('192.0.2.1')
        with self.assertRaisesRegex(TooMany, 'full'):
            limits.take('192.0.2.1')

    def test_a_slot_is_freed_once(self):
        limits = Limits(per_client=2, total=2)
        first = limits.take('192.0.2.1')
        limits.take('192.0.2.1')
        with first:
            first.free()
        first.free()
        self.assertEqual(limits.count(), 1)

    def test_an_ipv6_host_is_counted_by_the_network_it_commands(self):
        self.assertEqual(client_of('2001:db8::1'), client_of('2001:db8::ffff:2'))
        self.assertNotEqual(client_of('2001:db8:0:1::1'), client_of('2001:db8:0:2::1'))
        self.assertEqual(client_of('::ffff:192.0.2.1'), client_of('192.0.2.1'))
        self.assertEqual(client_of('fe80::1%eth0'), client_of('fe80::2'))


class AtTheBridge(BridgeTestCase):
    def test_one_too_many_is_told_so_and_the_others_go_on(self):
        for limits, words in (({'per_client': 2}, 'from your address (the limit is 2)'),
                              ({'total': 2}, 'the bridge is full (2)')):
            with self.subTest(words):
                self.start_bridge(**limits)
                (first, first_board), (second, _) = self.call(), self.call()
                closed = self.closed(self.client())
                self.assertEqual(closed.code, 4429)
                self.assertIn(words, closed.reason)
                first.send(b'still here')
                self.assertEqual(read_exactly(first_board, 10), b'still here')
                second.close()
                second.receive_to_close()
                self.eventually(lambda: self.metric('carrying_connections') == 1)
                self.call()
                self.assertFalse(self.board.was_called())

    def test_a_refused_caller_takes_no_place(self):
        self.start_bridge(per_client=1)
        for _ in range(3):
            self.assertEqual(self.closed(self.client('/board/unknown')).code, 4403)
        self.call()
