"""What becomes of files at the receiver: kept parts, resuming, file management, text."""
import os
import pathlib

from .support import ToolTest, events

KIB = 1024
DATE = 1_700_000_000


class Resume(ToolTest):
    SIZE = 300 * KIB

    def setUp(self):
        super().setUp()
        self.path = self.make('door.zip', self.SIZE)
        self.receive = [self.tool, 'receive', '--json', '--dir', self.there]
        self.rz = {'cwd': self.there}

    def started_from(self, done):
        """Where the one file of a run with --json began."""
        return [event['from'] for event in events(done.stderr)
                if event['event'] == 'file_started']

    def cut_at(self, wire_bytes, sender):
        """A transfer that loses its line; returns how much of the file is here."""
        _, received = self.cut(sender, self.receive, wire_bytes)
        self.assertEqual(received.returncode, 4)
        self.assertEqual(self.names_there(), ['door.zip.part'])
        kept = (self.there / 'door.zip.part').read_bytes()
        self.assertEqual(kept, self.path.read_bytes()[:len(kept)])
        done = events(received.stderr)[-2]
        self.assertEqual(done['part'], str(self.there / 'door.zip.part'))
        return len(kept)

    def assert_complete(self):
        self.assert_same(self.path, 'door.zip')
        self.assertEqual(self.names_there(), ['door.zip'])
        os.remove(self.there / 'door.zip')

    def test_ours_to_ours_goes_on_where_the_line_was_lost(self):
        for wire_bytes in (3 * KIB, 100 * KIB, 290 * KIB):
            kept = self.cut_at(wire_bytes, [self.tool, 'send', self.path])
            sent, received = self.pair([self.tool, 'send', '--json', self.path],
                                       [*self.receive, '--resume'])
            self.assertEqual((sent.returncode, received.returncode), (0, 0))
            self.assertEqual(self.started_from(received), [kept])
            self.assertEqual(self.started_from(sent), [kept])
            self.assert_complete()

    def test_a_sender_may_ask_for_it(self):
        kept = self.cut_at(100 * KIB, [self.tool, 'send', self.path])
        _, received = self.pair([self.tool, 'send', '--resume', self.path], self.receive)
        self.assertEqual(self.started_from(received), [kept])
        self.assert_complete()

    def test_sz_to_ours(self):
        for words in (['sz', '-q'], ['sz', '-q', '-8'], ['sz', '-q', '-o']):
            kept = self.cut_at(100 * KIB, [*words, self.path])
            _, received = self.pair([*words, self.path], [*self.receive, '--resume'])
            self.assertEqual(received.returncode, 0)
            self.assertEqual(self.started_from(received), [kept])
            self.assert_complete()

    def test_sz_asks_for_it_itself(self):
        kept = self.cut_at(100 * KIB, ['sz', '-q', '-r', self.path])
        _, received = self.pair(['sz', '-q', '-r', self.path], self.receive)
        self.assertEqual(self.started_from(received), [kept])
        self.assert_complete()

    def test_what_rz_left_under_the_final_name(self):
        (self.there / 'door.zip').write_bytes(self.path.read_bytes()[:100_000])
        _, received = self.pair(['sz', '-q', self.path], [*self.receive, '--on-exists', 'resume'])
        self.assertEqual(self.started_from(received), [100_000])
        self.assert_complete()

    def test_ours_to_rz(self):
        (self.there / 'door.zip').write_bytes(self.path.read_bytes()[:100_000])
        sent, _ = self.pair([self.tool, 'send', '--json', self.path], ['rz', '-q', '-r'],
                            receiver_options=self.rz)
        self.assertEqual(sent.returncode, 0)
        [start] = self.started_from(sent)
        self.assertGreater(start, 98_000)       # rz rounds down
        self.assert_complete()

    def test_a_different_file_is_never_spliced(self):
        other = self.make('other', 200 * KIB, seed=2)
        for name in ('door.zip', 'door.zip.part'):
            (self.there / name).write_bytes(other.read_bytes())
        for sender in ([self.tool, 'send', self.path], ['sz', '-q', self.path],
                       ['sz', '-q', '-r', self.path]):
            _, received = self.pair(sender, [*self.receive, '--resume'])
            self.assertEqual(received.returncode, 0)
            self.assertEqual(self.started_from(received), [0])
            self.assert_same(self.path, 'door (1).zip')
            self.assert_same(other, 'door.zip')
            os.remove(self.there / 'door (1).zip')

    def test_what_is_complete_is_skipped(self):
        self.send(self.path)
        sent, received = self.send(self.path, receiver=['--resume'])
        self.assertEqual((sent.returncode, received.returncode), (1, 1))
        self.assertIn(b'door.zip is here already, complete', received.stderr)
        self.assert_complete()

    def test_without_the_option_it_starts_over(self):
        self.cut_at(100 * KIB, [self.tool, 'send', self.path])
        _, received = self.pair([self.tool, 'send', self.path], self.receive)
        self.assertEqual(self.started_from(received), [0])
        self.assert_complete()

    def test_a_batch_goes_on_with_the_file_that_was_cut(self):
        first, last = self.make('first', 50 * KIB, 3), self.make('last', 50 * KIB, 4)
        words = ['send', first, self.path, last]
        self.cut([self.tool, *words], self.receive, 150 * KIB)
        self.assertEqual(self.names_there(), ['door.zip.part', 'first'])
        _, received = self.pair([self.tool, *words], [*self.receive, '--resume'])
        outcomes = [event['outcome'] for event in events(received.stderr)
                    if event['event'] == 'file_done']
        self.assertEqual(outcomes, ['skipped_here', 'complete', 'complete'])
        for path in (first, self.path, last):
            self.assert_same(path, path.name)


class Management(ToolTest):
    """A file that is here already; the one that is sent is as old, and longer."""
    OLD, NEW = b'old', b'new one\r\n' * 100

    WHAT_HAPPENS = {
        'newer-or-longer': 'replaced', 'crc': 'replaced', 'append': 'appended',
        'clobber': 'replaced', 'newer': 'kept', 'different': 'replaced', 'protect': 'kept',
        'change': 'both',
    }

    def setUp(self):
        super().setUp()
        self.path = self.folder / 'door.txt'
        self.path.write_bytes(self.NEW)
        os.utime(self.path, (DATE, DATE))
        self.receive = [self.tool, 'receive', '--dir', self.there]

    def put_old(self):
        for name in self.names_there():
            os.remove(self.there / name)
        old = self.there / 'door.txt'
        old.write_bytes(self.OLD)
        os.utime(old, (DATE, DATE))

    def what_happened(self):
        content = {name: (self.there / name).read_bytes() for name in self.names_there()}
        return {
            ('door.txt', self.OLD): 'kept',
            ('door.txt', self.NEW): 'replaced',
            ('door.txt', self.OLD + self.NEW): 'appended',
        }.get(*content.items()) if len(content) == 1 else (
            'both' if content == {'door.txt': self.OLD, 'door (1).txt': self.NEW} else content)

    def test_a_sender_asks(self):
        for word, what in self.WHAT_HAPPENS.items():
            with self.subTest(word):
                self.put_old()
                sent, received = self.pair([self.tool, 'send', '--manage', word, self.path],
                                           self.receive)
                self.assertEqual(self.what_happened(), what)
                status = 1 if what == 'kept' else 0
                self.assertEqual((sent.returncode, received.returncode), (status, status))

    def test_a_receiver_wishes(self):
        for word, what in self.WHAT_HAPPENS.items():
            with self.subTest(word):
                self.put_old()
                self.pair([self.tool, 'send', '--manage', 'protect', self.path],
                          [*self.receive, '--manage', word])
                self.assertEqual(self.what_happened(), what)

    def test_the_receivers_policy_comes_first(self):
        self.put_old()
        self.pair([self.tool, 'send', '--manage', 'clobber', self.path],
                  [*self.receive, '--on-exists', 'rename'])
        self.assertEqual(self.what_happened(), 'both')

    def test_sz_asks(self):
        for option, what in (('-n', 'kept'), ('-N', 'replaced'), ('-y', 'replaced'),
                             ('-p', 'kept'), ('-+', 'appended')):
            with self.subTest(option):
                self.put_old()
                self.pair(['sz', '-q', option, self.path], self.receive)
                self.assertEqual(self.what_happened(), what)

    def test_rz_is_asked(self):
        for word, what in (('append', 'appended'), ('clobber', 'replaced'), ('protect', 'kept')):
            with self.subTest(word):
                self.put_old()
                self.pair([self.tool, 'send', '--manage', word, self.path], ['rz', '-q'],
                          receiver_options={'cwd': self.there})
                self.assertEqual(self.what_happened(), what)

    def test_a_file_that_is_the_same_is_not_sent_again(self):
        self.send(self.path)
        sent, received = self.send('--manage', 'crc', self.path)
        self.assertEqual((sent.returncode, received.returncode), (1, 1))
        self.assertIn(b'is here already, the same', received.stderr)
        self.assertEqual(self.names_there(), ['door.txt'])

    def test_a_file_that_is_not_there_is_left_out(self):
        for sender, receiver in ((['--skip-missing'], []), ([], ['--skip-missing'])):
            sent, received = self.send(*sender, self.path, receiver=receiver)
            self.assertEqual((sent.returncode, received.returncode), (1, 1))
            self.assertIn(b'door.txt is not here', received.stderr)
            self.assertEqual(self.names_there(), [])


class Text(ToolTest):
    DOS, UNIX = b'one\r\ntwo\r\n\x1a', b'one\ntwo\n'

    def arrives(self, sender, *receiver):
        path = self.folder / 'read.me'
        path.write_bytes(self.DOS)
        _, received = self.pair([*sender, path],
                                [self.tool, 'receive', '--dir', self.there, *receiver])
        self.assertEqual(received.returncode, 0)
        there = pathlib.Path(self.there / 'read.me')
        content = there.read_bytes()
        os.remove(there)
        return content, received.stderr

    def test_line_ends_are_converted_if_either_side_wants_it(self):
        self.assertEqual(self.arrives([self.tool, 'send', '--text']), (self.UNIX, b''))
        self.assertEqual(self.arrives(['sz', '-q', '-a']), (self.UNIX, b''))
        self.assertEqual(self.arrives(['sz', '-q'], '--text'), (self.UNIX, b''))

    def test_a_sender_that_says_it_is_binary_is_believed(self):
        for sender in (['sz', '-q', '-b'], [self.tool, 'send']):
            content, said = self.arrives(sender, '--text')
            self.assertEqual(content, self.DOS)
            self.assertIn(b'read.me: kept as it is: the sender says it is binary', said)

    def test_nothing_is_converted_otherwise(self):
        self.assertEqual(self.arrives(['sz', '-q']), (self.DOS, b''))
