"""What the indexer tells whoever listens; plain values that travel to every client."""

from dataclasses import dataclass
from enum import StrEnum

from search.types.results import Ready
from search.types.status import Activity


@dataclass(frozen=True, slots=True)
class Progress:
    """The indexer moved on; sent at most four times a second and once at the end of each step."""

    activity: Activity
    ready: Ready


@dataclass(frozen=True, slots=True)
class FilesChanged:
    """These files were replaced, added or removed and are visible to the next query."""

    paths: tuple[str, ...]
    removed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FileFailed:
    """One file could not be indexed; the rest went on."""

    path: str
    error: str


class Pausing(StrEnum):
    """What pausing or continuing the indexer does to what a notice tells of."""

    NOTHING = "nothing"
    STOPS = "stops"
    BEGINS = "begins"
    """It goes on when the indexer does."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something a person should know once, such as falling back to polling.

    Attributes:
        meaning_off: semantic search does not work until the remedy is followed; words still answer.
        pausing: whether it can be stopped, or begun again.
        standing: `IndexStatus.notices` holds it too, with other figures by and by, for as long as it is so.
    """

    text: str
    remedy: str = ""
    meaning_off: bool = False
    pausing: Pausing = Pausing.NOTHING
    standing: bool = False


Event = Progress | FilesChanged | FileFailed | Notice

EVENTS: dict[str, type[Event]] = {event.__name__: event for event in (Progress, FilesChanged, FileFailed, Notice)}
"""Classes of the events that travel, by name."""
