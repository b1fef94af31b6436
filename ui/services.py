"""The services of the window besides the core: folders of the person, and the program around the engine."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from search.config.settings import Settings  # pydantic: not before a settings page is opened


@dataclass(frozen=True, slots=True)
class ModelCard:
    """A model that can turn texts into vectors.

    Attributes:
        key: what the setting holds: the name of the packaged model, or a folder.
        installed: its files are here.
    """

    key: str
    name: str
    size_bytes: int
    dimension: int
    language: str
    licence: str
    installed: bool


class MenuEntryState(StrEnum):
    """Whether Dowse is in the menu of applications of Linux, and whether this user can choose that."""

    ABSENT = "absent"
    PRESENT = "present"
    OF_ALL_USERS = "of-all-users"
    FOREIGN = "foreign"
    """Another program has an entry by this name."""


class Program(Protocol):
    """The program that the window belongs to; every call may take its time and runs beside the window."""

    def settings(self) -> "Settings":
        """Return the settings that hold.

        Raises:
            BadInputError: the settings file holds mistakes.
        """
        ...

    def change(self, settings: "Settings", /) -> None:
        """Write the settings file and have the engine follow it, which starts anew for most of them.

        Raises:
            KnownError: the file cannot be written, or the engine does not start.
        """
        ...

    def hidden_by(self, patterns: Sequence[str], /) -> int:
        """Return how many files of the index these ignore patterns leave out."""
        ...

    def models(self) -> tuple[ModelCard, ...]:
        """Return the models to choose from; the one that is set is among them."""
        ...

    def graphics(self) -> tuple[str, ...]:
        """Return the GPUs of this computer with their memory, for a person."""
        ...

    def menu_entry(self) -> MenuEntryState:
        """Return whether Dowse is in the menu of applications; on Linux only."""
        ...

    def set_menu_entry(self, *, on: bool) -> None:
        """Make the entry in the menu of applications, which opens this index, or remove it.

        Raises:
            KnownError: a folder cannot be written.
        """
        ...

    def rebuild(self) -> None:
        """Throw the index away and make it anew from its folders; returns when the engine is at work.

        Raises:
            KnownError: the old index cannot be removed.
        """
        ...


@dataclass(frozen=True, slots=True)
class Services:
    """What every window of this program shares.

    Attributes:
        state_folder: how the window was left.
        person_folder: what the person wrote about this index: searches, favourites, notes, walks.
        count_tokens: counts as the packaged model does.
        program: None where the core is all there is; pages that need more are left out then.
    """

    state_folder: Path
    person_folder: Path
    count_tokens: Callable[[str], int]
    program: Program | None = None
