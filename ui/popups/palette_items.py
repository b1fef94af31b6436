"""Rows of the command palette for a typed text: commands, files, recent and saved searches."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtGui import QKeySequence

from ui.widgets.actions import ActionRegistry

MAX_GROUP = 6
"""Most rows of one group while the typed text does not select a group."""


@dataclass(frozen=True, slots=True)
class PaletteItem:
    """One row.

    Attributes:
        matched: offsets of the typed letters in ``text``.
        run: called on Enter.
    """

    text: str
    hint: str
    icon: str
    run: Callable[[], object]
    keys: QKeySequence | None = None
    matched: tuple[int, ...] = ()


def matched_letters(typed: str, text: str) -> tuple[int, ...] | None:
    """Return the offsets of the typed letters in ``text``; None if they do not match.

    The letters stand in one piece, or in pieces of which each begins a word: ``rcr`` is in
    ``Rerank with cross-encoder``, but ``theme`` is not in ``Path from the tree's root``.
    """
    wanted, low = typed.lower().strip(), text.lower()
    start = low.find(wanted)
    if start >= 0:
        return tuple(range(start, start + len(wanted)))
    return _in_pieces(wanted.replace(" ", ""), low, _word_starts(text))


def _word_starts(text: str) -> list[int]:
    """Return where words begin: after what is no letter or digit, and at a capital after a small letter."""
    starts = []
    for at, sign in enumerate(text):
        before = text[at - 1] if at else " "
        if sign.isalnum() and (not before.isalnum() or (sign.isupper() and before.islower())):
            starts.append(at)
    return starts


def _in_pieces(wanted: str, low: str, starts: Sequence[int]) -> tuple[int, ...] | None:
    """Return the first way to write ``wanted`` as beginnings of words in their order."""
    if not wanted:
        return ()
    for position, start in enumerate(starts):
        longest = 0
        while longest < len(wanted) and low[start + longest : start + longest + 1] == wanted[longest]:
            longest += 1
        for length in range(longest, 0, -1):
            rest = _in_pieces(wanted[length:], low, [at for at in starts[position + 1 :] if at >= start + length])
            if rest is not None:
                return (*range(start, start + length), *rest)
    return None


def fitting(typed: str, items: Iterable[PaletteItem], limit: int) -> list[PaletteItem]:
    """Return the items that contain the typed letters; first those that have them together and early."""
    ranked: list[tuple[tuple[int, int, int], PaletteItem]] = []
    for index, item in enumerate(items):
        letters = matched_letters(typed, item.text)
        if letters is not None:
            spread = letters[-1] - letters[0] - len(letters) + 1 if letters else 0
            rank = (spread > 0, letters[0] if letters else 0, index)
            shown = PaletteItem(item.text, item.hint, item.icon, item.run, item.keys, letters)
            ranked.append(((int(rank[0]), rank[1], rank[2]), shown))
    return [item for _, item in sorted(ranked, key=lambda pair: pair[0])[:limit]]


def command_items(actions: ActionRegistry) -> list[PaletteItem]:
    """Return all commands that can be triggered."""
    return [
        PaletteItem(command.text, command.hint, command.icon, action.trigger, next(iter(action.shortcuts()), None))
        for command, action in actions.commands()
        if command.id not in {"palette", "escape"} and action.isEnabled()
    ]


def search_items(texts: Sequence[str], hint: str, icon: str, run: Callable[[str], object]) -> list[PaletteItem]:
    """Return the rows of recent or saved searches."""
    return [PaletteItem(text, hint, icon, partial(run, text)) for text in texts]
