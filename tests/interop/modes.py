"""The options that change what stands on the wire, each with a proof that it did.

Every mode runs between two of ours and towards every peer that may meet it, on a clean line with
its wire checked, and on a line with errors. Who does not know a mode must get the plain protocol.
"""
import matrix
import wire
from matrix import CANCELLED, GONE_OR_SILENT, IMPATIENT, KIB, MIB, TOOL, Case

WIRE = 96 * KIB        # enough for the ratios below, quick to decode


def ours(options=''):
    return f'{TOOL} {options}'.rstrip()


def both(options):
    return ours(options), ours(options)


# (sender, receiver, checks, what Case should differ in)
CONTROLS = (
    (ours('--escape-control'), ours(), (wire.declares_controls, wire.no_raw_controls), {}),
    (ours(), ours('--escape-control'), (wire.asks_controls, wire.no_raw_controls), {}),
    (*both('--escape-control'), (wire.asks_controls, wire.no_raw_controls), {}),
    (ours('--escape-control'), 'rz', (wire.declares_controls, wire.no_raw_controls), {}),
    (ours('--escape-control'), 'rz -e', (wire.asks_controls, wire.no_raw_controls), {}),
    (ours(), 'rz -e', (wire.asks_controls, wire.no_raw_controls), {}),
    ('sz', ours('--escape-control'), (wire.asks_controls, wire.no_raw_controls), {}),
    ('sz -e', ours('--escape-control'), (wire.asks_controls, wire.no_raw_controls), {}),
    ('sz -e', ours(), (wire.declares_controls, wire.no_raw_controls), {}),
    (ours('--escape-control --crc 16'), ours(), (wire.no_raw_controls, wire.crc16), {}),
    ('zmodem.js', ours('--escape-control'), (wire.asks_controls, wire.no_raw_controls), {}),
    (ours('--escape-control'), 'zmodem.js', (wire.declares_controls, wire.no_raw_controls), {}),
)

# On random bytes: half of them take two (1.5), and a little for what every mode escapes.
SEVEN = (wire.asks_eighth, wire.data_style('1'), wire.seven_bits, wire.factor(1.45, 1.56))
EIGHTH = (
    (ours(), ours('--escape-8th'), SEVEN, {}),
    (*both('--escape-8th'), SEVEN, {}),
    (*both('--escape-8th --escape-control'),
     (wire.asks_eighth, wire.data_style('1'), wire.seven_bits, wire.no_raw_controls,
      wire.factor(1.55, 1.8)), {}),
    # Alone a sender's wish has no effect: the receiver has the word there.
    (ours('--escape-8th'), 'rz', (wire.data_style('C'), wire.plain), {}),
    # Does not know the mode and sends plain data: taken as it comes.
    ('sz', ours('--escape-8th'), (wire.asks_eighth, wire.data_style('C'), wire.plain), {}),
)

PACKED = (wire.data_style('2'), wire.printable, wire.seven_bits, wire.factor(1.25, 1.28))
PACK7 = (
    (ours(), ours('--pack7'), PACKED, {}),
    (*both('--pack7'), PACKED, {}),
    (ours('--pack7'), 'rz', (wire.data_style('C'), wire.plain), {}),
    ('sz', ours('--pack7'), (wire.data_style('C'), wire.plain), {}),
)

# 256 values, one of them escaped: 0.39 %. The rest is for the ends of the blocks (0.08 %), a header
# a block or every few (up to 0.16 %), and the session. Plain: 3 %.
TURBO_FACTOR = wire.factor(1.0, 1.007)
TURBO = (
    (ours('--turbo --block 8192'), ours('--turbo'),
     (wire.data_style('3'), wire.escapes_only_itself, TURBO_FACTOR),
     {'sizes': (MIB,)}),
    (ours('--turbo'), ours(), (wire.data_style('C'), wire.plain), {}),
    (ours('--turbo'), 'rz', (wire.data_style('C'), wire.plain), {}),
    ('sz', ours('--turbo'), (wire.data_style('C'), wire.plain), {}),
)

RUNS = {'content': 'runs'}
RUNS_AS_THEY_ARE = (wire.data_style('C'), wire.factor(1.0, 1.3))
RLE = (
    (*both('--rle'), (wire.data_style('D', 'd'), wire.factor(0.0, 0.5)), RUNS),
    (*both('--rle'), (wire.data_style('D', 'd'), wire.factor(1.0, 1.06)), {}),
    (ours(), ours('--escape-8th'), (wire.data_style('1'), wire.factor(0.0, 0.6)), RUNS),
    (ours('--rle'), 'rz', RUNS_AS_THEY_ARE, RUNS),
    ('sz', ours('--rle'), RUNS_AS_THEY_ARE, RUNS),
)

VARIABLE = (
    (*both('--variable-headers'), (wire.variable_headers, wire.data_style('c')), {}),
    (*both('--variable-headers --crc 16'),
     (wire.variable_headers, wire.data_style('a'), wire.crc16), {}),
    (*both('--variable-headers --rle'), (wire.variable_headers, wire.data_style('d')), RUNS),
    (ours('--variable-headers'), 'rz', (wire.data_style('C'),), {}),
    ('sz', ours('--variable-headers'), (wire.data_style('C'),), {}),
)

CRC = (
    (ours('--crc 16'), 'rz', (wire.crc16,), {}),
    (ours('--crc 16'), ours(), (wire.crc16,), {}),
    (ours(), ours('--crc 16'), (wire.crc16,), {}),
    ('sz', ours('--crc 16'), (wire.crc16,), {}),
    ('sz -o', ours(), (wire.crc16,), {}),
    ('zmodem.js', ours(), (wire.crc16, wire.no_raw_controls), {}),
    (ours(), ours(), (wire.data_style('C'), wire.plain, wire.factor(1.0, 1.05)), {}),
)

FLOW = (
    (ours('--segmented'), 'rz', (wire.segmented,), {}),
    (ours('--segmented'), ours(), (wire.segmented,), {}),
    (ours('--window 4096'), ours(), (wire.window(4096),), {}),
    (ours('--window 16384'), 'rz', (wire.window(16384),), {}),
    ('sz -w 4096', ours(), (), {}),
    (ours(), ours('--buffer 4096'), (wire.between_waits(4096),), {}),
    (ours('--block 8192'), ours('--buffer 1024'), (wire.between_waits(1024),), {}),
    (ours(), 'zmodem2', (wire.between_waits(8192),), {}),
    # Does not look at the buffer and streams: taken as it comes.
    ('sz', ours('--buffer 4096'), (), {}),
)

BLOCKS = tuple(
    (ours(f'--block {size} --block {size}'), receiver, (wire.largest_block(size),), {})
    for size in (128, 1024, 8192) for receiver in ('rz', ours())
) + (
    (ours('--block 8192'), ours(), (wire.largest_block(8192),), {}),
    (ours('--block 8192'), 'zmodem.js', (wire.largest_block(8192),), {}),
)

TELNET = (
    (*both('--telnet'), (wire.no_ff, wire.no_commands), {}),
    (ours('--telnet'), f'{matrix.TELNET}rz', (wire.no_ff, wire.no_commands), {}),
    (*both('--telnet --escape-control'), (wire.no_ff, wire.no_commands, wire.no_raw_controls), {}),
)

# zmodem.js answers a question in the stream; the others get what they can read.
SCRIPTED = (
    (ours('--window 16384'), 'zmodem.js', (wire.window(16384),), {}),
    (ours('--turbo'), 'zmodem.js', (wire.data_style('C'), wire.plain), {}),
    (ours('--variable-headers --rle'), 'zmodem.js', (wire.data_style('C'), wire.plain), {}),
    ('zmodem.js', ours('--variable-headers --rle --turbo'), (wire.data_style('A'),), {}),
    (ours('--turbo'), 'zmodem2', (wire.data_style('C'), wire.plain), {}),
    (ours('--variable-headers --rle'), 'zmodem2', (wire.data_style('C'), wire.plain), {}),
    (ours('--segmented'), 'zmodem2', (wire.segmented,), {}),
    ('zmodem2', ours('--escape-8th'), (wire.data_style('C'), wire.plain), {}),
    ('zmodem2', ours('--crc 16'), (wire.data_style('C'), wire.plain), {}),
)

# What these peers have no answer to (docs/interop.md); ours has to find its own way out.
HOPELESS = (
    ('zmodem.js', f'{IMPATIENT} --buffer 4096', (GONE_OR_SILENT,)),
    ('zmodem.js', f'{IMPATIENT} --escape-8th', (GONE_OR_SILENT,)),
    (f'{IMPATIENT} --segmented', 'zmodem.js', (CANCELLED,)),
    ('zmodem2', f'{IMPATIENT} --escape-control', (GONE_OR_SILENT,)),
    (f'{IMPATIENT} --escape-control', 'zmodem2', (GONE_OR_SILENT,)),
)

MODES = SCRIPTED + CONTROLS + EIGHTH + PACK7 + TURBO + RLE + VARIABLE + CRC + FLOW + BLOCKS + TELNET

# sz resends everything behind a damaged byte and gives up on some lines; that is its own affair, so
# the errors below are few. With rz -e a mode can be its undoing (docs/interop.md, I1).
ERRORS = ('--corrupt-rate', '1e-5', '--corrupt-reverse-rate', '1e-5', '--grace', '200')


def scripted(peer):
    return peer.split(' ')[0] in matrix.SCRIPTED


def cases():
    for sender, receiver, checks, more in MODES:
        yield Case(sender, receiver, 'mode', wire=checks, in_short=True,
                   **{'sizes': (WIRE,), **more})
    for sender, receiver, _, more in MODES:
        if not scripted(sender) and not scripted(receiver):
            yield Case(sender, receiver, 'mode, errors', line=ERRORS,
                       in_short=TOOL in sender and TOOL in receiver,
                       **{**more, 'sizes': (512 * KIB,)})
    for sender, receiver, statuses in HOPELESS:
        yield Case(sender, receiver, 'mode', sizes=(WIRE,), gives_up=statuses)
