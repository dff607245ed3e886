"""The native tool as people and scripts call it: what it says, what it leaves, how it exits."""
import contextlib
import os
import resource
import signal
import socket
import subprocess
import zlib

from .support import NOBODY, PATIENCE_S, ToolTest, events

KIB = 1024
MIB = 1024 * KIB


class WrongUsage(ToolTest):
    def refused(self, *words):
        done = self.run_tool(*words)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stdout, b'')
        said = done.stderr.decode()
        self.assertRegex(said, r"\Aboardwalk: .+\nTry 'boardwalk --help'\.\n\Z")
        return said

    def test_each_kind_is_refused_before_anything_is_done(self):
        self.refused()
        self.refused('fetch')
        self.refused('send')
        self.refused('receive', 'a', 'b')
        self.refused('receive', '--listen', 'nowhere')

    def test_an_option_of_a_later_version_is_not_swallowed(self):
        self.assertIn('speaks zmodem', self.refused('receive', '--protocol', 'kermit'))

    def test_what_contradicts_itself_is_refused(self):
        for words in (('--quiet', '--verbose'),
                      ('--crc', '16', '--escape-8th'), ('--crc', '16', '--pack7'),
                      ('--crc', '16', '--turbo'), ('--crc', '16', '--rle'),
                      ('--turbo', '--escape-8th'), ('--turbo', '--pack7'),
                      ('--turbo', '--escape-control'), ('--resume', '--text')):
            with self.subTest(words):
                self.assertIn('exclude each other', self.refused('receive', *words))
                self.assertIn('exclude each other', self.refused('send', *words, 'file'))
        for words in (('--on-exists', 'skip', '--manage', 'newer'),
                      ('--on-exists', 'resume', '--text'), ('--restrict', '--allow-subfolders')):
            with self.subTest(words):
                self.assertIn('exclude each other', self.refused('receive', *words))

    def test_a_value_that_cannot_be_is_refused(self):
        for words, said in ((('--buffer', '255'), 'from 256 to 65535'),
                            (('--manage', 'maybe'), 'newer-or-longer, crc, append'),
                            (('--min-rate', '0'), 'bytes per second'),
                            (('--min-rate-seconds', '5'), 'needs --min-rate'),
                            (('--stop-at', 'noon'), 'HH:MM or +SECONDS'),
                            (('--on-exists', 'append'), 'rename, overwrite, skip or resume'),
                            (('--segmented',), 'is for sending'),
                            (('--window', '4096'), 'is for sending')):
            with self.subTest(words):
                self.assertIn(said, self.refused('receive', *words))

    def test_help_and_version(self):
        self.assertIn(b'Exit status', self.run_tool('--help').stdout)
        self.assertRegex(self.run_tool('--version').stdout, rb'\Aboardwalk \d+\.\d+\.\d+\n\Z')


class Files(ToolTest):
    def test_a_file_arrives_with_its_time_and_permissions(self):
        path = self.make('door.zip', 100 * KIB)
        os.chmod(path, 0o640)
        os.utime(path, (1_000_000_000, 1_000_000_000))
        sent, received = self.send(path)
        self.assertEqual((sent.returncode, received.returncode), (0, 0))
        self.assert_same(path, 'door.zip')
        facts = os.stat(self.there / 'door.zip')
        self.assertEqual(facts.st_mtime, 1_000_000_000)
        self.assertEqual(facts.st_mode & 0o7777, 0o640)

    def test_nobody_is_told_anything_when_all_is_well(self):
        sent, received = self.send(self.make('door.zip', 10))
        self.assertEqual((sent.stderr, received.stderr), (b'', b''))

    def test_names_with_blanks_umlauts_and_a_leading_dash(self):
        names = ['a b.txt', 'Grüße äöü.txt', '-n.txt', '.profile', 'x' * 250]
        paths = [self.make(name, 100, seed) for seed, name in enumerate(names)]
        sent, received = self.pair([self.tool, 'send', '--', *names],
                                   [self.tool, 'receive', '--dir', self.there],
                                   sender_options={'cwd': self.folder})
        self.assertEqual((sent.returncode, received.returncode), (0, 0), received.stderr)
        for path in paths:
            self.assert_same(path, path.name)

    def test_names_survive_lrzsz_both_ways(self):
        path = self.make('Grüße äöü.txt', 5000)
        sent, _ = self.pair([self.tool, 'send', path], ['rz', '-q'],
                            receiver_options={'cwd': self.there})
        self.assertEqual(sent.returncode, 0)
        self.assert_same(path, path.name)
        os.remove(self.there / path.name)
        _, received = self.pair(['sz', '-q', path], [self.tool, 'receive', '--dir', self.there])
        self.assertEqual(received.returncode, 0)
        self.assert_same(path, path.name)

    def test_folders_of_a_name_are_kept_only_if_that_is_allowed(self):
        (self.folder / 'games' / 'doors').mkdir(parents=True)
        path = self.make('games/doors/door.zip', 1000)
        for words, name in (((), 'door.zip'), (('--allow-subfolders',), 'games/doors/door.zip')):
            _, received = self.pair(['sz', '-q', '-f', 'games/doors/door.zip'],
                                    [self.tool, 'receive', '--dir', self.there, *words],
                                    sender_options={'cwd': self.folder})
            self.assertEqual(received.returncode, 0)
            self.assert_same(path, name)

    def test_a_folder_that_is_a_link_is_not_followed(self):
        (self.folder / 'games').mkdir()
        (self.folder / 'elsewhere').mkdir()
        (self.there / 'games').symlink_to(self.folder / 'elsewhere')
        self.make('games/door.zip', 1000)
        _, received = self.pair(['sz', '-q', '-f', 'games/door.zip'],
                                [self.tool, 'receive', '--dir', self.there, '--allow-subfolders'],
                                sender_options={'cwd': self.folder})
        self.assertEqual(received.returncode, 1)
        self.assertIn(b'games is no folder that may be written into', received.stderr)
        self.assertEqual(os.listdir(self.folder / 'elsewhere'), [])

    def test_a_name_for_the_one_file_that_is_expected(self):
        path = self.make('door.zip', 10)
        self.send(path, receiver=['mine.bin'])
        self.assertEqual(self.names_there(), ['mine.bin'])

    def test_a_taken_name_is_kept_replaced_or_skipped_as_asked(self):
        path = self.make('door.zip', 1000)
        (self.there / 'door.zip').write_bytes(b'old')
        _, received = self.send(path)
        self.assertEqual(received.returncode, 0)
        self.assertEqual(self.names_there(), ['door (1).zip', 'door.zip'])
        self.assertEqual((self.there / 'door.zip').read_bytes(), b'old')

        sent, received = self.send(path, receiver=['--on-exists', 'skip'])
        self.assertEqual((sent.returncode, received.returncode), (1, 1))
        self.assertIn(b'door.zip: skipped by the other side', sent.stderr)
        self.assertIn(b'door.zip: skipped: door.zip exists already', received.stderr)
        self.assertEqual((self.there / 'door.zip').read_bytes(), b'old')

        _, received = self.send(path, receiver=['--on-exists', 'overwrite'])
        self.assertEqual(received.returncode, 0)
        self.assert_same(path, 'door.zip')
        self.assertEqual(self.names_there(), ['door (1).zip', 'door.zip'])


class LocalErrors(ToolTest):
    def test_a_missing_file_is_named_and_the_others_are_sent(self):
        path = self.make('door.zip', 1000)
        sent, received = self.send(self.folder / 'none', path, self.there)
        self.assertEqual((sent.returncode, received.returncode), (5, 0))
        self.assertIn(b'none: No such file or directory', sent.stderr)
        self.assertIn(b'there: it is a folder', sent.stderr)
        self.assert_same(path, 'door.zip')

    def test_nothing_is_said_on_the_line_if_no_file_can_be_sent(self):
        done = self.run_tool('send', self.folder / 'none')
        self.assertEqual((done.returncode, done.stdout), (5, b''))

    def test_a_folder_that_is_not_there(self):
        done = self.run_tool('receive', '--dir', self.folder / 'none')
        self.assertEqual((done.returncode, done.stdout), (5, b''))
        self.assertIn(b'cannot open the folder', done.stderr)

    def test_a_folder_that_may_not_be_written(self):
        os.chmod(self.folder, 0o755)
        os.chmod(self.there, 0o555)
        who = {'user': NOBODY, 'group': NOBODY} if os.getuid() == 0 else {}
        done = self.run_tool('receive', '--dir', self.there, **who)
        self.assertEqual(done.returncode, 5)
        self.assertIn(b'cannot store files in', done.stderr)

    def test_a_full_disk_ends_the_transfer_and_what_is_stored_is_kept(self):
        path = self.make('door.zip', MIB)
        sent, received = self.pair(
            [self.tool, 'send', path], [self.tool, 'receive', '--dir', self.there],
            receiver_options={'preexec_fn': lambda: resource.setrlimit(
                resource.RLIMIT_FSIZE, (300 * KIB, 300 * KIB))})
        self.assertEqual((sent.returncode, received.returncode), (3, 5))
        self.assertIn(b'cannot write door.zip: File too large', received.stderr)
        self.assertIn(b'cancelled by the other side', sent.stderr)
        self.assertEqual(self.names_there(), ['door.zip.part'])
        self.assertEqual((self.there / 'door.zip.part').read_bytes(),
                         path.read_bytes()[:300 * KIB])

    def test_a_file_that_shrinks_is_not_padded(self):
        path = self.make_endless('door.zip')
        left, right = socket.socketpair()
        receiving = self.start(right, self.tool, 'receive', '--dir', self.there)
        sending = self.start(left, self.tool, 'send', path)
        self.wait_until(self.names_there, 'the file to be begun')
        os.truncate(path, 0)
        sent, received = self.finish(sending), self.finish(receiving)
        self.assertEqual((sent.returncode, received.returncode), (5, 3))
        self.assertIn(b'it has become shorter than it was', sent.stderr)
        self.assertNotIn('door.zip', self.names_there())

    def test_a_file_that_is_changed_is_not_mixed(self):
        path = self.make_endless('door.zip')
        left, right = socket.socketpair()
        receiving = self.start(right, self.tool, 'receive', '--dir', self.there)
        sending = self.start(left, self.tool, 'send', path)
        self.wait_until(self.names_there, 'the file to be begun')
        os.utime(path)
        sent, received = self.finish(sending), self.finish(receiving)
        self.assertEqual((sent.returncode, received.returncode), (5, 3))
        self.assertIn(b'it has been changed since it was offered', sent.stderr)
        self.assertNotIn('door.zip', self.names_there())

    def test_a_log_that_cannot_be_written(self):
        done = self.run_tool('receive', '--log', self.folder / 'none' / 'log')
        self.assertEqual((done.returncode, done.stdout), (5, b''))


class Endless(ToolTest):
    """A transfer that is still running when a test wants it to end."""

    def under_way(self, sender_words=(), receiver_words=()):
        path = self.make_endless('door.zip')
        left, right = socket.socketpair()
        receiving = self.start(right, self.tool, 'receive', '--dir', self.there, *receiver_words)
        sending = self.start(left, self.tool, 'send', *sender_words, path)

        def data_has_come():
            return any((self.there / name).stat().st_size for name in self.names_there())
        with contextlib.suppress(FileNotFoundError):
            self.wait_until(data_has_come, 'the first bytes of the file')
        return sending, receiving

    def assert_kept(self, received=None):
        """What there is of the file can be continued, and the person is told so."""
        self.assertEqual(self.names_there(), ['door.zip.part'])
        self.assertGreater((self.there / 'door.zip.part').stat().st_size, 0)
        if received is not None:
            self.assertRegex(received.stderr.decode(),
                             r'door\.zip: .* kept in .*/door\.zip\.part, continue with --resume')


class Interrupted(Endless):
    """Either side may be stopped at any time; no half file ever has the name of a whole one."""

    def test_a_sender_that_is_interrupted_cancels_in_order(self):
        sending, receiving = self.under_way()
        sending.send_signal(signal.SIGINT)
        sent, received = self.finish(sending), self.finish(receiving)
        self.assertEqual((sent.returncode, received.returncode), (3, 3))
        self.assertIn(b'boardwalk: cancelled\n', sent.stderr)
        self.assertIn(b'cancelled by the other side', received.stderr)
        self.assert_kept(received)

    def test_a_receiver_that_is_terminated_cancels_in_order(self):
        sending, receiving = self.under_way()
        receiving.send_signal(signal.SIGTERM)
        sent, received = self.finish(sending), self.finish(receiving)
        self.assertEqual((sent.returncode, received.returncode), (3, 3))
        self.assertIn(b'cancelled by the other side', sent.stderr)
        self.assert_kept(received)

    def test_the_second_signal_ends_it_at_once(self):
        sending, receiving = self.under_way()
        sending.send_signal(signal.SIGSTOP)        # nobody takes the cancellation
        receiving.send_signal(signal.SIGINT)
        receiving.send_signal(signal.SIGTERM)      # a different one, so that both are delivered
        self.assertEqual(self.finish(receiving).returncode, 3)
        self.assert_kept()
        sending.send_signal(signal.SIGCONT)
        self.assertEqual(self.finish(sending).returncode, 4)

    def test_a_killed_sender_is_a_lost_line(self):
        sending, receiving = self.under_way()
        sending.kill()
        received = self.finish(receiving)
        self.assertEqual(received.returncode, 4)
        self.assertIn(b'the connection was lost', received.stderr)
        self.assert_kept(received)

    def test_a_killed_receiver_is_a_lost_line(self):
        sending, receiving = self.under_way()
        receiving.kill()
        self.assertEqual(self.finish(sending).returncode, 4)
        self.assert_kept()

    def test_a_hang_up_is_a_lost_line(self):
        sending, receiving = self.under_way()
        sending.send_signal(signal.SIGSTOP)
        receiving.send_signal(signal.SIGHUP)
        received = self.finish(receiving)
        self.assertEqual(received.returncode, 4)
        self.assert_kept(received)

    def test_a_real_receiver_understands_the_cancellation(self):
        path = self.make_endless('door.zip')
        left, right = socket.socketpair()
        receiving = self.start(right, 'rz', '-q', cwd=self.there)
        sending = self.start(left, self.tool, 'send', path)
        self.wait_until(self.names_there, 'the file to be begun')
        sending.send_signal(signal.SIGINT)
        self.assertEqual(self.finish(sending).returncode, 3)
        self.assertNotEqual(self.finish(receiving).returncode, 0)

    def test_a_real_sender_understands_the_cancellation(self):
        path = self.make_endless('door.zip')
        left, right = socket.socketpair()
        receiving = self.start(right, self.tool, 'receive', '--dir', self.there)
        sending = self.start(left, 'sz', '-q', path)
        self.wait_until(self.names_there, 'the file to be begun')
        receiving.send_signal(signal.SIGINT)
        self.assertEqual(self.finish(receiving).returncode, 3)
        self.assertNotEqual(self.finish(sending).returncode, 0)
        self.assertNotIn('door.zip', self.names_there())

    def test_a_peer_that_never_answers(self):
        left, right = socket.socketpair()
        with right:
            process = self.start(left, self.tool, 'receive', '--timeout', '0.2', '--retries', '2')
            done = self.finish(process)
        self.assertEqual(done.returncode, 4)
        self.assertIn(b'the other side does not answer', done.stderr)

    def test_waiting_costs_nothing(self):
        left, right = socket.socketpair()
        with right:
            process = self.start(left, self.tool, 'receive', '--timeout', '0.2', '--retries', '2')
            _, _, usage = os.wait4(process.pid, 0)
            process.returncode = 4       # reaped here
        self.assertLess(usage.ru_utime + usage.ru_stime, 0.1)
        self.assertLess(usage.ru_nvcsw, 100)


class GivesUp(Endless):
    """By itself, because it is too late or too slow; what is here stays here."""

    def given_up(self, sender_words=(), receiver_words=()):
        """An endless file until both sides have ended."""
        path = self.make_endless('door.zip')
        return self.send(*sender_words, path, receiver=receiver_words)

    def test_a_receiver_stops_at_the_time_it_was_told(self):
        sent, received = self.given_up(receiver_words=['--stop-at', '+1'])
        self.assertEqual((sent.returncode, received.returncode), (3, 3))
        self.assertIn(b'the time set by --stop-at has come', received.stderr)
        self.assertIn(b'cancelled by the other side', sent.stderr)
        self.assert_kept(received)

    def test_a_sender_stops_at_the_time_it_was_told(self):
        sent, received = self.given_up(['--stop-at', '+1'])
        self.assertEqual((sent.returncode, received.returncode), (3, 3))
        self.assertIn(b'the time set by --stop-at has come', sent.stderr)
        self.assertIn(b'cancelled by the other side', received.stderr)
        self.assert_kept(received)

    def test_a_receiver_gives_up_a_line_that_is_too_slow(self):
        sending, receiving = self.under_way(
            receiver_words=['--min-rate', '1000', '--min-rate-seconds', '1'])
        sending.send_signal(signal.SIGSTOP)
        received = self.finish(receiving)
        self.assertEqual(received.returncode, 3)
        self.assertIn(b'slower than --min-rate', received.stderr)
        self.assert_kept(received)

    def test_a_sender_gives_up_a_line_that_is_too_slow(self):
        sent, _ = self.cut([self.tool, 'send', '--min-rate', str(100 * MIB),
                            '--min-rate-seconds', '1', self.make_endless('door.zip')],
                           [self.tool, 'receive', '--dir', self.there], 100 * MIB, rate=MIB)
        self.assertEqual(sent.returncode, 3)
        self.assertIn(b'slower than --min-rate', sent.stderr)

    def test_a_line_that_is_fast_enough_is_not_given_up(self):
        path = self.make('small', 300 * KIB)
        sent, received = self.send('--min-rate', '1', '--min-rate-seconds', '1', path,
                                   receiver=['--min-rate', '1', '--min-rate-seconds', '1',
                                             '--stop-at', '+300'])
        self.assertEqual((sent.returncode, received.returncode), (0, 0))


class Json(ToolTest):
    def test_both_sides_tell_the_whole_story(self):
        first, second = self.make('door.zip', 300 * KIB), self.make('empty', 0)
        sent, received = self.send('--json', first, second, receiver=['--json'])
        for side, direction in ((sent, 'upload'), (received, 'download')):
            told = events(side.stderr)
            done = [event for event in told if event['event'] == 'file_done']
            self.assertEqual([event['name'] for event in done], ['door.zip', 'empty'])
            self.assertEqual([event['bytes'] for event in done], [300 * KIB, 0])
            self.assertEqual({event['outcome'] for event in done}, {'complete'})
            self.assertEqual({event['direction'] for event in done}, {direction})
            self.assertEqual({event['errors'] for event in done}, {0})
            self.assertEqual({event['resent_bytes'] for event in done}, {0})
            self.assertEqual({event['mode'] for event in done}, {'plain'})
            self.assertEqual({event['escaped_controls'] for event in done}, {False})
            self.assertEqual({event['crc'] for event in done}, {32})
            self.assertEqual({event['part'] for event in done}, {None})
            self.assertEqual([event['crc32'] for event in done],
                             [f'{zlib.crc32(path.read_bytes()):08x}' for path in (first, second)])
            self.assertEqual(told[0]['event'], 'file_started')
            self.assertEqual(told[-1]['event'], 'ended')
            self.assertEqual((told[-1]['exit'], told[-1]['fault'], told[-1]['complete']),
                             (0, None, 2))

    def test_it_tells_how_the_file_stood_on_the_line(self):
        path = self.make('door.zip', 50 * KIB)
        for words, facts in (((), ('plain', False, 32)),
                             (('--crc', '16'), ('plain', False, 16)),
                             (('--escape-control',), ('plain', True, 32)),
                             (('--variable-headers',), ('plain', False, 32)),
                             (('--buffer', '4096'), ('plain', False, 32)),
                             (('--rle',), ('run_length', False, 32)),
                             (('--escape-8th',), ('seven_bit', False, 32)),
                             (('--pack7',), ('packed', False, 32)),
                             (('--turbo',), ('turbo', False, 32))):
            with self.subTest(words):
                sent, received = self.send('--json', '--turbo', path,
                                           receiver=['--json', '--on-exists', 'overwrite', *words])
                self.assertEqual((sent.returncode, received.returncode), (0, 0))
                for side in (sent, received):
                    [done] = [event for event in events(side.stderr)
                              if event['event'] == 'file_done']
                    self.assertEqual((done['mode'], done['escaped_controls'], done['crc']), facts)
                self.assert_same(path, 'door.zip')

    def test_an_error_is_an_event_too(self):
        done = self.run_tool('send', '--json', self.folder / 'none')
        told = events(done.stderr)
        self.assertEqual([event['event'] for event in told], ['error', 'ended'])
        self.assertEqual(told[-1]['exit'], done.returncode)


class Log(ToolTest):
    def test_every_step_is_in_the_log_even_if_nobody_is_told(self):
        path, log = self.make('door.zip', 1000), self.folder / 'log'
        log.write_text('before\n', encoding='utf-8')
        sent, _ = self.send('--quiet', '--log', log, path)
        self.assertEqual(sent.stderr, b'')
        lines = log.read_text(encoding='utf-8').splitlines()
        self.assertEqual(lines[0], 'before')
        self.assertRegex(lines[-1], r'\A\d{4}-\d\d-\d\d \d\d:\d\d:\d\d ended: 1 complete')
        self.assertTrue(any('sending door.zip' in line for line in lines))
        self.assertTrue(any('door.zip: went as plain data, CRC-32' in line for line in lines))


class Tcp(ToolTest):
    def listen(self, *words):
        process = subprocess.Popen([self.tool, *map(str, words), '--listen', '127.0.0.1:0'],
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        self.addCleanup(process.stdout.close)
        self.addCleanup(self.reap, process)
        said = process.stderr.readline().decode()
        self.assertRegex(said, r'\Aboardwalk: listening on 127\.0\.0\.1:\d+\n\Z')
        return process, said.rsplit(' ', 1)[1].strip()

    def test_a_file_goes_over_tcp_and_nothing_to_stdout(self):
        path = self.make('door.zip', 3 * MIB)
        listening, address = self.listen('receive', '--dir', self.there)
        sent = self.run_tool('send', '--connect', address, path)
        said, _ = listening.communicate(timeout=PATIENCE_S)
        self.assertEqual((sent.returncode, listening.returncode), (0, 0))
        self.assertEqual((sent.stdout, said), (b'', b''))
        self.assert_same(path, 'door.zip')

    def test_the_listener_may_send(self):
        path = self.make('door.zip', 3 * MIB)
        listening, address = self.listen('send', path)
        received = self.run_tool('receive', '--connect', address, '--dir', self.there)
        listening.communicate(timeout=PATIENCE_S)
        self.assertEqual((received.returncode, listening.returncode), (0, 0))
        self.assert_same(path, 'door.zip')

    def test_nobody_listens_there(self):
        with socket.socket() as reserved:
            reserved.bind(('127.0.0.1', 0))          # bound, but not listening: refused
            port = reserved.getsockname()[1]
            done = self.run_tool('receive', '--connect', f'127.0.0.1:{port}')
        self.assertEqual(done.returncode, 4)
        self.assertIn(b'Connection refused', done.stderr)

    def test_the_port_is_taken(self):
        with socket.socket() as taken:
            taken.bind(('127.0.0.1', 0))
            taken.listen()
            port = taken.getsockname()[1]
            done = self.run_tool('receive', '--listen', f'127.0.0.1:{port}')
        self.assertEqual(done.returncode, 4)
        self.assertIn(b'Address already in use', done.stderr)

    def test_waiting_for_a_caller_ends_when_the_time_has_come(self):
        listening, _ = self.listen('receive', '--stop-at', '+1')
        _, said = listening.communicate(timeout=PATIENCE_S)
        self.assertEqual(listening.returncode, 3)
        self.assertIn(b'the time set by --stop-at has come', said)

    def test_waiting_for_a_caller_can_be_interrupted(self):
        listening, _ = self.listen('receive')
        listening.send_signal(signal.SIGINT)
        listening.communicate(timeout=PATIENCE_S)
        self.assertEqual(listening.returncode, 3)
