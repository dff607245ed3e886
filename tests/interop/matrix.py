"""The cases of the interoperability matrix: who sends to whom, over which line, with which files.

Only data and how it becomes command lines; runner.py runs a case. `boardwalk` stands for the native
tool, every other program is a real peer: Debian's lrzsz, or an npm package behind peers/.
What the modes put on the wire is in modes.py, lines that bite are in lines.py, the long runs with
their bounds in gates.py.
"""
import dataclasses
import itertools
import pathlib
import shlex
import sys

HERE = pathlib.Path(__file__).resolve().parent
KIB = 1024
MIB = 1024 * KIB

TOOL = 'boardwalk'
TELNET = 'telnet '        # a peer behind this word knows nothing of telnet; its line does
SCRIPTED = {'zmodem.js': 'zmodem_js.mjs', 'zmodem2': 'zmodem2.mjs'}

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
    content: str = 'random'       # or 'runs': what the files hold
    wire: tuple = ()              # wire.Checks of what has to stand on the line
    # The peer cannot get through this, which is no fault of ours: our side then has to end by
    # itself, with a sentence, one of these exit statuses, and no file that it calls complete.
    gives_up: tuple = ()
    cut_after: int = 0            # the carrier is cut there, then the same commands run again

    @property
    def name(self):
        size = '+'.join(str(size) for size in self.sizes)
        chance = any(word in ' '.join(self.line) for word in ('rate', 'burst'))
        seed = f', seed {self.seed}' if chance else ''
        kind = '' if self.content == 'random' else f' of {self.content}'
        cut = f' cut after {self.cut_after}' if self.cut_after else ''
        return f'{self.sender} > {self.receiver}, {self.group}, {size} bytes{kind}{cut}{seed}'


# The pairs that have to pass on every line.
PAIRS = (
    (TOOL, 'rz'),
    (TOOL, 'rz -e'),
    ('sz', TOOL),
    ('sz -8', TOOL),
    (TOOL, TOOL),
)

# Neither of these repairs anything (docs/interop.md), so they only join on clean lines; what
# becomes of us when their line is not clean is in PEERS_THAT_GIVE_UP.
SCRIPTED_PAIRS = (
    (TOOL, 'zmodem.js'),
    ('zmodem.js', TOOL),
    (TOOL, 'zmodem2'),
    ('zmodem2', TOOL),
)

# Where an end is expected after a number of waits, they are shortened.
IMPATIENT = f'{TOOL} --timeout 0.5 --retries 2'
CANCELLED, GONE_OR_SILENT = 3, 4
PEERS_THAT_GIVE_UP = (
    (IMPATIENT, 'zmodem.js', (CANCELLED,)),
    ('zmodem.js', IMPATIENT, (CANCELLED, GONE_OR_SILENT)),
    (IMPATIENT, 'zmodem2', (GONE_OR_SILENT,)),
)

TELNET_PAIRS = (
    (f'{TOOL} --telnet', f'{TELNET}rz'),
    (f'{TELNET}sz -8', f'{TOOL} --telnet'),
    (f'{TOOL} --telnet', f'{TOOL} --telnet'),
)


def flips(seed):
    return {'group': 'bit flips', 'sizes': (8 * MIB,), 'seed': seed,
            'line': ('--corrupt-rate', str(FLIPS))}


def pair_cases():
    """Every pair with no options at all, the quickest cases first."""
    for pair in PAIRS + SCRIPTED_PAIRS:
        yield Case(*pair, 'clean', in_short=True)
        yield Case(*pair, 'batch of three', sizes=(0, 1, 300 * KIB), in_short=True)
        for size in SIZES:
            yield Case(*pair, 'sizes', sizes=(size,),
                       in_short=size in (0, 1, 1024, 8193) and pair in PAIRS)
    for sender, receiver, statuses in PEERS_THAT_GIVE_UP:
        yield Case(sender, receiver, 'bit flips', line=('--corrupt-rate', '1e-4', '--grace', '300'),
                   gives_up=statuses, in_short=True)
    # The only thing that zmodem2 can do about an error is to obey a ZRPOS.
    yield Case('zmodem2', TOOL, 'bit flips', line=('--corrupt-rate', '3e-6', '--grace', '300'),
               in_short=True)
    for pair in TELNET_PAIRS:
        yield Case(*pair, 'telnet', in_short=True)
    for pair in PAIRS:
        yield Case(*pair, '20 ms', line=('--latency-ms', '20'), in_short=True)
    for pair, seed in itertools.product(PAIRS, SEEDS):
        yield Case(*pair, **flips(seed), in_short=seed <= 2)


def command(side, peer, tool):
    """The command line of one end as zlink takes it; `side` is 'send' or 'receive'."""
    if peer.startswith(TELNET):
        inner = command(side, peer.removeprefix(TELNET), tool)
        return f'{sys.executable} {shlex.quote(str(HERE / "telnet_line.py"))} {inner}'
    program, _, options = peer.partition(' ')
    files = ' {files}' if side == 'send' else ''
    if program == TOOL:
        return f'{shlex.quote(str(tool))} {side} --quiet {options}{files}'
    if program in SCRIPTED:
        return f'node {shlex.quote(str(HERE / "peers" / SCRIPTED[program]))} {side}{files}'
    return f'{program} -q {options}{files}'
