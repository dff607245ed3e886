"""A line that was cut and taken up again: what had arrived, and how much of it was sent twice."""
import zdump
from evidence import ZDATA

# What may be sent again: the last block, of which the receiver had perhaps not seen the checksum.
LAST_BLOCK = 1024


def file_data(stream):
    """(position, subpacket) of all file bytes with a good checksum in a stream."""
    place = 0
    for item in zdump.decode(stream):
        if isinstance(item, zdump.Header):
            if item.fields[0] == ZDATA:
                place = item.position
        elif item.header.fields[0] == ZDATA and item.good:
            yield place, item
            place += len(item.data)


def good_bytes(stream):
    """How far into the file the receiver can have got from what was delivered to it."""
    reached = 0
    for place, item in file_data(stream):
        if place <= reached:
            reached = max(reached, place + len(item.data))
    return reached


def sent_again(stream, stored, delivered):
    """None, or what is wrong with the second half: `stored` bytes were in the receiver's folder,
    and `delivered` (0: not our receiver) had reached it before the cut."""
    if stored + LAST_BLOCK < delivered:
        return f'{delivered} bytes had arrived, only {stored} were kept'
    first = min((place for place, _ in file_data(stream)), default=None)
    if first is None:
        return None if stored else 'nothing was sent'
    if first + LAST_BLOCK < stored:
        return f'{stored} bytes were there, sent again from {first}'
    return None
