"""Reads the stack traces in ``traces/LANGUAGE.txt``, ten for each of six runtimes, as these print them.

A trace has a line ``=== title``, its text with ``\\e`` for escape characters, a line ``--- path`` with the file
that it is about, and its frames in the order of likeliest causes: ``path:line name``.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from search.query.trace import Frame

FOLDER = Path(__file__).parent / "traces"
_FRAME = re.compile(r"^(?:(?P<path>.*?):(?P<line>\d+))?(?: (?P<name>.+))?$")


@dataclass(frozen=True, slots=True)
class TraceSample:
    """A trace, the file that it is about, and its frames."""

    title: str
    text: str
    path: str
    frames: tuple[Frame, ...]

    def __str__(self) -> str:
        return self.title


def _samples() -> Iterator[TraceSample]:
    for file in sorted(FOLDER.glob("*.txt")):
        for part in file.read_text("utf-8").split("=== ")[1:]:
            title, _, rest = part.partition("\n")
            text, _, expected = rest.rpartition("\n--- ")
            path, *frames = expected.strip("\n").splitlines()
            yield TraceSample(
                f"{file.stem}: {title}", text.replace("\\e", "\x1b"), path, tuple(map(_frame, frames))
            )


def _frame(line: str) -> Frame:
    match = _FRAME.match(line)
    assert match is not None
    return Frame(match["path"] or "", int(match["line"] or 0), match["name"] or "")


TRACES = tuple(_samples())
