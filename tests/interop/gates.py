"""The reliability that is promised, as gates: many seeded runs and one bound on all of them.

`scripts/interop --gates` runs them (name one with --only). Each pair of a gate is a row of the
report: how many of how many runs passed, the median of the bytes sent, and what both were held
against.
Reference runs (sz to rz on the same seeds) are measured, not judged.
"""
import dataclasses
import random
import statistics
import typing

from matrix import KIB, MIB, TOOL, Case

SEEDS = range(1, 21)
RATES = ('3e-6', '1e-5', '3e-5', '1e-4')
REFERENCE = ('sz', 'rz')
JUDGED = ((TOOL, 'rz'), ('sz', TOOL), (TOOL, TOOL))
SIZE = 8 * MIB

# Each end is started the same way before and after the cut.
RESUMED = ((f'{TOOL} --resume', 'rz -r'), ('sz -r', f'{TOOL} --resume'), (TOOL, f'{TOOL} --resume'))
CUT_GROUP = 'carrier cut, then --resume'


@dataclasses.dataclass(frozen=True)
class Gate:
    """`judge` gets the results by pair and yields (pair, passed, what it was held against)."""
    name: str
    cases: tuple
    judge: typing.Callable


@dataclasses.dataclass(frozen=True)
class Row:
    pair: tuple
    passed: int
    runs: int
    bytes_sent: float
    held_against: str
    ok: bool | None          # None: a reference


def _median(results):
    """Of the runs that passed; the others ended early or ran away."""
    return statistics.median(sorted(r['wire_fwd'] for r in results if r['why'] is None) or [0])


def _passed(results):
    return sum(result['why'] is None for result in results)


def all_of_them(results):
    for pair, runs in results.items():
        passed = _passed(runs)
        yield Row(pair, passed, len(runs), _median(runs), 'every run', passed == len(runs))


def no_more_bytes_than_lrzsz(results):
    """Every run passes; where one end is lrzsz's, with no more bytes than where both are."""
    reference = _median(results[REFERENCE])
    for pair, runs in results.items():
        passed, sent = _passed(runs), _median(runs)
        if pair == REFERENCE:
            yield Row(pair, passed, len(runs), sent, 'reference', None)
        elif pair == (TOOL, TOOL):
            yield Row(pair, passed, len(runs), sent, 'every run', passed == len(runs))
        else:
            ok = passed == len(runs) and sent <= reference
            yield Row(pair, passed, len(runs), sent, f'every run, {reference:,.0f} bytes', ok)


def as_reliable_as_lrzsz(results):
    """Every run between two of ours; with lrzsz at one end at least as many as with it at both."""
    least = _passed(results[REFERENCE])
    for pair, runs in results.items():
        passed = _passed(runs)
        if pair == REFERENCE:
            yield Row(pair, passed, len(runs), _median(runs), 'reference', None)
        else:
            wanted = len(runs) if pair == (TOOL, TOOL) else least
            yield Row(pair, passed, len(runs), _median(runs), f'{wanted} runs', passed >= wanted)


def share_of_the_line(least, rate):
    """The time a transfer takes is what the line takes for its bytes, and little more."""
    def judge(results):
        for pair, runs in results.items():
            passed = _passed(runs)
            shares = [run['bytes'] / (run['wire_span'] * rate) for run in runs
                      if run['why'] is None and run['wire_span']]
            share = statistics.median(shares) if shares else 0.0
            ok = passed == len(runs) and share >= least
            yield Row(pair, passed, len(runs), _median(runs),
                      f'{least:.0%} of the line; got {share:.0%}', ok)
    return judge


def _runs(name, pairs, line, seeds, size):
    return tuple(Case(*pair, name, sizes=(size,), line=line, seed=seed)
                 for pair in pairs for seed in seeds)


def _gate(name, pairs, line, judge, seeds=SEEDS, size=SIZE):
    return Gate(name, _runs(name, pairs, line, seeds, size), judge)


def both_ways(option, rate):
    return (f'--{option}-rate', rate, f'--{option}-reverse-rate', rate)


def all_gates():
    for rate in RATES:
        yield _gate(f'flips {rate} forward', (REFERENCE, *JUDGED), ('--corrupt-rate', rate),
                    no_more_bytes_than_lrzsz)
    for rate in RATES[:3]:
        yield _gate(f'flips {rate} both ways', (REFERENCE, *JUDGED), both_ways('corrupt', rate),
                    as_reliable_as_lrzsz)
    yield _gate('bytes deleted 1e-5', JUDGED, both_ways('drop', '1e-5'), all_of_them)
    yield _gate('bytes inserted 1e-5', JUDGED, both_ways('insert', '1e-5'), all_of_them)
    yield _gate('bursts of 50 in 50 KiB', JUDGED, ('--burst-bytes', '50K:50'), all_of_them)
    yield _gate('200 ms each way, 1 MB/s, flips 1e-6', ((TOOL, TOOL),),
                ('--latency-ms', '200', '--bandwidth', '1000000', '--link-buffer', '64K',
                 *both_ways('corrupt', '1e-6')),
                share_of_the_line(0.80, 1_000_000), seeds=range(1, 4), size=16 * MIB)
    yield Gate(CUT_GROUP, tuple(cut_cases(SEEDS, MIB)), all_of_them)


def cut_cases(seeds, size):
    """The same cuts for every pair, anywhere in the session."""
    for pair in RESUMED:
        for seed in seeds:
            yield Case(*pair, CUT_GROUP, sizes=(size,), seed=seed,
                       cut_after=random.Random(seed).randrange(1, size))


def short_cases():
    """A few runs of each kind for every change; bounds that need many runs are the gates' own."""
    for rate, size in (('1e-5', 4 * MIB), ('3e-5', 2 * MIB), ('1e-4', 512 * KIB)):
        for pair in JUDGED:
            yield Case(*pair, f'flips {rate}', sizes=(size,), line=('--corrupt-rate', rate),
                       in_short=True)
    for line, name in ((both_ways('corrupt', '1e-5'), 'flips 1e-5 both ways'),
                       (both_ways('drop', '1e-5'), 'deletions'),
                       (both_ways('insert', '1e-5'), 'insertions'),
                       (('--burst-bytes', '50K:50'), 'bursts')):
        for pair in JUDGED:
            yield Case(*pair, name, sizes=(MIB,), line=line, in_short=True)
    for case in cut_cases((1, 2), 256 * KIB):
        yield dataclasses.replace(case, in_short=True)
