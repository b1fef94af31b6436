"""One small JSON file of a person's data: written whole or not at all, set aside when it cannot be understood."""

import contextlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from search.atomic_write import atomic_write
from ui.i18n.language import translate

T = TypeVar("T")

BROKEN = ".broken"
"""Ending of a file that was set aside."""


class PersonFile:
    """Reads and writes one file.

    Attributes:
        set_aside: where a file that could not be understood lies now; None when none was found.
        failure: why the last change could not be written; empty when it was.
    """

    def __init__(self, path: Path, version: int) -> None:
        self._path, self._version = path, version
        self.set_aside: Path | None = None
        self.failure = ""

    def read(self, decode: Callable[[dict[str, object]], T], empty: T) -> T:
        """Return the stored value, or ``empty`` if there is no file or a damaged one was just set aside."""
        try:
            raw = self._path.read_text("utf-8")
        except FileNotFoundError:
            return empty
        except (OSError, UnicodeDecodeError):
            return self._set_aside(empty)
        try:
            return decode(json.loads(raw))
        except (ValueError, KeyError, TypeError, AttributeError):
            return self._set_aside(empty)

    def write(self, content: dict[str, object]) -> None:
        """Write the file; on a full or read-only disk the change lives only as long as the window."""
        text = json.dumps({"version": self._version, **content}, ensure_ascii=False, indent=1)
        self.failure = ""
        try:
            atomic_write(self._path, text.encode(), fsync=False)
        except OSError as error:
            self.failure = translate("{file} cannot be written: {reason}").format(
                file=self._path, reason=error.strerror
            )

    def tell(self, damaged: Callable[[str], object], unwritten: Callable[[str], object]) -> None:
        """Say once where a damaged file was set aside, and why the last change could not be written."""
        if self.set_aside is not None:
            damaged(str(self.set_aside))
            self.set_aside = None
        if self.failure:
            unwritten(self.failure)

    def _set_aside(self, empty: T) -> T:
        aside = self._path.with_name(self._path.name + BROKEN)
        with contextlib.suppress(OSError):
            self._path.replace(aside)
            self.set_aside = aside
        return empty
