"""Which repositories teach the reader and which check it. No repository is in both lists.

The lists are in ``repositories.json``. The bases of a repository that teaches stand newest first: a commit belongs
to the nearest base before it.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Checked:
    """A repository whose requests decide what is chosen.

    Attributes:
        commit: the requests are those of the commits that follow it.
    """

    full_name: str
    language: str
    commit: str
    licence: str

    @property
    def name(self) -> str:
        """Return the name without its owner, in lower case."""
        return self.full_name.split("/")[1].lower()


@dataclass(frozen=True, slots=True)
class Taught:
    """A repository that teaches.

    Attributes:
        bases: commits whose chunks are read, newest first; the changes are those of the commits that follow each.
        parts: folders to which it is cut down; none for all of it.
    """

    full_name: str
    language: str
    licence: str
    bases: tuple[str, ...]
    parts: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Return the name without its owner, in lower case."""
        return self.full_name.split("/")[1].lower()


def _read() -> tuple[tuple[Checked, ...], tuple[Taught, ...]]:
    listed = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))
    return tuple(Checked(**entry) for entry in listed["checking"]), taught(listed["teaching"])


def taught(entries: Iterable[dict[str, Any]]) -> tuple[Taught, ...]:
    """Return repositories that were read from JSON."""
    return tuple(
        Taught(**{**entry, "bases": tuple(entry["bases"]), "parts": tuple(entry.get("parts", ()))})
        for entry in entries
    )


CHECKING, TEACHING = _read()


def teaching(file: Path | None) -> tuple[Taught, ...]:
    """Return the repositories that teach: those of a file with a JSON list, `TEACHING` without one."""
    return TEACHING if file is None else taught(json.loads(file.read_text("utf-8")))
