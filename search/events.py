"""Events of the indexer: plain values that are sent to every client that subscribes."""

from dataclasses import dataclass
from enum import StrEnum

from search.messages import NOTHING, Message
from search.types.results import Ready
from search.types.status import Activity


@dataclass(frozen=True, slots=True)
class Progress:
    """The indexer made progress; sent at most four times a second and once at the end of each step."""

    activity: Activity
    ready: Ready


@dataclass(frozen=True, slots=True)
class FilesChanged:
    """These files of one root were replaced, added or removed and are visible to the next query.

    Attributes:
        paths: relative to the root, as are those of ``removed``.
        root: its `Root.name`; empty where that is not known, as from an engine of an older version.
    """

    paths: tuple[str, ...]
    removed: tuple[str, ...] = ()
    root: str = ""


@dataclass(frozen=True, slots=True)
class FileFailed:
    """One file could not be indexed; the other files are.

    Attributes:
        path: relative to the root.
        root: its `Root.name`; empty where that is not known, as from an engine of an older version.
    """

    path: str
    error: str
    root: str = ""


class Pausing(StrEnum):
    """How pausing or resuming the indexer affects the subject of a notice."""

    NOTHING = "nothing"
    STOPS = "stops"
    """Pausing the indexer stops it."""
    BEGINS = "begins"
    """Resuming the indexer starts it again."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something a person should know once, such as falling back to polling.

    Attributes:
        remedy: what a person can do about it; by default the catalogue's remedy for the message.
        meaning_off: semantic search does not work until the remedy is followed; words still answer.
        pausing: whether pausing or resuming the indexer affects it.
        standing: `IndexStatus.notices` has it too while it is true, with figures that may change.
    """

    message: Message
    remedy: Message = NOTHING
    meaning_off: bool = False
    pausing: Pausing = Pausing.NOTHING
    standing: bool = False

    def __post_init__(self) -> None:
        """Take the catalogue's remedy where none is given."""
        if not self.remedy.code:
            object.__setattr__(self, "remedy", self.message.remedy())


Event = Progress | FilesChanged | FileFailed | Notice

EVENTS: dict[str, type[Event]] = {event.__name__: event for event in (Progress, FilesChanged, FileFailed, Notice)}
"""Classes of the events that travel, by name."""
