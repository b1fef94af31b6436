"""A commit that speaks for a file."""

from dataclasses import dataclass

import msgspec


@dataclass(frozen=True, slots=True)
class CommitRequest:
    """Ask for a commit.

    Attributes:
        file: identifier of a file of its repository.
        commit: its hash, or the beginning of it.
    """

    file: str
    commit: str


class CommitText(msgspec.Struct, frozen=True):
    """Message and changes of a commit.

    Attributes:
        date: when it was written, in ISO 8601.
        message: its message, subject included.
        paths: changed files below the indexed folder, relative to it, with ``/``.
        changes: the lines that it changed there, as git prints them.
        is_cut: there are more changes.
    """

    hash: str
    author: str
    date: str
    message: str
    paths: tuple[str, ...]
    changes: str
    is_cut: bool = False

    @property
    def subject(self) -> str:
        """The first line of the message."""
        return self.message.partition("\n")[0]
