"""Who changed the lines of a file, and what changed since a commit."""

from dataclasses import dataclass

import msgspec


class BlamedLine(msgspec.Struct, frozen=True):
    """The origin of a line of a file.

    Attributes:
        line: from 1.
        commit: hash of the commit that wrote it; empty for a line that is not committed.
        time: of the author, in seconds since 1970.
        summary: first line of the commit's message; empty for a client that may not see everything, since messages
            speak of other files too.
    """

    line: int
    commit: str
    author: str = ""
    time: float = 0.0
    summary: str = ""


@dataclass(frozen=True, slots=True)
class ChangedLinesRequest:
    """Ask for the lines of a file that changed since a commit.

    Attributes:
        file: identifier of the file.
        revision: a branch, a tag or a hash, each with ``~N`` or ``^N``.
    """

    file: str
    revision: str
