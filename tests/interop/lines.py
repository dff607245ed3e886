"""Lines that change what they carry. A receiver of ours has to notice from the first frames, ask
for another way to write the bytes, and complete the transfer without being told.

Towards sz only what sz can do about it is expected: it escapes controls when asked to, and cannot
send to a line of seven bits.
"""
from matrix import CANCELLED, GONE_OR_SILENT, IMPATIENT, KIB, TOOL, Case

SEVEN_BITS = ('--seven-bit',)
NO_FLOW_CONTROL = ('--eat', '11,13,91,93')
# Everything below a space but the escape character itself; hex headers need no line end.
NO_CONTROLS = ('--eat', ','.join(f'{byte:02x}' for byte in range(0x20) if byte != 0x18))
BUT_LINE_ENDS = ('--eat', ','.join(f'{byte:02x}' for byte in range(0x20)
                                   if byte not in (0x18, 0x0D, 0x0A)))
CR_NUL = ('--pad-cr',)

# Who speaks first decides what the first bytes are from which the line can be known: a call for a
# receiver, or, where an invitation is there already, the first file itself.
FIRST = {'sender first': ('--receiver-delay', '0.2'), 'receiver first': ('--sender-delay', '0.2')}

# (sender, receiver, line, its name)
HOLDS = (
    (TOOL, TOOL, SEVEN_BITS, '7 bits'),
    (TOOL, TOOL, NO_FLOW_CONTROL, 'no XON/XOFF'),
    ('sz', TOOL, NO_FLOW_CONTROL, 'no XON/XOFF'),
    (TOOL, 'rz', NO_FLOW_CONTROL, 'no XON/XOFF'),
    (TOOL, TOOL, NO_CONTROLS, 'no controls'),
    (TOOL, TOOL, BUT_LINE_ENDS, 'no controls but CR LF'),
    (TOOL, TOOL, CR_NUL, 'CR NUL'),
    ('sz', TOOL, CR_NUL, 'CR NUL'),
    # Told beforehand, nothing has to be found out.
    (f'{TOOL} --escape-8th', f'{TOOL} --escape-8th', SEVEN_BITS, '7 bits'),
    (f'{TOOL} --pack7', f'{TOOL} --pack7', SEVEN_BITS, '7 bits'),
    (f'{TOOL} --escape-control', f'{TOOL} --escape-control', NO_CONTROLS, 'no controls'),
    (TOOL, 'rz -e', BUT_LINE_ENDS, 'no controls but CR LF'),
    # sz looks at what a receiver can do only before the first file.
    ('sz', f'{TOOL} --escape-control', BUT_LINE_ENDS, 'no controls but CR LF'),
)

FAILS = (
    ('sz', IMPATIENT, SEVEN_BITS, '7 bits'),
    (IMPATIENT, 'rz', SEVEN_BITS, '7 bits'),
    ('sz', IMPATIENT, BUT_LINE_ENDS, 'no controls but CR LF'),
    # A byte that is gone for good cannot be sent around: both have to say so.
    (IMPATIENT, IMPATIENT, ('--eat', '18'), 'no escape byte'),
)


def cases():
    for sender, receiver, line, name in HOLDS:
        for who, delay in FIRST.items():
            yield Case(sender, receiver, f'{name}, {who}', sizes=(1, 64 * KIB), line=line + delay,
                       in_short=True)
    for sender, receiver, line, name in FAILS:
        yield Case(sender, receiver, name, sizes=(64 * KIB,), line=line, in_short=True,
                   gives_up=(CANCELLED, GONE_OR_SILENT))
