"""Rows of the command palette, and how well they match what is typed."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

from PySide6.QtGui import QKeySequence

from search.letters import begins_word, matched_letters, spread
from ui.widgets.actions import ActionRegistry

MAX_GROUP = 6
"""Most rows of one group while the typed text does not select a group."""


class Match(IntEnum):
    """How well a row matches, best first."""

    BEGINS = 0
    WORD = 1
    """A word in it begins so."""
    INSIDE = 2
    PIECES = 3
    """Each piece of the typed letters begins a word."""
    SYNONYM = 4
    """Another word for it matches, or for a file its path."""


@dataclass(frozen=True, slots=True)
class PaletteItem:
    """One row.

    Attributes:
        matched: offsets of the typed letters in ``text``.
        run: called on Enter.
        key: stable name by which the choice is remembered; empty for a row that is not.
        also: other words for the same, which are matched too and not shown.
        match: how well it matches what is typed.
    """

    text: str
    hint: str
    icon: str
    run: Callable[[], object]
    keys: QKeySequence | None = None
    matched: tuple[int, ...] = ()
    key: str = ""
    also: str = ""
    match: Match = Match.BEGINS

    @property
    def name(self) -> tuple[str, str, str]:
        """What it has in common with the same row of other answers."""
        return (self.key, "", "") if self.key else ("", self.text, self.hint)


def matching(typed: str, item: PaletteItem) -> PaletteItem | None:
    """Return the item with the letters that match and how well they do; None if it does not match."""
    letters = matched_letters(typed, item.text)
    if letters is not None:
        return replace(item, matched=letters, match=_match(item.text, letters))
    if item.also and (letters := matched_letters(typed, item.also)) and begins_word(item.also, letters[0]):
        return replace(item, match=Match.SYNONYM)
    return None


def _match(text: str, letters: Sequence[int]) -> Match:
    if spread(letters):
        return Match.PIECES
    if not letters or not letters[0]:
        return Match.BEGINS
    return Match.WORD if begins_word(text, letters[0]) else Match.INSIDE


def fitting(typed: str, items: Iterable[PaletteItem], limit: int) -> list[PaletteItem]:
    """Return the items that match, the best first; equally good ones with early letters first, then in order."""
    shown = [fits for item in items if (fits := matching(typed, item)) is not None]
    return sorted(shown, key=lambda item: (item.match, item.matched[0] if item.matched else 0))[:limit]


def command_items(actions: ActionRegistry) -> list[PaletteItem]:
    """Return all commands that can be triggered."""
    return [
        PaletteItem(
            command.text,
            command.hint,
            command.icon,
            action.trigger,
            next(iter(action.shortcuts()), None),
            key=f"command:{command.id}",
        )
        for command, action in actions.commands()
        if command.id not in {"palette", "escape"} and action.isEnabled()
    ]
