"""Choices in the palette, with their number and time, in a small file of the index."""

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path

from ui.user_data.document import PersonFile

HALF_LIFE_S = 10 * 24 * 3600.0
"""A choice counts half after ten days, so that choices of today come before frequent ones of last month."""

MOST_CHOSEN = 300
"""Choices that are remembered; those that count least are forgotten first."""

_VERSION = 1


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that was chosen.

    Attributes:
        key: its stable name.
        score: number of choices, each halved every `HALF_LIFE_S`, at the time ``at``.
        at: seconds since the epoch of the last choice.
        target: what is needed to offer it again without asking the core; empty where the key suffices.
    """

    key: str
    score: float
    at: float
    target: dict[str, str] = field(default_factory=dict)

    def score_at(self, now: float) -> float:
        """Return its weight at a time."""
        return float(self.score * 0.5 ** (max(0.0, now - self.at) / HALF_LIFE_S))


class ChoiceStore:
    """Reads and writes the choices; every change reads the file again first, so that two windows lose nothing."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self.file = PersonFile(path, _VERSION)
        self._clock = clock

    def load(self) -> tuple[Choice, ...]:
        """Return the choices, those that count most first."""
        now = self._clock()
        none: tuple[Choice, ...] = ()
        return tuple(sorted(self.file.read(_decoded, none), key=lambda choice: -choice.score_at(now)))

    def note(self, key: str, target: dict[str, str]) -> None:
        """Remember that something was chosen."""
        choices, now = self.load(), self._clock()
        before = next((choice.score_at(now) for choice in choices if choice.key == key), 0.0)
        others = [choice for choice in choices if choice.key != key]
        chosen = (Choice(key, before + 1.0, now, target), *others)[:MOST_CHOSEN]
        self.file.write({"chosen": [asdict(choice) for choice in chosen]})


def _decoded(raw: dict[str, object]) -> tuple[Choice, ...]:
    listed = raw["chosen"]
    if not isinstance(listed, list):
        raise TypeError
    return tuple(
        Choice(
            str(choice["key"]),
            float(choice["score"]),
            float(choice["at"]),
            {str(name): str(value) for name, value in choice["target"].items()},
        )
        for choice in listed
    )
