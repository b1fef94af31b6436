"""Stores saved searches and the history in one small file. Pure except for that file."""

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from ui.user_data.document import PersonFile

MOST_HISTORY = 500
MOST_KNOWN = 500
"""Files that are remembered for a saved search, to recognise new ones."""

_VERSION = 1


@dataclass(frozen=True, slots=True)
class SavedSearch:
    """A search with a name.

    Attributes:
        known: its results when they were last viewed.
        mode: names of the buttons of exact search that were on; None for one that was saved before these were
            noted, which leaves the buttons as they are.
    """

    name: str
    text: str
    known: tuple[str, ...] = ()
    mode: tuple[str, ...] | None = None

    def searches(self, text: str, mode: tuple[str, ...] | None = None) -> bool:
        """Return whether it searches for a text with these buttons on."""
        return (self.text, self.mode or ()) == (text, mode or ())


@dataclass(frozen=True, slots=True)
class PastSearch:
    """A search in the history.

    Attributes:
        at: seconds since the epoch.
        files: number of files in its results.
        mode: names of the buttons of exact search that were on.
    """

    text: str
    at: float
    files: int = 0
    mode: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Searches:
    """Saved searches in the order of saving, and the history, newest first.

    Attributes:
        folders: label and path of the folders that were indexed when the searches were last compared with these.
    """

    saved: tuple[SavedSearch, ...] = ()
    history: tuple[PastSearch, ...] = ()
    folders: tuple[tuple[str, str], ...] = ()


class SearchStore:
    """Reads and writes the file. Each change reads it again first, so that two windows lose nothing.

    A file that cannot be parsed is renamed to ``<name>.broken``, and the store starts empty.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self.file = PersonFile(path, _VERSION)
        self._clock = clock

    def load(self) -> Searches:
        """Return the stored searches; empty if there is no file yet."""
        return self.file.read(_decoded, Searches())

    def note(self, text: str, files: int, mode: tuple[str, ...] = ()) -> Searches:
        """Put a search on top of the history, and remove an earlier one with the same text and mode."""
        now = self.load()
        history = (PastSearch(text, self._clock(), files, mode), *_without(now.history, text, mode))
        return self._write(replace(now, history=history[:MOST_HISTORY]))

    def forget(self, text: str, mode: tuple[str, ...] = ()) -> Searches:
        """Remove a search from the history."""
        now = self.load()
        return self._write(replace(now, history=_without(now.history, text, mode)))

    def clear_history(self) -> Searches:
        """Clear the history."""
        return self._write(replace(self.load(), history=()))

    def save(self, name: str, text: str, mode: tuple[str, ...] | None = None) -> Searches:
        """Save a search under a name, or rename the saved one with the same text and mode."""
        now = self.load()
        if any(saved.searches(text, mode) for saved in now.saved):
            saved = tuple(
                replace(old, name=name, mode=old.mode if mode is None else mode)
                if old.searches(text, mode)
                else old
                for old in now.saved
            )
        else:
            saved = (*now.saved, SavedSearch(name, text, mode=mode))
        return self._write(replace(now, saved=saved))

    def unsave(self, text: str, mode: tuple[str, ...] | None = None) -> Searches:
        """Remove a saved search."""
        now = self.load()
        saved = tuple(saved for saved in now.saved if not saved.searches(text, mode))
        return self._write(replace(now, saved=saved))

    def remember_found(self, text: str, files: Sequence[str]) -> Searches:
        """Remember the results of a saved search, without exact search, that was viewed."""
        now = self.load()
        known = tuple(files[:MOST_KNOWN])
        saved = tuple(replace(old, known=known) if old.searches(text) else old for old in now.saved)
        return self._write(replace(now, saved=saved)) if saved != now.saved else now

    def change(self, change: Callable[[Searches], Searches]) -> Searches:
        """Return the searches after a change, and write them if it changed one."""
        now = self.load()
        changed = change(now)
        return self._write(changed) if changed != now else now

    def _write(self, searches: Searches) -> Searches:
        self.file.write(asdict(searches))
        return searches


def _without(history: Sequence[PastSearch], text: str, mode: tuple[str, ...]) -> tuple[PastSearch, ...]:
    return tuple(past for past in history if (past.text, past.mode) != (text, mode))


def _decoded(raw: dict[str, object]) -> Searches:
    saved = tuple(
        SavedSearch(
            str(entry["name"]),
            str(entry["text"]),
            tuple(map(str, _listed(entry.get("known")))),
            tuple(map(str, _listed(entry["mode"]))) if entry.get("mode") is not None else None,
        )
        for entry in _entries(raw["saved"])
    )
    history = tuple(
        PastSearch(
            str(entry["text"]),
            float(str(entry["at"])),
            int(str(entry.get("files", 0))),
            tuple(map(str, _listed(entry.get("mode")))),
        )
        for entry in _entries(raw["history"])
    )
    folders = tuple((str(label), str(path)) for label, path in map(_listed, _listed(raw.get("folders"))))
    return Searches(saved, history[:MOST_HISTORY], folders)


def _entries(value: object) -> list[dict[str, object]]:
    if not isinstance(value, list):
        raise TypeError
    return value


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else []
