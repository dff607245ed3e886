"""The files on offer: areas, entries and their descriptions, read from the files folder.

Pure file system, no caller and no colours; menus show what comes from here. The folder's own
files are the area "Main", each sub-folder is an area (one level: deeper folders are not
offered). Hidden files, special files and links that lead outside the folder are not offered.
"""

import os
import stat
import zipfile
from dataclasses import dataclass

MAIN = "Main"
_LIST_FILE = "FILES.BBS"
_TEXT_LIMIT = 262144


class AreaUnreadable(Exception):
    """The folder cannot be read; the text is a plain reason."""


@dataclass(frozen=True)
class Area:
    """One area; `folder` is relative to the library's root, empty for Main."""

    name: str
    folder: str
    description: str


@dataclass(frozen=True)
class FileEntry:
    """One file on offer; `path` is relative to the library's root and what sz is given."""

    name: str
    path: str
    size: int
    modified: float
    description: str


def display(text, width=None):
    """Text that any caller can show in one cell per character, cut to the width.

    What CP437 lacks and every control byte becomes '?': a file name cannot move the cursor.
    """
    shown = "".join(c if c.isprintable() and _in_cp437(c) else "?" for c in text)
    return shown if width is None or len(shown) <= width else shown[:width - 1] + "»"


def _in_cp437(character):
    try:
        character.encode("cp437")
        return True
    except UnicodeEncodeError:
        return False


class FileLibrary:
    """The files folder, read anew at each call: files may come and go while the board runs."""

    def __init__(self, root):
        self.root = os.path.realpath(root)

    def areas(self):
        """Main and every sub-folder, by name. Raises AreaUnreadable."""
        texts = self._descriptions("")
        found = [Area(MAIN, "", texts.get(".", "the top of the files folder"))]
        for entry in self._scan(""):
            if self._is_inside(entry.name) and entry.is_dir():
                found.append(Area(entry.name, entry.name, texts.get(entry.name.lower(), "")))
        return found

    def entries(self, area):
        """The area's files by name. Raises AreaUnreadable."""
        texts = self._descriptions(area.folder)
        found = []
        for entry in self._scan(area.folder):
            path = os.path.join(area.folder, entry.name)
            if entry.name.upper() == _LIST_FILE or not self._is_inside(path):
                continue
            try:
                status = entry.stat()
            except OSError:
                continue  # vanished since the scan, or a link to nothing
            full = os.path.join(self.root, path)
            if not stat.S_ISREG(status.st_mode) or not os.access(full, os.R_OK):
                continue
            text = texts.get(entry.name.lower()) or _description_inside(full)
            found.append(FileEntry(entry.name, path, status.st_size, status.st_mtime, text))
        return found

    def has(self, entry):
        """Is this file still here to be sent?"""
        full = os.path.join(self.root, entry.path)
        return self._is_inside(entry.path) and os.path.isfile(full) and os.access(full, os.R_OK)

    def _scan(self, folder):
        try:
            with os.scandir(os.path.join(self.root, folder)) as listing:
                visible = [entry for entry in listing if not entry.name.startswith(".")]
        except OSError as error:
            raise AreaUnreadable(f"This folder cannot be read: {error.strerror}.") from None
        return sorted(visible, key=lambda entry: entry.name.lower())

    def _is_inside(self, path):
        real = os.path.realpath(os.path.join(self.root, path))
        return os.path.commonpath([self.root, real]) == self.root

    def _descriptions(self, folder):
        """{lower-case name: first line of its description} from the folder's FILES.BBS."""
        listed = next((e for e in self._scan(folder) if e.name.upper() == _LIST_FILE), None)
        if listed is None or not self._is_inside(os.path.join(folder, listed.name)):
            return {}
        try:
            if not listed.is_file():
                return {}
            with open(listed.path, "rb") as file:
                return parse_files_bbs(_decode(file.read(_TEXT_LIMIT)))
        except OSError:
            return {}  # a list that cannot be read: the files are offered without words


def parse_files_bbs(text):
    """FILES.BBS lines are `NAME description` or `"NAME WITH SPACES" description`.

    Lines that begin with a space or `|` continue the entry above and are left out (a listing has
    one line per file); `;` begins a remark.
    """
    found = {}
    for line in text.splitlines():
        if not line.strip() or line[0] in " \t|;":
            continue
        if line.startswith('"') and '"' in line[1:]:
            name, _, words = line[1:].partition('"')
        else:
            name, _, words = line.partition(" ")
        found[name.strip().lower()] = " ".join(words.split())
    return found


def _description_inside(path):
    """The first line of FILE_ID.DIZ inside a ZIP, or nothing."""
    if not path.lower().endswith(".zip"):
        return ""
    try:
        with zipfile.ZipFile(path) as archive:
            name = next((n for n in archive.namelist() if n.upper() == "FILE_ID.DIZ"), None)
            if name is None:
                return ""
            with archive.open(name) as file:
                lines = _decode(file.read(4096)).split("\n")
    except (OSError, ValueError, NotImplementedError, RuntimeError, EOFError,
            zipfile.BadZipFile, zipfile.zlib.error):
        return ""  # no readable archive: offered all the same, just without words
    return " ".join(lines[0].split())


def _decode(data):
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp437")
