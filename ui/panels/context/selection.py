"""Which pieces go into the text: chosen by hand, or as many of the first as the budget holds. Pure."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from search.types.ids import ChunkId
from search.types.results import ChunkHit, FileHit
from ui.panels.context.evidence import Evidence


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
    old: Sequence[Entry], pieces: Iterable[Evidence], count: Callable[[Evidence], int], *, same_question: bool
) -> list[Entry]:
    """Return the entries after a new answer: those added by hand first, then the pieces of the answer.

    What was decided by hand about a piece holds for the ``same_question`` only.
    """
    choices = {entry.chunk.id: entry.choice for entry in old} if same_question else {}
    kept = [entry for entry in old if entry.pinned]
    seen = {entry.chunk.id for entry in kept}
    for piece in pieces:
        if piece.chunk.id not in seen:
            seen.add(piece.chunk.id)
            choice = choices.get(piece.chunk.id, Choice.AUTO)
            kept.append(Entry(piece.file, piece.chunk, piece.text, count(piece), choice))
    return kept


def missing(entries: Iterable[Entry]) -> tuple[ChunkId, ...]:
    """Return the chunks whose text is not here."""
    return tuple(entry.chunk.id for entry in entries if entry.text is None)
