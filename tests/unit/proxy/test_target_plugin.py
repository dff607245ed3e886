"""The file boards.json: read again when it changes, and never a board lost by a bad change."""

import json
import os
import tempfile
import unittest

from proxy.allow_list import BoardListError
from proxy.target_plugin import BoardsFile
from tests.unit.proxy.support.boards import entry


class ABoardsFile(unittest.TestCase):
    def setUp(self):
        self.path = os.path.join(self.enterContext(tempfile.TemporaryDirectory()), 'boards.json')
        self.write(json.dumps([entry('one', 2301)]))

    def write(self, text):
        with open(self.path, 'w', encoding='utf-8') as file:
            file.write(text)

    def test_answers_websockify_and_the_bridge(self):
        boards = BoardsFile(self.path)
        self.assertEqual(boards.lookup('one'), ('127.0.0.1', '2301'))
        self.assertIsNone(boards.lookup('two'))
        self.assertEqual(boards.board('one').port, 2301)
        self.assertEqual(len(boards), 1)

    def test_sees_a_change_at_the_next_look_up(self):
        boards = BoardsFile(self.path)
        self.write(json.dumps([entry('two', 2302), entry('three', 2303)]))
        with self.assertLogs('bridge', 'INFO') as logs:
            self.assertIsNone(boards.board('one'))
        self.assertIn('2 boards', logs.output[0])
        self.assertEqual(boards.board('two').port, 2302)

    def test_keeps_the_last_good_list_and_logs_the_fault_once(self):
        boards = BoardsFile(self.path)
        self.write('[{"id": "one", ')
        with self.assertLogs('bridge', 'ERROR') as logs:
            for _ in range(3):
                self.assertIsNotNone(boards.board('one'))
        self.assertEqual(len(logs.output), 1)
        self.assertIn('last good list', logs.output[0])
        self.write(json.dumps([entry('mended', 2304)]))
        self.assertIsNotNone(boards.board('mended'))

    def test_keeps_the_last_good_list_when_the_file_goes_away(self):
        boards = BoardsFile(self.path)
        os.remove(self.path)
        with self.assertLogs('bridge', 'ERROR') as logs:
            for _ in range(3):
                self.assertIsNotNone(boards.board('one'))
        self.assertEqual(len(logs.output), 1)
        self.write(json.dumps([entry('back', 2305)]))
        self.assertIsNotNone(boards.board('back'))

    def test_a_file_that_cannot_be_used_at_the_start_is_an_error_that_names_it(self):
        for text, words in (('nonsense', 'line 1'), ('[{}]', 'entry 1')):
            self.write(text)
            with self.assertRaises(BoardListError) as caught:
                BoardsFile(self.path)
            self.assertIn(self.path, str(caught.exception))
            self.assertIn(words, str(caught.exception))
        with open(self.path, 'wb') as file:
            file.write(b'["\xff"]')
        with self.assertRaisesRegex(BoardListError, 'not UTF-8'):
            BoardsFile(self.path)
        os.remove(self.path)
        with self.assertRaisesRegex(BoardListError, 'No such file'):
            BoardsFile(self.path)
