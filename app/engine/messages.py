"""What clients and the engine say to each other, as far as a search needs it; the rest stands in `requests`.

A client sends one request after another, each with its own number; the engine sends `Answer` or `Failure` with
that number, in any order, and `Happened` for every event once `SubscribeCall` was sent. `Welcome` is the first
message of a connection and `Refused` its last. ``dowse search`` waits for the import of this module.
"""

import msgspec

from search.types.query import SearchQuery

PROTOCOL = 2
"""Raised when a message changes its meaning; client and engine must agree."""

MAX_MESSAGE_BYTES = 64 * 1024 * 1024
"""No honest message is larger: a thousand files with all their chunks are about 20 MB."""


class Request(msgspec.Struct, frozen=True, tag_field="do"):
    """A question with its number, unique within a connection."""

    id: int


class PingCall(Request, frozen=True, tag="ping"):
    """Answered at once, whatever else is under way."""


class SearchCall(Request, frozen=True, tag="search"):
    """`SearchCore.search`."""

    query: SearchQuery


class Welcome(msgspec.Struct, frozen=True, tag="welcome", tag_field="is"):
    """The engine's first message."""

    protocol: int
    program: str
    pid: int


class Answer(msgspec.Struct, frozen=True, tag="answer", tag_field="is"):
    """The result of the request with this number, still encoded."""

    id: int
    result: msgspec.Raw


class Failure(msgspec.Struct, frozen=True, tag="failure", tag_field="is"):
    """A `KnownError` that the request with this number raised."""

    id: int
    kind: str
    message: str
    remedy: str = ""
    candidates: tuple[str, ...] = ()


class Happened(msgspec.Struct, frozen=True, tag="happened", tag_field="is"):
    """An event; ``kind`` is its class name."""

    kind: str
    event: msgspec.Raw


class Refused(msgspec.Struct, frozen=True, tag="refused", tag_field="is"):
    """Why the engine closes this connection."""

    message: str
    remedy: str = ""


AnyReply = Welcome | Answer | Failure | Happened | Refused
