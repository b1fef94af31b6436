"""Functions that Kotlin's compiler copied to where they are called, by the map of lines in a class."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_RANGE = re.compile(r"(\d+)(?:#(\d+))?(?:,(\d+))?:(\d+)(?:,(\d+))?")
_FILE = re.compile(r"\+ (\d+) ")
STRATA = ("Kotlin", "KotlinDebug")
"""The first says where copied code is written, the second where it is called."""


@dataclass(frozen=True, slots=True)
class Inlined:
    """Lines of a compiled class that are a copy of a function's code.

    Attributes:
        lines: numbers that the class gives them, behind those of its source.
        call_line: where the function is called.
        holder: compiled class that the function is written in.
        line: where in its file the copied code stands.
    """

    lines: range
    call_line: int
    holder: str
    line: int


@dataclass(frozen=True, slots=True)
class _Range:
    written: int
    holder: str
    lines: range


def written_at(text: Sequence[str], line: int) -> tuple[str, int] | None:
    """Return the class and the line in which the code of a class's line is written; None when no map says so."""
    origin = next((each for each in _ranges(text, STRATA[0]) if line in each.lines), None)
    return (origin.holder, origin.written + line - origin.lines.start) if origin is not None else None


def inlined(text: Sequence[str]) -> list[Inlined]:
    """Return the copies that a map of lines lists."""
    written = list(_ranges(text, STRATA[0]))
    results = []
    for call in _ranges(text, STRATA[1]):
        origin = next((each for each in written if call.lines.start in each.lines), None)
        if origin is not None:
            line = origin.written + call.lines.start - origin.lines.start
            results.append(Inlined(call.lines, call.written, origin.holder, line))
    return results


def _ranges(text: Sequence[str], stratum: str) -> Iterator[_Range]:
    holders: dict[str, str] = {}
    is_inside, file, last = False, "", ""
    for line in text:
        if line.startswith("*S "):
            is_inside = line == f"*S {stratum}"
        elif not is_inside:
            continue
        elif match := _FILE.match(line):
            last = match.group(1)
        elif last:
            holders[last], last = line.replace("/", "."), ""
        elif match := _RANGE.fullmatch(line):
            file = match.group(2) or file
            start, count = int(match.group(4)), int(match.group(3) or 1) * int(match.group(5) or 1)
            yield _Range(int(match.group(1)), holders.get(file, ""), range(start, start + count))
