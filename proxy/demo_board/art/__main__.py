"""`python3 -m proxy.demo_board.art`: draw every piece anew, and make the two binary samples.

A tool for whoever changes the pictures; the running board only reads the files. The output is
the same at every run, and a unit test holds the files in the repository against it.
"""

import io
import os
import sys
import zipfile

from . import scenes
from .canvas import sauce

_HERE = os.path.dirname(os.path.abspath(__file__))


def pieces():
    """{path relative to the demo board's folder: bytes} of everything drawn here."""
    found = {"art/welcome.ans": scenes.welcome().ansi(),
             "art/goodbye.ans": scenes.goodbye().ansi()}
    for name, title, scene in (("LIGHT", "The light", scenes.lighthouse),
                               ("UNDER", "Under the pier", scenes.under_the_pier),
                               ("WHEEL", "The big wheel", scenes.wheel)):
        canvas = scene()
        data = canvas.ansi(positioned=False)
        found[f"files/ART/{name}.ANS"] = data + sauce(title, canvas.width, canvas.height, len(data))
    found["files/ALLBYTES.BIN"] = bytes(range(256)) * 16
    found["files/SAMPLER.ZIP"] = _sampler({name: found[name] for name in sorted(found)
                                           if name.endswith(".ANS")})
    return found


def _sampler(pictures):
    """A ZIP of the pictures and texts with a FILE_ID.DIZ; stored, so its bytes never change."""
    members = {"FILE_ID.DIZ": b"pictures and texts\r\n"}
    members |= {os.path.basename(name): data for name, data in pictures.items()}
    for name in ("HISTORY.TXT", "THE_TIDE.TXT"):
        with open(os.path.join(os.path.dirname(_HERE), "files", "TEXTS", name), "rb") as file:
            members[name] = file.read()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for name, data in members.items():
            archive.writestr(zipfile.ZipInfo(name, (2026, 11, 30, 12, 0, 0)), data)
    return packed.getvalue()


def main():
    """Write the files; prints their names and sizes."""
    for path, data in pieces().items():
        with open(os.path.join(os.path.dirname(_HERE), path), "wb") as file:
            file.write(data)
        print(f"{len(data):7,} {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
