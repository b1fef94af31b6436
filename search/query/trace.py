"""Reads the frames of stack traces and other references to a place in a file from pasted text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

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
"""Marks of compilers in names, and words that stand for "no name"."""

_PATH = r"(?:[A-Za-z]:)?[^\s:()\"'<>|*?,;]{0,260}[\w@-]\.[A-Za-z][\w+]{0,15}"
"""A path with an extension, relative or absolute, of Windows or of other systems."""
_SPACED = r"(?:[A-Za-z]:)?[^:()\"<>|*?\n]{0,260}\.[A-Za-z][\w+]{0,15}"
"""The same with spaces, where the format of the trace shows its ends."""
_AT = r"(?P<path>{}):(?P<line>\d+)"
_SPACED_AT, _PATH_AT = _AT.format(_SPACED), _AT.format(_PATH)
_FUNCTION = r"(?P<name>[^\s(][^\n(]*?)"

_FRAMES = (
    r'^\s*File "(?P<path>[^"\n]+)", line (?P<line>\d+)(?:, in (?P<name>\S+))?',  # Python
    rf"^\s*at {_FUNCTION}\s?\([^\n)]*\) in (?P<path>{_SPACED}):line (?P<line>\d+)",  # .NET
    r"^\s*at (?:[\w.$@-]+/)*(?P<name>[\w.$<>]+)\((?P<path>[\w$-]+\.\w+):(?P<line>\d+)\)",  # JVM
    rf"^\s*at (?:async )?(?:new )?{_FUNCTION} \((?:\w+://)?{_SPACED_AT}:\d+\)",  # V8
    rf"^\s*at (?:async )?(?:file://)?{_PATH_AT}(?::\d+)?\s*$",  # V8 and Rust
    rf"^(?P<name>[\w.$<>/*\[\]]*)@(?:\w+://)?{_SPACED_AT}:\d+\s*$",  # Firefox and Safari
    rf"^\s*#\d+ (?P<path>{_SPACED})\((?P<line>\d+)\): (?P<name>[^\s(]+)",  # PHP
    rf"^\s*(?:from )?{_PATH_AT}:in [`'](?P<name>[^'\n]+)'",  # Ruby
    rf"^\s*#\d+\s+(?:0x[0-9a-f]+ in )?(?P<name>[\w:~<>]+) ?\([^\n]*\) at {_PATH_AT}",  # gdb
    r"^\s*at (?P<name>[\w.+`<>$\[\], |]+)\([^\n)]*\)\s*$",  # .NET without files
)
"""A whole line that is one frame; ``path``, ``line`` and ``name`` may be missing."""

_NAME_BEFORE = (
    r"^\s*\d+:\s+(?:0x[0-9a-f]+ - )?(?P<name><?[\w:<>$ {}#]+)\s*$",  # Rust, with the path on the next line
    r"^(?P<name>[\w./*()-]+(?:\.[\w*()-]+)+)\([^\n]*\)\s*$",  # Go, with the path on the next line
)
_PATH_AFTER = rf"^\s+(?:at )?{_PATH_AT}(?::\d+|\s\+0x[0-9a-f]+)?\s*$"

_DIFF = r"^(?:\+\+\+ (?:b/)?|rename to )(?P<path>[^\t\n]+)"
_HUNK = r"^@@ -(?P<line>\d+)(?:,\d+)? \+\d+(?:,\d+)? @@"
_LOCATION = rf"(?<![\w/.@:-])(?P<path>{_PATH})(?::(?P<line>\d+)|\((?P<line2>\d+),\d+\))(?![\w.]*[.]\d)"
"""``worker.py:88``, ``src/main.rs:12:5`` and ``Cart.cs(12,5)`` in any text, as compilers write them."""


@cache
def _compiled(expression: str) -> re.Pattern[str]:
    """Return the compiled pattern; most queries need none of them."""
    return re.compile(expression)


def frames_in(text: str) -> tuple[Frame, ...]:
    """Return the places in code that a text names, the likeliest cause first, without repeats.

    The innermost call of a trace comes first, whichever end of the trace its language prints it at. Other places
    follow in their order.
    """
    python: list[Frame] = []
    others: list[Frame] = []
    for frame, innermost_last in _frames([line[:LINE_READ] for line in text.splitlines()]):
        (python if innermost_last else others).append(frame)
        if len(python) + len(others) >= MOST_FRAMES:
            break
    return tuple(dict.fromkeys((*reversed(python), *others)))


def _frames(lines: list[str]) -> Iterator[tuple[Frame, bool]]:
    """Yield each frame, and whether it is of a trace that prints the innermost call last."""
    diff_path = ""
    name = ""
    for line in lines:
        if match := _compiled(_DIFF).match(line):
            diff_path = _slashes(match["path"].strip())
            yield Frame(diff_path), False
        elif diff_path and (match := _compiled(_HUNK).match(line)):
            yield Frame(diff_path, int(match["line"])), False
        elif name and (match := _compiled(_PATH_AFTER).match(line)):
            yield Frame(_slashes(match["path"]), int(match["line"]), name), False
        elif frame := _whole_line(line):
            yield frame, line.lstrip().startswith('File "')
        else:
            yield from ((frame, False) for frame in _locations(line))
        name = _name_before(line)


def _whole_line(line: str) -> Frame | None:
    for pattern in _FRAMES:
        if match := _compiled(pattern).match(line):
            groups = {key: value or "" for key, value in match.groupdict().items()}
            line_number = int(groups.get("line") or 0)
            return Frame(_slashes(groups.get("path", "")), line_number, groups.get("name", "").strip())
    return None


def _name_before(line: str) -> str:
    matches = (_compiled(pattern).match(line) for pattern in _NAME_BEFORE)
    match = next(filter(None, matches), None)
    return match["name"].strip() if match else ""


def _locations(line: str) -> Iterator[Frame]:
    for match in _compiled(_LOCATION).finditer(line):
        yield Frame(_slashes(match["path"]), int(match["line"] or match["line2"]))


def _slashes(path: str) -> str:
    return path.replace("\\", "/").removeprefix("./")
