"""The cases of the interoperability matrix: who sends to whom, over which line, with which files.

Only data and how it becomes command lines; scripts/interop runs it. `boardwalk` stands for the
native tool, every other program is a real peer from Debian's lrzsz.
"""
import dataclasses
import itertools
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
KIB = 1024
MIB = 1024 * KIB

TOOL = 'boardwalk'
TELNET = 'telnet '        # a peer behind this word knows nothing of telnet; its line does

SIZES = (0, 1, 127, 128, 129, 1023, 1024, 1025, 8191, 8192, 8193)
FLIPS = 3e-6
SEEDS = range(1, 11)


@dataclasses.dataclass(frozen=True)
class Case:
    """One transfer. `group` is a column of the report, sender and receiver are its row."""
    sender: str
    receiver: str
    group: str
    sizes: tuple = (MIB,)
    line: tuple = ()              # options of zlink
    seed: int = 1                 # of the errors on the line
    in_short: bool = False        # part of the run that every change has to pass

    @property
    def name(self):
        size = '+'.join(str(size) for size in self.sizes)
        seed = f', seed {self.seed}' if 'rate' in ' '.join(self.line) else ''
        return f'{self.sender} > {self.receiver}, {self.group}, {size} bytes{seed}'


# The pairs that have to pass on every line.
PAIRS = (
    (TOOL, 'rz'),
    (TOOL, 'rz -e'),
    ('sz', TOOL),
    ('sz -8', TOOL),
    (TOOL, TOOL),
)

# Options that change what stands on the wire: a clean line and one with errors.
OPTION_PAIRS = (
    (f'{TOOL} --block 8192', 'rz'),
    (f'{TOOL} --block 8192', TOOL),
    (f'{TOOL} --block 128', 'rz'),
    (f'{TOOL} --crc 16', 'rz'),
    (f'{TOOL} --window 16384', 'rz'),
    (f'{TOOL} --window 4096', TOOL),
    ('sz -e', TOOL),
    ('sz -o', TOOL),
    ('sz -w 4096', TOOL),
    ('sz', f'{TOOL} --crc 16'),
)

TELNET_PAIRS = (
    (f'{TOOL} --telnet', f'{TELNET}rz'),
    (f'{TELNET}sz -8', f'{TOOL} --telnet'),
    (f'{TOOL} --telnet', f'{TOOL} --telnet'),
)


def flips(seed):
    return {'group': 'bit flips', 'sizes': (8 * MIB,), 'seed': seed,
            'line': ('--corrupt-rate', str(FLIPS))}


def all_cases():
    """Every case, the quickest first."""
    for pair in PAIRS:
        yield Case(*pair, 'clean', in_short=True)
        yield Case(*pair, 'batch of three', sizes=(0, 1, 300 * KIB), in_short=True)
        for size in SIZES:
            yield Case(*pair, 'sizes', sizes=(size,), in_short=size in (0, 1, 1024, 8193))
    for pair in TELNET_PAIRS:
        yield Case(*pair, 'telnet', in_short=True)
    for pair in OPTION_PAIRS:
        yield Case(*pair, 'clean', in_short=True)
    for pair in PAIRS:
        yield Case(*pair, '20 ms', line=('--latency-ms', '20'), in_short=True)
    for pair, seed in itertools.product(PAIRS, SEEDS):
        yield Case(*pair, **flips(seed), in_short=seed <= 2)
    for pair, seed in itertools.product(OPTION_PAIRS, (1, 2)):
        yield Case(*pair, **flips(seed))


def command(side, peer, tool):
    """The command line of one end as zlink takes it; `side` is 'send' or 'receive'."""
    if peer.startswith(TELNET):
        inner = command(side, peer.removeprefix(TELNET), tool)
        return f'{sys.executable} {HERE / "telnet_line.py"} {inner}'
    program, _, options = peer.partition(' ')
    files = ' {files}' if side == 'send' else ''
    if program == TOOL:
        return f'{tool} {side} --quiet {options}{files}'
    return f'{program} -q {options}{files}'
