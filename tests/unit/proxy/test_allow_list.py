"""boards.json: what is accepted, what is refused and in which words; what a request names."""

import json
import unittest

from proxy.allow_list import Board, BoardListError, board_id_from, parse


def list_of(*entries):
    return parse(json.dumps(entries))


GOOD = {'id': 'demo', 'name': 'Demo Board', 'host': 'bbs.example', 'port': 23,
        'connection': 'telnet', 'encoding': 'cp437', 'screen': {'columns': 80, 'rows': 25}}


class Parse(unittest.TestCase):
    def test_keeps_what_the_bridge_needs(self):
        self.assertEqual(list_of(GOOD).match('demo'),
                         Board('demo', 'Demo Board', 'bbs.example', 23))

    def test_every_bridged_connection_is_a_target(self):
        for connection in ('telnet', 'raw', 'rlogin'):
            boards = list_of({**GOOD, 'connection': connection})
            self.assertIsNotNone(boards.match('demo'), connection)

    def test_a_board_that_speaks_web_socket_itself_is_no_target(self):
        boards = list_of({'id': 'own', 'name': 'Own', 'connection': 'websocket',
                          'url': 'wss://own.example/'},
                         {**GOOD, 'url': 'wss://demo.example/'})
        self.assertEqual(len(boards), 0)
        self.assertIsNone(boards.match('own'))
        self.assertIsNone(boards.match('demo'))

    def test_an_entry_without_a_name_is_called_by_its_id(self):
        entry = {key: value for key, value in GOOD.items() if key != 'name'}
        self.assertEqual(list_of(entry).match('demo').name, 'demo')

    def test_an_id_matches_exactly_or_not_at_all(self):
        boards = list_of(GOOD)
        for near in ('Demo', 'demo ', 'dem', 'demo\0', '', 'bbs.example:23'):
            self.assertIsNone(boards.match(near), near)

    def test_faults_are_named_with_their_place(self):
        for entries, words in (
                ('[{"id": "a",}]', 'line 1'),
                ('{"boards": []}', 'one array'),
                ('["demo"]', 'entry 1 is not an object'),
                ('[{"name": "x"}]', 'entry 1: id must be'),
                ('[{"id": "a\\u0007"}]', 'entry 1: id must be'),
                (json.dumps([GOOD, GOOD]), "entry 2: the id 'demo' is already used by entry 1"),
                (json.dumps([{**GOOD, 'connection': 'ssh'}]), "it is 'ssh'"),
                (json.dumps([{**GOOD, 'host': ''}]), 'host must be'),
                (json.dumps([{**GOOD, 'host': 'two words'}]), 'host must be'),
                (json.dumps([{**GOOD, 'port': '23'}]), 'port must be'),
                (json.dumps([{**GOOD, 'port': True}]), 'port must be'),
                (json.dumps([{**GOOD, 'port': 0}]), 'port must be'),
                (json.dumps([{**GOOD, 'port': 65536}]), 'port must be'),
                (json.dumps([{**GOOD, 'name': 5}]), 'name must be'),
                ('[' * 100_000, 'nested too deeply')):
            with self.assertRaises(BoardListError, msg=entries[:80]) as caught:
                parse(entries)
            self.assertIn(words, str(caught.exception))


class BoardIdFrom(unittest.TestCase):
    def test_both_forms_of_the_address(self):
        self.assertEqual(board_id_from('/board/demo'), 'demo')
        self.assertEqual(board_id_from('/?token=demo'), 'demo')
        self.assertEqual(board_id_from('/board/caf%C3%A9%20noir'), 'café noir')
        self.assertEqual(board_id_from('/?token=caf%C3%A9+noir'), 'café noir')
        self.assertEqual(board_id_from('/board/demo?host=evil.example&port=25'), 'demo')

    def test_anything_else_names_no_board(self):
        for target in ('/', '/board/', '/board', '/other/demo', '/?host=evil&port=1',
                       '/?token=', '/?token=a&token=b', '/index.html?token=demo',
                       'http://evil.example/board/demo', '//evil.example/board/demo',
                       '/../board/demo', '*', '', 'http://[/'):
            self.assertIsNone(board_id_from(target), target)
