"""The user's cache folder: converted models, and small facts that are slow to find out."""

import contextlib
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
            self._keep(key, value)
        return value

    def crashes(self, work: str) -> int:
        """Return how many processes crashed in the middle of this work; see `trial`."""
        value = self.get(_unfinished(work)) or "0"
        return int(value) if value.isdecimal() else 0

    @contextmanager
    def trial(self, work: str) -> Iterator[None]:
        """Count this process as crashed while the block runs, so that the count stays if the block never ends.

        Args:
            work: name of what the block does. An exception that leaves it is no crash.
        """
        self._keep(_unfinished(work), str(self.crashes(work) + 1))
        try:
            yield
        finally:
            self._keep(_unfinished(work), str(max(0, self.crashes(work) - 1)))

    def _keep(self, key: str, value: str) -> None:
        text = json.dumps({**self._all(), key: value}, indent=1, sort_keys=True)
        with contextlib.suppress(OSError):
            atomic_write(self._path, text.encode(), fsync=False)

    def _all(self) -> dict[str, object]:
        try:
            known = json.loads(self._path.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return known if isinstance(known, dict) else {}


def _unfinished(work: str) -> str:
    return f"unfinished {work}"
