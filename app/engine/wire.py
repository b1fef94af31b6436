"""Messages as bytes: MessagePack, typed on both ends, never pickle."""

from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from app.engine.messages import (
    MAX_MESSAGE_BYTES,
    Answer,
    AnyReply,
    Failure,
    Happened,
    Refused,
    Request,
    Welcome,
)
from search import errors
from search.errors import AmbiguousNameError, BadInputError, EngineError, KnownError

if TYPE_CHECKING:
    from app.engine.requests import AnyRequest
    from search.events import Event

T = TypeVar("T")

_ENCODER = msgspec.msgpack.Encoder()
_RESULTS: dict[object, msgspec.msgpack.Decoder[Any]] = {}
"""Decoders by result type; building one takes a millisecond."""


def encoded(message: Request | AnyReply) -> bytes:
    """Return the bytes of a message.

    Raises:
        BadInputError: it holds text that is not valid Unicode, such as a path with broken bytes.
        EngineError: it is larger than `MAX_MESSAGE_BYTES`.
    """
    try:
        data = _ENCODER.encode(message)
    except UnicodeEncodeError as error:
        raise BadInputError(
            f"{error.object!r} holds characters that are no text", remedy="Rename it to valid UTF-8."
        ) from error
    if len(data) > MAX_MESSAGE_BYTES:
        raise EngineError(f"a message of {len(data)} bytes is over the limit", remedy="Ask for fewer results.")
    return data


def request_from(data: bytes) -> "AnyRequest":
    """Return the request that a client sent.

    Raises:
        EngineError: the bytes are no request.
    """
    return _decoded(data, _requests())


def reply_from(data: bytes) -> AnyReply:
    """Return what the engine sent.

    Raises:
        EngineError: the bytes are no reply.
    """
    return _decoded(data, _replies())


def result_from(raw: msgspec.Raw, kind: type[T]) -> T:
    """Return the result inside an `Answer`.

    Raises:
        EngineError: it is something else.
    """
    if kind not in _RESULTS:
        _RESULTS[kind] = msgspec.msgpack.Decoder(kind)
    decoder: msgspec.msgpack.Decoder[T] = _RESULTS[kind]
    return _decoded(raw, decoder)


def answer(number: int, result: object) -> bytes:
    """Return the bytes of an `Answer`."""
    return encoded(Answer(number, msgspec.Raw(_ENCODER.encode(result))))


def failure(number: int, error: KnownError) -> bytes:
    """Return the bytes of the `Failure` that carries an error."""
    candidates = error.candidates if isinstance(error, AmbiguousNameError) else ()
    return _ENCODER.encode(
        Failure(
            number, type(error).__name__, _text(str(error)), _text(error.remedy), tuple(map(_text, candidates))
        )
    )


def error_from(told: Failure) -> KnownError:
    """Return the error that a `Failure` carries, as an instance of the class that the engine raised."""
    kind = getattr(errors, told.kind, EngineError)
    if kind is AmbiguousNameError:
        return AmbiguousNameError(told.message, remedy=told.remedy, candidates=told.candidates)
    if not (isinstance(kind, type) and issubclass(kind, KnownError)):
        kind = EngineError
    return kind(told.message, remedy=told.remedy)


def happened(event: "Event") -> bytes:
    """Return the bytes of an event."""
    return encoded(Happened(type(event).__name__, msgspec.Raw(_ENCODER.encode(event))))


def event_from(told: Happened) -> "Event | None":
    """Return the event, or None for a kind that this version does not know."""
    from app.engine.requests import EVENT_TYPES

    kind: type[Event] | None = EVENT_TYPES.get(told.kind)
    return None if kind is None else result_from(told.event, kind)


def welcome(message: Welcome | Refused) -> bytes:
    """Return the bytes of a connection's first or last message."""
    return _ENCODER.encode(message)


def _text(value: str) -> str:
    return value.encode("utf-8", "backslashreplace").decode("utf-8")


def _decoded(data: bytes | msgspec.Raw, decoder: msgspec.msgpack.Decoder[T]) -> T:
    try:
        return decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, KnownError) as error:
        raise EngineError(
            f"a message cannot be read: {error}", remedy="Restart the engine: dowse engine stop."
        ) from error


@cache
def _requests() -> "msgspec.msgpack.Decoder[AnyRequest]":
    from app.engine.requests import AnyRequest

    return msgspec.msgpack.Decoder(AnyRequest)


@cache
def _replies() -> msgspec.msgpack.Decoder[AnyReply]:
    return msgspec.msgpack.Decoder(AnyReply)
