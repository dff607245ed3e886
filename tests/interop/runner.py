"""Runs the cases of the matrix over zlink and says what came of each: None, or why it failed.

The words and waits are matrix.py's; how a cut line is taken up again is in carrier.py.
"""
import os
import pathlib
import random
import shlex
import shutil
import sys

import carrier
import matrix
import wire
import zlink
from evidence import Evidence

# A transfer of 8 MiB with errors takes well under a second; a peer that has stopped answering may
# wait ten seconds before it asks again, so this is six of its patience.
TIMEOUT_S = 60
# A peer that has given up may leave our side alone on an open line: it ends by its time-outs.
LINGER_S = 30


def runs_of_bytes(size, seed):
    """What run-length encoding is for: records with long gaps of spaces, zeros and other bytes."""
    chance = random.Random(seed)
    out = bytearray()
    while len(out) < size:
        out += chance.randbytes(chance.randrange(1, 12))
        repeated = chance.choice((0x20, 0x20, 0x00, 0x7E, 0xFF, 0x18))
        out += bytes([repeated]) * chance.randrange(1, 200)
    return bytes(out[:size])


CONTENTS = {
    'random': lambda size: random.Random(size).randbytes(size),
    'runs': lambda size: runs_of_bytes(size, size),
}


def make_files(folder, case):
    """The same files for the same case, so that a failure can be had again."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    paths = []
    for number, size in enumerate(case.sizes):
        path = folder / (f'{number}-{size}.bin' if len(case.sizes) > 1 else f'{size}.bin')
        path.write_bytes(CONTENTS[case.content](size))
        paths.append(str(path))
    return paths


def zlink_words(case, tool):
    return ['--sender', matrix.command('send', case.sender, tool),
            '--receiver', matrix.command('receive', case.receiver, tool),
            '--timeout', str(TIMEOUT_S), '--linger', str(LINGER_S), *case.line]


def is_ours(peer):
    return peer.removeprefix(matrix.TELNET).split(' ')[0] == matrix.TOOL


def our_ends(case):
    return [role for role in ('sender', 'receiver') if is_ours(getattr(case, role))]


def why_not_complete(case, result):
    """A transfer has passed if every file arrived byte for byte, nothing had to be killed, and our
    tool said so with exit status 0 (the peers' own exit statuses are not always true)."""
    reasons = [] if result['verdict'] == 'MATCH' else [result['verdict']]
    if result['timeout']:
        reasons.append('had to be killed')
    for role in our_ends(case):
        if result[role]['exit'] != 0:
            reasons.append(f"our {role} ended with {result[role]['exit']}")
    return ', '.join(reasons) or None


def why_not_given_up_well(case, result, outdir):
    """Our side has ended by itself, said why, and left nothing that looks like the file."""
    reasons = []
    for role in our_ends(case):
        end = result[role]
        if end['killed']:
            reasons.append(f'our {role} had to be killed')
        elif end['exit'] not in case.gives_up:
            reasons.append(f"our {role} ended with {end['exit']}, not one of {case.gives_up}")
        if 'boardwalk: ' not in end.get('stderr_tail', ''):
            reasons.append(f'our {role} did not say why')
    left = [name for name in os.listdir(outdir) if not name.endswith('.part')]
    if is_ours(case.receiver) and left:
        reasons.append(f"our receiver left {' '.join(left)}")
    return ', '.join(reasons) or None


def one_pass(case, tool, workdir, files, *words):
    """What zlink makes of the case; anything received is in workdir/out."""
    config = zlink.config([*zlink_words(case, tool), *words])
    digests = [zlink.digest(path) for path in files]
    return zlink.run_pass(config, files, digests, str(workdir), case.seed)


def run(case, tool, workdir):
    """Runs one case; returns zlink's result with 'why': None if it passed."""
    files = make_files(workdir / 'files', case)
    captured = workdir / 'capture'
    if case.cut_after:
        return run_cut(case, tool, workdir, files)
    result = one_pass(case, tool, workdir, files,
                      *(('--capture', str(captured)) if case.wire else ()))
    if case.gives_up:
        result['why'] = why_not_given_up_well(case, result, workdir / 'out')
        return result
    result['why'] = why_not_complete(case, result)
    if case.wire and result['why'] is None:
        evidence = Evidence(captured, sum(case.sizes), '--telnet' in case.sender)
        result['why'] = wire.verdict(case.wire, evidence)
    return result


def run_cut(case, tool, workdir, files):
    """Cuts the carrier, then runs the same two commands again in the same folder."""
    captured, kept = workdir / 'capture', workdir / 'kept'
    one_pass(case, tool, workdir, files, '--cut-after', str(case.cut_after),
             '--capture', str(captured))
    delivered = carrier.good_bytes((captured / 'fwd.out.bin').read_bytes())
    shutil.rmtree(kept, ignore_errors=True)
    (workdir / 'out').rename(kept)
    there = [str(path) for path in sorted(kept.iterdir())]
    stored = sum(os.path.getsize(path) for path in there)
    result = one_pass(case, tool, workdir, files, '--capture', str(captured),
                      *(word for path in there for word in ('--preload', path)))
    result['why'] = why_not_complete(case, result) or carrier.sent_again(
        (captured / 'fwd.bin').read_bytes(), stored, delivered if is_ours(case.receiver) else 0)
    return result


def again(case, tool):
    """What to type to have a case again, with random files in the place of the others."""
    size = ['--size', str(case.sizes[0]), '--count', str(len(case.sizes))]
    return shlex.join(['tests/interop/zlink.py', *zlink_words(case, tool), *size,
                       '--seed', str(case.seed)])


def explain(case, result, tool):
    """What to type to have a failed case again, and what both ends said."""
    print('  ' + again(case, tool), file=sys.stderr)
    for role in ('sender', 'receiver'):
        said = result[role].get('stderr_tail')
        if said:
            print(f'  {role}: {said}', file=sys.stderr)


def memory_folder():
    """Where the files go: the disk is not what is tried here."""
    memory = pathlib.Path('/dev/shm')
    return memory if memory.is_dir() else None
