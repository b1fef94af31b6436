"""Messages as bytes: MessagePack, typed on both ends, never pickle."""

from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from app.engine.messages import MAX_MESSAGE_BYTES, Answer, Failure, Happened, Refused, Reply, Request, Welcome
from search import errors
from search.errors import AmbiguousNameError, BadInputError, EngineError, KnownError
from search.messages import Message, Value

if TYPE_CHECKING:
    from search.events import Event

T = TypeVar("T")

_ENCODER = msgspec.msgpack.Encoder()
_REQUESTS = msgspec.msgpack.Decoder(Request)
_DECODERS: dict[object, msgspec.msgpack.Decoder[Any]] = {}
"""Decoders by type; building one takes a millisecond."""


def request(number: int, operation: str, arguments: tuple[object, ...]) -> bytes:
    """Return the bytes of a `Request`.

    Raises:
        BadInputError: an argument holds text that is not valid Unicode, such as a path with broken bytes.
        EngineError: the message is larger than `MAX_MESSAGE_BYTES`.
    """
    return _limited(Request(number, operation, _raw(arguments)))


def request_from(data: bytes) -> Request:
    """Return the request that a client sent.

    Raises:
        EngineError: the bytes are no request.
    """
    return _decoded(data, _REQUESTS)


def reply_from(data: bytes) -> Reply:
    """Return the reply of the engine.

    Raises:
        EngineError: the bytes are no reply.
    """
    return _decoded(data, _replies())


def value_from(raw: msgspec.Raw, kind: type[T]) -> T:
    """Return the result, the arguments or the event inside a message.

    Raises:
        EngineError: it is something else.
    """
    if kind not in _DECODERS:
        _DECODERS[kind] = msgspec.msgpack.Decoder(kind)
    decoder: msgspec.msgpack.Decoder[T] = _DECODERS[kind]
    return _decoded(raw, decoder)


def answer(number: int, result: object) -> bytes:
    """Return the bytes of an `Answer`.

    Raises:
        BadInputError: the result holds text that is not valid Unicode.
        EngineError: the message is larger than `MAX_MESSAGE_BYTES`.
    """
    return _limited(Answer(number, _raw(result)))


def failure(number: int, error: KnownError) -> bytes:
    """Return the bytes of the `Failure` that carries an error."""
    candidates = error.candidates if isinstance(error, AmbiguousNameError) else ()
    message, remedy = _valid(error.message), _valid(error.remedy)
    return _ENCODER.encode(
        Failure(number, type(error).__name__, message, remedy, tuple(map(_valid_text, candidates)))
    )


def error_from(message: Failure) -> KnownError:
    """Return the error that a `Failure` carries, as an instance of the class that the engine raised."""
    kind = getattr(errors, message.kind, EngineError)
    if kind is AmbiguousNameError:
        return AmbiguousNameError(message.message, remedy=message.remedy, candidates=message.candidates)
    if not (isinstance(kind, type) and issubclass(kind, KnownError)):
        kind = EngineError
    return kind(message.message, remedy=message.remedy)


def happened(event: "Event") -> bytes:
    """Return the bytes of an event."""
    return _limited(Happened(type(event).__name__, _raw(event)))


def event_from(message: Happened) -> "Event | None":
    """Return the event, or None for a kind that this version does not know."""
    from search.events import EVENTS

    kind: type[Event] | None = EVENTS.get(message.kind)
    return None if kind is None else value_from(message.event, kind)


def welcome(message: Welcome | Refused) -> bytes:
    """Return the bytes of a connection's first or last message."""
    return _ENCODER.encode(message)


def _raw(value: object) -> msgspec.Raw:
    try:
        return msgspec.Raw(_ENCODER.encode(value))
    except UnicodeEncodeError as error:
        raise BadInputError("engine.bad_text", value=repr(error.object)) from error


def _limited(message: Request | Reply) -> bytes:
    data = _ENCODER.encode(message)
    if len(data) > MAX_MESSAGE_BYTES:
        raise EngineError("engine.message_too_large", count=len(data))
    return data


def _valid(message: Message) -> Message:
    """Return the message with values that can be encoded: a path may hold broken bytes."""
    return Message(message.code, **{name: _valid_value(value) for name, value in message.values.items()})


def _valid_value(value: Value) -> Value:
    if isinstance(value, Message):
        return _valid(value)
    return _valid_text(value) if isinstance(value, str) else value


def _valid_text(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _decoded(data: bytes | msgspec.Raw, decoder: msgspec.msgpack.Decoder[T]) -> T:
    try:
        return decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, KnownError) as error:
        raise EngineError("engine.message_unreadable", reason=error) from error


@cache
def _replies() -> msgspec.msgpack.Decoder[Reply]:
    return msgspec.msgpack.Decoder(Reply)
