"""Faults that real users met (tests/unit/cases), byte for byte against the native tool.

The engine's tests know what it answers to them; here is what it comes to: what stands on the disk
afterwards, what a script is told, how the tool exits.
"""
import hashlib
import os
import random
import resource

from .caller import CANCEL, GOOD_BYE, CallerTest, zdump
from .support import ROOT, events

CASES = ROOT / 'tests/unit/cases'
IAC = 0xFF


def case(name, step):
    return (CASES / name / step).read_bytes()


def on_telnet(data):
    return data.replace(b'\xff', b'\xff\xff')


class Received(CallerTest):
    def take(self, caller, name, offer, *data):
        self.talk(caller, (case(name, offer), 'ZRPOS 0'),
                  (b''.join(case(name, step) for step in data), 'ZRINIT'))

    def test_each_spelling_of_the_first_header(self):
        for step in sorted(os.listdir(CASES / 'p-hex-terminators')):
            if not step.endswith('.bin'):
                continue
            with self.subTest(step):
                caller, process = self.receiving('--on-exists', 'overwrite')
                caller.says(case('p-hex-terminators', step))
                self.take(caller, 'p-zfin-then-prompt', '02_zfile.bin', '03_data.bin')
                self.good_bye(caller, process)
                self.assertEqual((self.there / 'p.txt').read_bytes(), b'hello')

    def test_no_name_leaves_the_folder_and_no_command_is_run(self):
        caller, process = self.receiving()
        path = 'f-path-strip'
        caller.says(case(path, '01_rqinit.bin'))
        for step in ('01_cp437.bin', '02_utf8.bin', '03_mixed.bin'):
            self.talk(caller, (case('f-nonascii', step), 'ZRPOS 0'),
                      (case(path, '03_data1.bin'), 'ZRINIT'))
        self.take(caller, path, '02_zfile_slash.bin', '03_data1.bin')
        self.take(caller, path, '04_zfile_backslash.bin', '05_data2.bin')
        traversal = 'x-path-traversal'
        self.take(caller, traversal, '02_abs.bin', '03_d1.bin')
        self.take(caller, traversal, '04_up.bin', '05_d2.bin')
        self.take(caller, traversal, '06_bs.bin', '07_d3.bin')
        self.talk(caller, (case('x-zcommand', '02_zcommand.bin'), 'ZCOMPL'),
                  (case('x-zcommand', '03_zfile_pipe.bin'), 'ZRPOS 0'),
                  (case(traversal, '03_d1.bin'), 'ZRINIT'))
        told = self.good_bye(caller, process)
        self.assertEqual(self.names_there(), sorted([
            'ÄÖü.TXT', 'äöü.txt', '├(.txt', 'test.zip', 'TEST.ZIP',
            'zz_abs.txt', 'zz_up.txt', 'zz.txt', '_id_x']))
        self.assertEqual(os.listdir(self.folder), ['there'])
        self.assertIn('the other side asked to run a command: refused',
                      [event.get('message') for event in told])

    def test_folders_that_are_allowed_do_not_leave_the_folder_either(self):
        caller, process = self.receiving('--allow-subfolders')
        self.take(caller, 'x-path-traversal', '02_abs.bin', '03_d1.bin')
        self.take(caller, 'x-path-traversal', '04_up.bin', '05_d2.bin')
        self.take(caller, 'x-path-traversal', '06_bs.bin', '07_d3.bin')
        self.good_bye(caller, process)
        files = [str(path.relative_to(self.there)) for path in self.there.rglob('*')
                 if path.is_file()]
        self.assertEqual(sorted(files), ['tmp/zz_abs.txt', 'zz.txt', 'zz_up.txt'])

    def test_files_of_nothing(self):
        caller, process = self.receiving()
        name = 'z-zero'
        caller.says(case(name, '01_rqinit.bin'))
        self.take(caller, name, '02_zfile0.bin', '03_data0.bin')
        self.take(caller, name, '04_zfile1.bin', '05_data1.bin')
        self.take(caller, name, '06_zfile2.bin', '07_eof_only.bin')
        self.talk(caller, (case(name, '08_zfin.bin'), 'ZFIN'))
        self.ends(caller, process)
        sizes = {each: (self.there / each).stat().st_size for each in self.names_there()}
        self.assertEqual(sizes, {'empty.bin': 0, 'one.bin': 1, 'empty2.bin': 0})

    def test_log_lines_between_the_frames(self):
        name = 'p-noise-between-frames'
        caller, process = self.receiving()
        caller.says(case(name, '01_banner.bin'))
        self.take(caller, name, '02_zfile.bin', '03_data.bin')
        self.talk(caller, (case(name, '04_zfin.bin'), 'ZFIN'))
        caller.says(case(name, '05_oo.bin'))
        self.ends(caller, process)
        self.assertEqual((self.there / 'noise.bin').read_bytes(), case(name, 'expected_noise.bin'))

    def test_the_size_of_what_arrives_at_once(self):
        name = 'p-chunking'
        wanted = case(name, 'expected_sha256.txt').decode().split()[0]
        for words, wrapped in (((), bytes), (('--telnet',), on_telnet)):
            for piece in (None, 7, 1460):
                with self.subTest((words, piece)):
                    caller, process = self.receiving('--on-exists', 'overwrite', *words)
                    for step, answer in (('01_rqinit.bin', None), ('02_zfile.bin', 'ZRPOS 0'),
                                         ('03_data.bin', 'ZRINIT'), ('04_zfin.bin', 'ZFIN')):
                        caller.says(wrapped(case(name, step)), piece)
                        if answer:
                            self.assertEqual(caller.hears(), answer)
                    caller.says(case(name, '05_oo.bin'))
                    self.ends(caller, process)
                    content = (self.there / 'chunk.bin').read_bytes()
                    self.assertEqual(hashlib.sha256(content).hexdigest(), wanted)

    def test_an_endless_subpacket(self):
        name = 'p-subpacket-limit'
        caller, process = self.receiving()
        caller.says(case(name, '01_rqinit.bin'))
        self.talk(caller, (case(name, '02_zfile.bin'), 'ZRPOS 0'))
        caller.says(case(name, '03_data_8192.bin'))
        self.talk(caller, (case(name, '04_endless.bin'), 'ZRPOS 8192'))
        self.ends(caller, process, status=4)
        self.assertEqual((self.there / 'big.bin.part').stat().st_size, 8192)

    def test_nothing_goes_out_behind_the_good_bye(self):
        name = 'p-zfin-then-prompt'
        for step in ('04_zfin_prompt.bin', '05_variant_o.bin', '06_variant_oo.bin'):
            with self.subTest(step):
                caller, process = self.receiving('--on-exists', 'overwrite')
                caller.says(case(name, '01_rqinit.bin'))
                self.take(caller, name, '02_zfile.bin', '03_data.bin')
                self.talk(caller, (case(name, step), 'ZFIN'))
                self.assertEqual(caller.hangs_up(), [])
                self.assertTrue(caller.said.endswith(GOOD_BYE), caller.said[-40:])
                self.assertEqual(self.finish(process).returncode, 0)
                self.assertEqual((self.there / 'p.txt').read_bytes(), b'hello')

    def test_a_question_in_a_short_file(self):
        name = 'n-zack-small'
        caller, process = self.receiving()
        caller.says(case(name, '01_rqinit.bin'))
        self.talk(caller, (case(name, '02_zfile.bin'), 'ZRPOS 0'),
                  (case(name, '03_data_zcrcw.bin'), 'ZACK 700'),
                  (case(name, '04_eof.bin'), 'ZRINIT'))
        self.good_bye(caller, process)
        self.assertEqual((self.there / 'small.bin').stat().st_size, 700)

    def test_stale_subpackets(self):
        name = 'r-stale-after-zrpos'
        before = [item.data for item in zdump.decode(case(name, '03_damaged_and_inflight.bin'))
                  if isinstance(item, zdump.Subpacket)][0]
        behind = b''.join(item.data for item in zdump.decode(case(name, '04_right.bin'))
                          if isinstance(item, zdump.Subpacket))
        for piece in (None, 1460):
            with self.subTest(piece):
                caller, process = self.receiving('--on-exists', 'overwrite')
                caller.says(case(name, '01_rqinit.bin'))
                self.talk(caller, (case(name, '02_zfile.bin'), 'ZRPOS 0'))
                caller.says(case(name, '03_damaged_and_inflight.bin'), piece)
                self.assertEqual(caller.hears(), 'ZRPOS 1024')
                caller.says(case(name, '04_right.bin'), piece)
                answer = caller.hears()
                if answer == 'ZRPOS 1024':      # twice at the most
                    answer = caller.hears()
                self.assertEqual(answer, 'ZRINIT')
                self.good_bye(caller, process)
                self.assertEqual((self.there / 'st.bin').read_bytes(), before + behind)

    def test_the_other_side_cancels(self):
        name = 'c-can'
        for steps in (['03_v1_5can.bin'], ['04_v2_mid.bin'], ['05_v3a.bin', '06_v3b.bin']):
            for words in ((), ('--telnet',)):
                with self.subTest((steps, words)):
                    caller, process = self.receiving(*words)
                    caller.says(case(name, '01_rqinit.bin'))
                    self.talk(caller, (case(name, '02_zfile.bin'), 'ZRPOS 0'))
                    for step in steps:
                        caller.says(case(name, step))
                    done = self.finish(process)     # the line is still open
                    self.assertEqual(done.returncode, 3)
                    self.assertEqual(events(done.stderr)[-1]['fault'], 'cancelled_by_peer')
                    self.assertEqual(caller.hangs_up(), [])
                    self.assertEqual(self.names_there(), [])

    def test_a_disk_that_is_full_in_the_second_of_three_files(self):
        name = 'c-write-error'
        caller, process = self.receiving(preexec_fn=lambda: resource.setrlimit(
            resource.RLIMIT_FSIZE, (50000, 50000)))
        caller.says(case(name, '01_rqinit.bin'))
        self.take(caller, name, '02_zfile.bin', '03_data.bin')
        self.talk(caller, (case(name, '04_zfile2.bin'), 'ZRPOS 0'))
        caller.says(case(name, '05_data2.bin'))
        self.assertTrue(caller.hears_cancel())
        told = self.ends(caller, process, status=5)
        self.assertEqual(self.outcomes(told), [('f1.bin', 'complete'), ('f2.bin', 'failed')])
        self.assertEqual(self.names_there(), ['f1.bin', 'f2.bin.part'])


class Sent(CallerTest):
    def test_an_invitation_that_comes_twice(self):
        name = 'n-dup-zrinit'
        content = case(name, 'file.bin')
        caller, process = self.sending(files={'file.bin': content})
        self.talk(caller, (case(name, '01_zrinit.bin'), 'ZFILE'))
        caller.says(case(name, '02_zrinit_again.bin'))
        self.talk(caller, (case(name, '03_zrpos.bin'), 'ZDATA 0'), (None, 'ZEOF 2000'),
                  (case(name, '02_zrinit_again.bin'), 'ZFIN'))
        self.assertEqual(caller.file_bytes(), content)
        caller.says(GOOD_BYE)
        self.assertEqual(caller.hangs_up(), [])
        self.assertTrue(caller.said.endswith(b'OO'))
        self.assertEqual(self.finish(process).returncode, 0)

    def test_offers_that_were_not_understood(self):
        name = 'n-znak'
        caller, process = self.sending(files={'file.bin': case(name, 'file.bin')})
        self.talk(caller, (case(name, '01_zrinit.bin'), 'ZFILE'),
                  (case(name, '02_znak.bin'), 'ZFILE'), (case(name, '03_znak2.bin'), 'ZFILE'),
                  (case(name, '04_zrpos.bin'), 'ZDATA 0'), (None, 'ZEOF 3'),
                  (case(name, '01_zrinit.bin'), 'ZFIN'))
        caller.says(GOOD_BYE)
        self.ends(caller, process)

    def test_an_offer_that_is_never_understood(self):
        name = 'n-znak'
        caller, process = self.sending(files={'file.bin': case(name, 'file.bin')})
        self.talk(caller, (case(name, '01_zrinit.bin'), 'ZFILE'),
                  *[(case(name, '02_znak.bin'), 'ZFILE')] * 10)
        caller.says(case(name, '02_znak.bin'))
        self.assertTrue(caller.hears_cancel())
        self.ends(caller, process, status=4)

    def test_a_file_that_the_board_has_already(self):
        name = 'r-zcrc-then-zskip'
        caller, process = self.sending(files={'file.bin': case(name, 'file.bin'), 'next': b'next'})
        self.talk(caller, (case(name, '01_zrinit.bin'), 'ZFILE'),
                  (case(name, '02_zcrc.bin'), 'ZCRC'))
        answer = [item for item in caller.items() if isinstance(item, zdump.Header)][-1]
        self.assertEqual(answer.position, int(case(name, 'crc.txt'), 16))
        self.talk(caller, (case(name, '03_zskip.bin'), 'ZFILE'),
                  (case('n-znak', '04_zrpos.bin'), 'ZDATA 0'), (None, 'ZEOF 4'),
                  (case(name, '01_zrinit.bin'), 'ZFIN'))
        caller.says(GOOD_BYE)
        told = self.ends(caller, process, status=1)
        self.assertEqual(self.outcomes(told),
                         [('file.bin', 'skipped_by_peer'), ('next', 'complete')])

    def test_places_around_two_gibibytes(self):
        name = 'z-2gib-positions'
        start, size = 2147483647, 2147487744
        path = self.folder / 'big.bin'
        with path.open('wb') as file:
            file.truncate(size)
            file.seek(start)
            file.write(bytes((at * 31 + 7) & 255 for at in range(start, size)))
        for words in ((), ('--telnet',)):
            with self.subTest(words):
                caller, process = self.call('send', '--json', '--window', '2048', '--block', '256',
                                            *words, path)
                self.assertEqual(caller.hears(), 'ZRQINIT')
                self.talk(caller, (case(name, '01_zrinit_window.bin'), 'ZFILE'),
                          (case(name, '02_zrpos_2g_minus1.bin'), 'ZDATA 2147483647'))
                caller.says(case(name, '03_zack.bin'))
                self.talk(caller, (case(name, '04_zrpos_above.bin'), 'ZDATA 2147484000'))
                caller.says(CANCEL)
                self.assertEqual(self.finish(process).returncode, 3)
                self.assertEqual(caller.hangs_up(), [])
                place = None
                for item in caller.items():
                    if isinstance(item, zdump.Header):
                        place = item.position if item.name == 'ZDATA' else None
                    elif place is not None:
                        self.assertTrue(item.good)
                        self.assertEqual(item.data, bytes(
                            (at * 31 + 7) & 255 for at in range(place, place + len(item.data))))
                        place += len(item.data)


class OnTelnet(CallerTest):
    def test_five_thousand_requests_and_a_file(self):
        caller, process = self.receiving('--telnet')
        for step in ('01_will_bin.bin', '02_do_bin.bin', '03_dont_bin.bin', '04_wont_echo.bin',
                     '05_will_sga.bin'):
            caller.says(case('t-loop', step))
        self.talk(caller, (case('p-zfin-then-prompt', '02_zfile.bin'), 'ZRPOS 0'),
                  (case('p-zfin-then-prompt', '03_data.bin'), 'ZRINIT'))
        self.good_bye(caller, process)
        self.assertGreater(caller.said.count(IAC), 0)
        self.assertLessEqual(caller.said.count(IAC), 10)
        self.assertEqual((self.there / 'p.txt').read_bytes(), b'hello')

    def test_bytes_that_telnet_has_a_meaning_for(self):
        content = case('t-ff', 'payload.bin') + case('t-crnul', 'payload.bin') + \
            case('t-ff', '01_in_wire.bin') + random.Random(1).randbytes(5000)
        path = self.folder / 'payload.bin'
        path.write_bytes(content)
        sent, received = self.send('--telnet', path, receiver=['--telnet'])
        self.assertEqual((sent.returncode, received.returncode), (0, 0))
        self.assert_same(path, 'payload.bin')
