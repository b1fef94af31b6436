"""Saved searches and history, kept in one small file. Pure but for that file."""

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from ui.user_data.document import PersonFile

MOST_HISTORY = 500
MOST_KNOWN = 500
"""Files remembered of a saved search, to tell what is new."""

_VERSION = 1


@dataclass(frozen=True, slots=True)
class SavedSearch:
    """A search with a name.

    Attributes:
        known: files that it found when its answer was last looked at.
    """

    name: str
    text: str
    known: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PastSearch:
    """A search that was made.

    Attributes:
        at: seconds since the epoch.
        files: how many files it found.
    """

    text: str
    at: float
    files: int = 0


@dataclass(frozen=True, slots=True)
class Searches:
    """All of it; saved ones in the order of saving, history newest first."""

    saved: tuple[SavedSearch, ...] = ()
    history: tuple[PastSearch, ...] = ()


class SearchStore:
    """Reads and writes the file; every change reads it again first, so that two windows lose nothing.

    A file that cannot be understood is set aside as ``<name>.broken`` and the store begins empty.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self.file = PersonFile(path, _VERSION)
        self._clock = clock

    def load(self) -> Searches:
        """Return what is stored; nothing when there is no file yet."""
        return self.file.read(_decoded, Searches())

    def note(self, text: str, files: int) -> Searches:
        """Put a search on top of the history; an equal one before is taken out."""
        now = self.load()
        others = tuple(past for past in now.history if past.text != text)
        history = (PastSearch(text, self._clock(), files), *others)[:MOST_HISTORY]
        return self._write(replace(now, history=history))

    def forget(self, text: str) -> Searches:
        """Take a search out of the history."""
        now = self.load()
        return self._write(replace(now, history=tuple(past for past in now.history if past.text != text)))

    def clear_history(self) -> Searches:
        """Empty the history."""
        return self._write(replace(self.load(), history=()))

    def save(self, name: str, text: str) -> Searches:
        """Save a search under a name, or rename the saved one with the same text."""
        now = self.load()
        if any(saved.text == text for saved in now.saved):
            saved = tuple(replace(old, name=name) if old.text == text else old for old in now.saved)
        else:
            saved = (*now.saved, SavedSearch(name, text))
        return self._write(replace(now, saved=saved))

    def unsave(self, text: str) -> Searches:
        """Remove a saved search."""
        now = self.load()
        return self._write(replace(now, saved=tuple(saved for saved in now.saved if saved.text != text)))

    def remember_found(self, text: str, files: Sequence[str]) -> Searches:
        """Remember what a saved search found, as it was looked at."""
        now = self.load()
        known = tuple(files[:MOST_KNOWN])
        saved = tuple(replace(old, known=known) if old.text == text else old for old in now.saved)
        return self._write(replace(now, saved=saved)) if saved != now.saved else now

    def _write(self, searches: Searches) -> Searches:
        self.file.write(asdict(searches))
        return searches


def _decoded(raw: dict[str, object]) -> Searches:
    saved = tuple(
        SavedSearch(str(one["name"]), str(one["text"]), tuple(map(str, _listed(one.get("known")))))
        for one in _entries(raw["saved"])
    )
    history = tuple(
        PastSearch(str(one["text"]), float(str(one["at"])), int(str(one.get("files", 0))))
        for one in _entries(raw["history"])
    )
    return Searches(saved, history[:MOST_HISTORY])


def _entries(value: object) -> list[dict[str, object]]:
    if not isinstance(value, list):
        raise TypeError
    return value


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else []
