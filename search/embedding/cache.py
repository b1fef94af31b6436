"""The user's cache folder: converted models, and small facts that are slow to find out."""

import contextlib
import json
from collections.abc import Callable
from pathlib import Path

import platformdirs

from search.atomic_write import atomic_write


def cache_folder(chosen: Path | None) -> Path:
    """Return the folder for models, the user's own unless another is chosen; it need not exist."""
    return chosen or platformdirs.user_cache_path("dowse", appauthor=False) / "models"


class Remembered:
    """Facts kept in a file of the cache folder. Losing them costs time only: no failure to keep them is an error.

    Args:
        folder: the cache folder, made when something is to be kept.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._path = folder / "remembered.json"

    def get(self, key: str) -> str | None:
        """Return the value remembered under a key."""
        try:
            known = json.loads(self._path.read_text("utf-8"))
        except (OSError, ValueError):
            return None
        value = known.get(key) if isinstance(known, dict) else None
        return value if isinstance(value, str) else None

    def get_or(self, key: str, find: Callable[[], str]) -> str:
        """Return the remembered value, or compute and remember it."""
        value = self.get(key)
        if value is None:
            value = find()
            self.keep(key, value)
        return value

    def keep(self, key: str, value: str) -> None:
        """Remember a value."""
        text = json.dumps({**self._all(), key: value}, indent=1, sort_keys=True)
        with contextlib.suppress(OSError):
            atomic_write(self._path, text.encode(), fsync=False)

    def _all(self) -> dict[str, object]:
        try:
            known = json.loads(self._path.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return known if isinstance(known, dict) else {}
