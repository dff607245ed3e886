"""Which pages may use the bridge; a refused page costs no board a packet."""

import unittest

from proxy.origin import OriginCheck, normal_origin
from tests.unit.proxy.support.fixture import BridgeTestCase
from tests.unit.proxy.support.web_socket import Refused


class Rules(unittest.TestCase):
    def test_by_default_only_pages_of_this_machine(self):
        check = OriginCheck()
        for origin in ('http://localhost', 'http://localhost:8080', 'http://127.0.0.1:5173',
                       'http://[::1]:8080', 'HTTP://LocalHost:1'):
            self.assertTrue(check.allows(origin), origin)
        for origin in ('https://evil.example', 'http://localhost.evil.example', 'null', '',
                       'http://127.0.0.1.evil.example', 'http://localhost@evil.example',
                       'http://evil@localhost', 'file://', 'http://192.168.1.2', 'http://[::2]',
                       'http://localhost:port', 'http://localhost/path', 'http://[', 'localhost'):
            self.assertFalse(check.allows(origin), origin)

    def test_given_origins_replace_the_default(self):
        check = OriginCheck(['https://boards.example', 'http://other.example:8080/'])
        for origin in ('https://boards.example', 'https://boards.example:443',
                       'https://BOARDS.example', 'http://other.example:8080'):
            self.assertTrue(check.allows(origin), origin)
        for origin in ('http://boards.example', 'https://boards.example:444',
                       'https://sub.boards.example', 'http://other.example', 'http://localhost'):
            self.assertFalse(check.allows(origin), origin)

    def test_what_is_no_origin(self):
        for text in ('*', 'boards.example', 'ws://boards.example', 'https://', 'https://a/b',
                     'https://a?b', 'https://a:99999'):
            with self.assertRaises(ValueError, msg=text):
                normal_origin(text)


class AtTheBridge(BridgeTestCase):
    def refused(self, path='/board/board', **options):
        with self.assertRaises(Refused) as caught:
            self.client(path, **options)
        return caught.exception

    def test_the_right_one_connects(self):
        self.start_bridge(origins=('https://boards.example',))
        self.call(origin='https://boards.example')

    def test_a_foreign_or_missing_origin_is_403_and_no_board_is_called(self):
        self.start_bridge()
        for origin in ('https://evil.example', None, 'null',
                       'http://localhost\r\nOrigin: http://evil.example'):
            refused = self.refused(origin=origin)
            self.assertEqual(refused.status, 403, origin)
            self.assertIn('may not use the bridge', refused.text)
        self.assertFalse(self.board.was_called())
        self.assertEqual(self.metric('refusals_total{code="http_403"}'), 4)

    def test_it_comes_before_everything_else(self):
        self.start_bridge()
        refused = self.refused('/board/unknown', origin='https://evil.example',
                               Sec_WebSocket_Version='7')
        self.assertEqual(refused.status, 403)
