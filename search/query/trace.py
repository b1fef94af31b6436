"""Reads the frames of stack traces and other references to a place in a file from pasted text."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest

from search.query.frame_patterns import (
    ADDRESS,
    ADDRESS_QUERY,
    CAUSE,
    DIFF,
    DIRECT_CAUSE,
    ESCAPED_BORDER,
    ESCAPED_LINES,
    FRAME_BEGINS,
    HUNK,
    LOCATION,
    NAME_BEFORE,
    OTHERS,
    PATH,
    PATH_AFTER,
    PREFIX,
    PYTHON,
    TRACE_HEADING,
)

MOST_FRAMES = 200
"""Frames that are read from one text; the trace of an endless recursion has thousands of equal ones."""
LINE_READ = 600
"""Characters of a line in which frames are looked for: a path and a name. Bounds the time for one-line files."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A place in code that a text names.

    Attributes:
        path: path as written, with ``/``; empty if the trace gives only names.
        line: line from 1; 0 if the trace gives none.
        name: qualified name of the function, as written and without its arguments; may be empty.
    """

    path: str
    line: int = 0
    name: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The parts of the name, outermost first, without generic arguments and generated marks."""
        plain = _compiled(_GENERATED).sub(" ", self.name)
        return tuple(_compiled(_IDENTIFIER).findall(plain))


_IDENTIFIER = r"[^\W\d]\w*"
_GENERATED = (
    r"<(?:module|lambda|anonymous|init|clinit|genexpr|listcomp|locals)>"
    r"|`\d+|::h[0-9a-f]{16}$|\b[a-z]?__\d\w*|\bMoveNext\b"
)
"""Marks of compilers in names, and words that mean "no name"."""

_UNESCAPED = (("\\n", "\n"), ("\\t", "\t"), ('\\"', '"'))


@cache
def _compiled(expression: str) -> re.Pattern[str]:
    """Return the compiled pattern; most queries need none of them."""
    return re.compile(expression)


def frames_in(text: str) -> tuple[Frame, ...]:
    """Return the places in code that a text names, the likeliest cause first, without repeats.

    The innermost call of a trace comes first, whichever end of the trace its language prints it at, and the
    exception that caused another one before it. Other places follow in their order.
    """
    reader = _Reader()
    lines = [_plain(line[:LINE_READ]) for line in _unescaped(text).splitlines()]
    skipped = False
    for line, following in zip_longest(lines, lines[1:], fillvalue=""):
        if reader.count >= MOST_FRAMES:
            break
        skipped = not skipped and reader.read(line, following)
    return tuple(dict.fromkeys(reader.frames()))


def file_named(text: str) -> tuple[Frame, ...]:
    """Return the file that all of a text names, such as ``worker.py`` or ``src/main.rs``; empty for any other.

    The address of a file in the web pages of a repository names it too.
    """
    path = _plain(text.strip())
    return (Frame(_slashes(path)),) if _compiled(PATH).fullmatch(path) else ()


def prose_of(text: str) -> str:
    """Return the lines of a text that belong to no stack trace; all of them if nothing would be left.

    The lines of a trace are its heading, its frames, and the line of code that Python prints below a frame. Their
    words are those of folders and libraries on somebody's machine, which many files have.
    """
    rows = [(line, _plain(line[:LINE_READ])) for line in _unescaped(text).splitlines()]
    following = [*(plain for _, plain in rows[1:]), ""]
    chosen: list[str] = []
    below_frame = False
    for (line, plain), after in zip(rows, following, strict=False):
        is_python = _whole_line(plain, PYTHON) is not None
        is_code = below_frame and plain.startswith("    ")
        if not (is_python or is_code or _is_of_trace(plain, after)):
            chosen.append(line)
        below_frame = is_python
    return "\n".join(chosen).strip() or text.strip()


def _is_of_trace(line: str, following: str) -> bool:
    """Return whether a line is a heading, a frame, or the first or second line of a frame of two lines."""
    if _compiled(TRACE_HEADING).match(line) or _compiled(PATH_AFTER).match(line):
        return True
    is_first = bool(_compiled(PATH_AFTER).match(following)) and bool(_name_before(line))
    return is_first or _whole_line(line, OTHERS) is not None


class _Reader:
    """Reads lines one after the other, and orders the frames that were in them."""

    def __init__(self) -> None:
        self.count = 0
        self._python: list[list[Frame]] = [[]]
        self._others: list[list[Frame]] = [[]]
        self._newest_python = self._python[0]
        self._name = ""
        self._diff_path = ""

    def frames(self) -> Iterator[Frame]:
        """Yield the frames, the likeliest cause first."""
        for block in self._python:
            yield from reversed(block)
        for block in self._others:
            yield from block

    def read(self, line: str, following: str) -> bool:
        """Read a line; return whether the following one belongs to it, because a terminal wrapped the line."""
        self._begin_block(line)
        name, self._name = self._name, _name_before(line)
        if match := _compiled(DIFF).match(line):
            self._diff_path = _slashes(match["path"].strip())
            self._take(Frame(self._diff_path))
        elif self._diff_path and (match := _compiled(HUNK).match(line)):
            self._take(Frame(self._diff_path, int(match["line"])))
        elif name and (match := _compiled(PATH_AFTER).match(line)):
            self._take(Frame(_slashes(match["path"]), int(match["line"]), name))
        elif self._read_frame(line):
            return False
        elif following and _compiled(FRAME_BEGINS).match(line):
            return self._read_frame(line + following) or self._read_locations(line)
        else:
            self._read_locations(line)
        return False

    def _begin_block(self, line: str) -> None:
        """Begin another exception of a chain where a line says so."""
        if _compiled(CAUSE).match(line):
            self._others.insert(0, [])
        elif DIRECT_CAUSE in line:
            self._newest_python = []
            self._python.append(self._newest_python)

    def _read_frame(self, line: str) -> bool:
        """Take the frame that a whole line is; return whether it is one."""
        if frame := _whole_line(line, PYTHON):
            self._newest_python.append(frame)
            self.count += 1
        elif frame := _whole_line(line, OTHERS):
            self._take(frame)
        return frame is not None

    def _read_locations(self, line: str) -> bool:
        for match in _compiled(LOCATION).finditer(line):
            numbers = map(match.group, ("line", "line2", "line3", "line4"))
            self._take(Frame(_slashes(match["path"]), int(next(filter(None, numbers)))))
        return False

    def _take(self, frame: Frame) -> None:
        self._others[0].append(frame)
        self.count += 1


def _whole_line(line: str, patterns: Iterable[str]) -> Frame | None:
    for pattern in patterns:
        if match := _compiled(pattern).match(line):
            groups = {key: value or "" for key, value in match.groupdict().items()}
            line_number = int(groups.get("line") or 0)
            return Frame(_slashes(groups.get("path", "")), line_number, groups.get("name", "").strip())
    return None


def _name_before(line: str) -> str:
    matches = (_compiled(pattern).match(line) for pattern in NAME_BEFORE)
    match = next(filter(None, matches), None)
    return match["name"].strip() if match else ""


def _plain(line: str) -> str:
    """Return a line without the prefix of a log, and with paths without scheme, host and query."""
    line = _compiled(PREFIX).sub("", line, count=1)
    return _compiled(ADDRESS_QUERY).sub("", _compiled(ADDRESS).sub("", line)) if "://" in line else line


def _unescaped(text: str) -> str:
    """Return a text in which a trace inside a string has lines of its own."""
    if not _compiled(ESCAPED_LINES).search(text):
        return text
    text = _compiled(ESCAPED_BORDER).sub("\n", text)
    for escaped, plain in _UNESCAPED:
        text = text.replace(escaped, plain)
    return text


def _slashes(path: str) -> str:
    return path.replace("\\", "/").removeprefix("./")
