"""The messages between client and engine, as far as ``dowse search`` needs them.

A client sends one `Request` after another, each with its own number. The engine sends `Answer` or `Failure` with
that number, in any order, and `Happened` for every event once the client asked for events. `Welcome` is the first
message of a connection and `Refused` its last. ``dowse search`` waits for the import of this module.
"""

import msgspec

from search.messages import Message

PROTOCOL = 3
"""Raised when a message changes its meaning; client and engine must agree."""

MAX_MESSAGE_BYTES = 64 * 1024 * 1024
"""No honest message is larger: a thousand files with all their chunks are about 20 MB."""

QUESTION_S = 180.0
"""Seconds until the engine gives up a question. On a cold index under load some take tens of seconds."""

ENDING = "engine.ending"
"""Code of the message of an engine that ends in order; the request may be sent to the next engine."""

ANSWER_S = QUESTION_S + 20.0
"""Seconds that a client waits for the answer to a question; the failure of the engine comes first."""


class Request(msgspec.Struct, frozen=True):
    """A call of an operation.

    Attributes:
        id: unique within a connection.
        operation: a name in the table of `app.engine.operations`.
        arguments: an array in the order of the method's parameters, still encoded.
    """

    id: int
    operation: str
    arguments: msgspec.Raw


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
    message: Message
    remedy: Message
    candidates: tuple[str, ...] = ()


class Happened(msgspec.Struct, frozen=True, tag="happened", tag_field="is"):
    """An event; ``kind`` is its class name."""

    kind: str
    event: msgspec.Raw


class Refused(msgspec.Struct, frozen=True, tag="refused", tag_field="is"):
    """Why the engine closes this connection."""

    message: Message


Reply = Welcome | Answer | Failure | Happened | Refused
