"""Which chunks go into the text: chosen by hand, or as many of the best as the budget holds. Pure."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from search.types.ids import ChunkId
from search.types.results import ChunkHit, FileHit

OFFERED_FILES = 10
OFFERED_CHUNKS = 20
"""The best chunks of the best files that are offered; more than this fits in no sensible budget."""


class Choice(Enum):
    """Who decided about a chunk."""

    AUTO = auto()
    """Nobody: it is in as long as it fits."""
    ON = auto()
    OFF = auto()


@dataclass(frozen=True, slots=True)
class Entry:
    """A chunk that is or may be in the text.

    Attributes:
        pinned: added by hand; stays when another question is asked.
        tokens: of its block; 0 while its text is not here.
    """

    file: FileHit
    chunk: ChunkHit
    text: str | None
    tokens: int = 0
    choice: Choice = Choice.AUTO
    pinned: bool = False


@dataclass(frozen=True, slots=True)
class Judged:
    """An entry and whether it is in."""

    entry: Entry
    included: bool
    fits: bool


def offered(files: Sequence[FileHit]) -> list[tuple[FileHit, ChunkHit]]:
    """Return the best chunks of the best files, best first; equals in rank order."""
    pairs = [(file, chunk) for file in files[:OFFERED_FILES] for chunk in file.chunks]
    pairs.sort(key=lambda pair: (-pair[1].score, pair[0].rank, pair[1].start_line, pair[1].id))
    return pairs[:OFFERED_CHUNKS]


def judged(entries: Iterable[Entry], budget: int, overhead: int) -> list[Judged]:
    """Return for each entry whether it is in: what was chosen by hand always, the rest while it fits."""
    listed = list(entries)
    used = overhead + sum(entry.tokens for entry in listed if entry.choice is Choice.ON)
    result = []
    for entry in listed:
        if entry.choice is not Choice.AUTO:
            result.append(Judged(entry, entry.choice is Choice.ON, fits=True))
            continue
        fits = entry.text is not None and used + entry.tokens <= budget
        used += entry.tokens if fits else 0
        result.append(Judged(entry, included=fits, fits=fits))
    return result


def merged(
    old: Sequence[Entry], pairs: Iterable[tuple[FileHit, ChunkHit]], count: Callable[[FileHit, ChunkHit, str], int]
) -> list[Entry]:
    """Return the entries after a new answer: those added by hand first, then the offered ones."""
    known = {entry.chunk.id: entry for entry in old}
    kept = [entry for entry in old if entry.pinned]
    seen = {entry.chunk.id for entry in kept}
    for file, chunk in pairs:
        if chunk.id in seen:
            continue
        seen.add(chunk.id)
        before = known.get(chunk.id)
        if before is not None and _same_text(before, chunk):
            kept.append(replace(before, file=file, chunk=chunk))
        else:
            text = chunk.text or None
            tokens = count(file, chunk, text) if text is not None else 0
            choice = before.choice if before is not None else Choice.AUTO
            kept.append(Entry(file, chunk, text, tokens, choice))
    return kept


def _same_text(entry: Entry, chunk: ChunkHit) -> bool:
    """Return whether the text of an entry is still that of its chunk, as far as the answer tells."""
    if chunk.text:
        return chunk.text == entry.text
    return (chunk.start_line, chunk.end_line) == (entry.chunk.start_line, entry.chunk.end_line)


def missing(entries: Iterable[Entry]) -> tuple[ChunkId, ...]:
    """Return the chunks whose text is not here."""
    return tuple(entry.chunk.id for entry in entries if entry.text is None)
