"""Selects the pieces of the text: those that the user chose, and as many others as the budget allows. Pure."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from search.types.context import PieceLabel
from search.types.ids import ChunkId
from search.types.results import ChunkHit, FileHit
from ui.panels.context.evidence import Evidence


class Choice(Enum):
    """Whether the user included or excluded a chunk."""

    AUTO = auto()
    """Neither: it is included while it fits."""
    ON = auto()
    OFF = auto()


@dataclass(frozen=True, slots=True)
class Entry:
    """A chunk that is or could be in the text.

    Attributes:
        pinned: added by the user; it stays for the next question.
        tokens: tokens of its block; 0 until its text is loaded.
        label: why the core put it into the evidence although no question led to it.
    """

    file: FileHit
    chunk: ChunkHit
    text: str | None
    tokens: int = 0
    choice: Choice = Choice.AUTO
    pinned: bool = False
    label: PieceLabel = PieceLabel.NONE

    def evidence(self) -> Evidence:
        """Return the chunk as evidence; a text that is not loaded is empty."""
        return Evidence(self.file, self.chunk, self.text or "", self.label)


@dataclass(frozen=True, slots=True)
class Judged:
    """An entry, and whether it is included."""

    entry: Entry
    included: bool
    fits: bool


def judged(entries: Iterable[Entry], budget: int, overhead: int) -> list[Judged]:
    """Return for each entry whether it is included: choices of the user always hold, others while they fit.

    Critical and external documents are tried before other entries.
    """
    listed = list(entries)
    used = overhead + sum(entry.tokens for entry in listed if entry.choice is Choice.ON)
    fitting: set[int] = set()
    for position in sorted(range(len(listed)), key=lambda at: not listed[at].label):
        entry = listed[position]
        if entry.choice is Choice.AUTO and entry.text is not None and used + entry.tokens <= budget:
            used += entry.tokens
            fitting.add(position)
    return [_judged(entry, fits=position in fitting) for position, entry in enumerate(listed)]


def _judged(entry: Entry, *, fits: bool) -> Judged:
    if entry.choice is Choice.AUTO:
        return Judged(entry, included=fits, fits=fits)
    return Judged(entry, entry.choice is Choice.ON, fits=True)


def merged(
    old: Sequence[Entry], pieces: Iterable[Evidence], count: Callable[[Evidence], int], *, same_question: bool
) -> list[Entry]:
    """Return the entries after a new answer: those that the user added, then the pieces of the answer.

    Choices of the user about a piece hold only for the ``same_question``.
    """
    choices = {entry.chunk.id: entry.choice for entry in old} if same_question else {}
    entries = [entry for entry in old if entry.pinned]
    seen = {entry.chunk.id for entry in entries}
    for piece in pieces:
        if piece.chunk.id not in seen:
            seen.add(piece.chunk.id)
            choice = choices.get(piece.chunk.id, Choice.AUTO)
            tokens = count(piece)
            entries.append(Entry(piece.file, piece.chunk, piece.text, tokens, choice, label=piece.label))
    return entries


def missing(entries: Iterable[Entry]) -> tuple[ChunkId, ...]:
    """Return the chunks whose text is not loaded."""
    return tuple(entry.chunk.id for entry in entries if entry.text is None)
