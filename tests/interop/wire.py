"""What has to stand on the wire: checks of captured streams, each a sentence and a test of it.

A mode that was asked for and is not on the line looks like a success from both ends, so the matrix
counts bytes. The streams are what the programs sent, before the line did anything to them. Facts
about the encodings are those of zdump.py, which decodes them independently of the engine.
"""
import bisect
import dataclasses
import typing

import zdump
from evidence import IAC, ZACK, ZCRCG, ZCRCQ, ZCRCW, ZDATA, ZDLE, ZFILE, ZFIN, ZRINIT, ZSINIT


@dataclasses.dataclass(frozen=True)
class Check:
    """`test` gets Evidence and returns None, or what is wrong."""
    says: str
    test: typing.Callable


def damaged(evidence):
    """Whatever the sender sent must decode: a stream of which half is line noise proves nothing."""
    bad = [item for item in evidence.sent + evidence.answered if not item.good]
    if bad:
        return f'{len(bad)} frames with a wrong checksum'
    if not evidence.headers(ZFILE) or not evidence.headers(ZFIN):
        return 'no whole session in the stream'
    return None


def _found(values, text):
    if not values:
        return None
    return f'{text}: ' + ' '.join(f'{value:02x}' for value in sorted(values)[:8])


def _no_raw_controls(evidence):
    return _found(evidence.controls_in_frames(), 'raw in a frame')


def _seven_bits(evidence):
    return _found({byte for byte in evidence.bytes_in_frames() if byte >= 0x80}, 'in a frame')


def _printable(evidence):
    """Inside Pack-7 data: the frames before it are in the eighth-bit encoding."""
    found = set()
    for item in evidence.data:
        found |= {byte for byte in evidence.forward[item.start:item.end]
                  if not 0x20 <= byte < 0x7F}
    return _found(found, 'in packed data')


def _no_ff(evidence):
    return _found({byte for byte in evidence.bytes_in_frames() if byte == IAC}, 'in a frame')


no_raw_controls = Check('no control character raw in a frame', _no_raw_controls)
seven_bits = Check('no byte above 7F in a frame', _seven_bits)
printable = Check('packed data is printable', _printable)
no_ff = Check('no FF in a frame', _no_ff)


def _raw_controls(evidence):
    """The opposite of the above: without being asked nobody pays for escaping."""
    raw = sum(evidence.controls_in_frames().values())
    return None if raw > evidence.size // 16 else f'only {raw} controls are raw'


plain = Check('controls are raw where nobody asked for more', _raw_controls)


def factor(least, most):
    """Bytes on the wire per byte of the files."""
    def test(evidence):
        found = len(evidence.forward) / evidence.size
        if least <= found <= most:
            return None
        return f'{found:.4f} bytes on the wire per byte, not {least} to {most}'
    return Check(f'{least} to {most} bytes on the wire per byte', test)


def data_style(*styles):
    """Every ZDATA header is of one of these."""
    def test(evidence):
        found = {zdump.STYLE[item.style] for item in evidence.headers(ZDATA)}
        wanted = {zdump.STYLE[ord(style)] for style in styles}
        if found and found <= wanted:
            return None
        return f"ZDATA in {' '.join(sorted(found)) or 'nothing'}"
    return Check('ZDATA in ' + ' or '.join(zdump.STYLE[ord(style)] for style in styles), test)


def _variable_headers(evidence):
    for items, who in ((evidence.sent, 'sender'), (evidence.answered, 'receiver')):
        styles = {chr(item.style) for item in items if isinstance(item, zdump.Header)}
        if not styles & set('abcd'):
            return f"none from the {who}, only {' '.join(sorted(styles))}"
    return None


variable_headers = Check('variable-length headers both ways', _variable_headers)


def _crc16(evidence):
    styles = {chr(item.style) for item in evidence.sent if isinstance(item, zdump.Header)}
    return None if styles <= set('ABab') else f"styles {' '.join(sorted(styles))}"


crc16 = Check('CRC-16 throughout', _crc16)


def _escapes_only_itself(evidence):
    """In MobyTurbo data: the escape bytes are those of the escape byte in the data, of the ends,
    and of the escape byte in checksums (a 64th of them)."""
    spent = sum(item.escapes for item in evidence.data)
    needed = sum(item.data.count(ZDLE) + 1 for item in evidence.data)
    return None if needed <= spent <= needed + len(evidence.data) else \
        f'{spent} escapes where {needed} are needed'


escapes_only_itself = Check('nothing but the escape byte is escaped', _escapes_only_itself)


def largest_block(size):
    def test(evidence):
        found = max(len(item.data) for item in evidence.data)
        return None if found == size else f'the largest block has {found} bytes'
    return Check(f'blocks of up to {size}', test)


def _segmented(evidence):
    streamed = [item for item in evidence.data if item.ending in (ZCRCG, ZCRCQ)]
    if streamed:
        return f'{len(streamed)} subpackets did not wait'
    asked = sum(item.ending == ZCRCW for item in evidence.data)
    answers = len(evidence.headers(ZACK, answers=True))
    return None if answers >= asked > 1 else f'{asked} questions, {answers} answers'


segmented = Check('every subpacket waits for an answer', _segmented)


def between_waits(most):
    """A receiver with a buffer of `most` bytes never holds more than that unacknowledged."""
    def test(evidence):
        held = worst = 0
        for item in evidence.data:
            held += len(item.data)
            worst = max(worst, held)
            if item.ending == ZCRCW:
                held = 0
        return None if worst <= most else f'{worst} bytes between two waits'
    return Check(f'at most {most} bytes between two waits', test)


def window(most):
    """Unacknowledged bytes as the line saw them: an answer counts once it has passed it."""
    def test(evidence):
        passed = {'fwd': [], 'rev': []}         # (stream offset reached, order) per direction
        for order, row in enumerate((evidence.folder / 'trace.txt').read_text().splitlines()):
            _, tag, offset, length = row.split()
            passed[tag].append((int(offset) + int(length), order))

        def when(tag, offset):
            return passed[tag][bisect.bisect_left(passed[tag], (offset, 0))][1]
        happened = [(when('rev', head.end), 0, head.position)
                    for head in evidence.headers(ZACK, answers=True)]
        place = 0
        for item in evidence.sent:
            if isinstance(item, zdump.Header):
                place = item.position if item.fields[0] == ZDATA else place
            elif item.header.fields[0] == ZDATA:
                place += len(item.data)
                happened.append((when('fwd', item.end), 1, place))
        acknowledged = worst = 0
        for _, is_data, where in sorted(happened):
            if is_data:
                worst = max(worst, where - acknowledged)
            else:
                acknowledged = max(acknowledged, where)
        return None if worst <= most else f'{worst} bytes unacknowledged'
    return Check(f'at most {most} bytes unacknowledged', test)


def _declares(evidence):
    found = evidence.headers(ZSINIT)
    return None if any(item.fields[4] & 0x40 for item in found) else 'no ZSINIT says so'


def receiver_flag(which, bit):
    """`which`: index of the flag byte behind the type; ZF0 is the last of the four."""
    def test(evidence):
        flags = [item.fields[which] for item in evidence.headers(ZRINIT, answers=True)]
        return None if any(flag & bit for flag in flags) else 'no ZRINIT says so'
    return test


declares_controls = Check('the sender declares escaped controls', _declares)
asks_controls = Check('the receiver asks for escaped controls', receiver_flag(4, 0x40))
asks_eighth = Check('the receiver asks for ESC8', receiver_flag(4, 0x80))


def _no_commands(evidence):
    """A command between the first ZFILE and the last ZFIN would be taken for data by many."""
    raw = evidence.raw('fwd')
    first, last = evidence.headers(ZFILE)[0], evidence.headers(ZFIN)[-1]
    inside = evidence.forward[first.start:last.end]
    begin = raw.find(inside[:16])
    return None if raw[begin:].count(IAC) == raw[begin:].count(bytes((IAC, IAC))) * 2 else \
        'telnet commands inside the transfer'


no_commands = Check('no telnet command inside the transfer', _no_commands)


def verdict(checks, evidence):
    """None, or what the first failed check found."""
    if wrong := damaged(evidence):
        return f'on the wire: {wrong}'
    for check in checks:
        if wrong := check.test(evidence):
            return f'on the wire: {check.says}? {wrong}'
    return None
