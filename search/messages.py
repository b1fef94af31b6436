"""What Dowse says to a person: a code with values, and the texts of every code in each language.

Errors, notices and notes carry a `Message`. Its text is made where it is read: English on the command
line, in MCP answers and in logs, the chosen language in the window. The catalogues are resources/messages/*.json,
one for each language, and each is read when its first text is made.

A catalogue maps codes to texts with placeholders such as ``{name}`` and ``{count:,}``. Two suffixes have a
meaning: ``.remedy`` is what a person can do about the message with the code before it, and ``.one`` is the text
where the value ``n`` is 1.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Union

from resources.locate import resource

ENGLISH = "en"

REMEDY = ".remedy"
ONE = ".one"

_SEPARATORS = {"de": str.maketrans(",.", ".,")}
"""How a language writes the separators of groups and decimals that Python writes."""

Value = Union[str, int, float, "Message"]


@dataclass(frozen=True, slots=True, init=False)
class Message:
    """A code of the catalogues and the values for its text.

    Values that are no number and no message become text; an error becomes its message. An empty code says nothing.
    """

    code: str
    values: dict[str, Value]

    def __init__(self, code: str, /, **values: object) -> None:
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "values", {name: _plain(value) for name, value in values.items()})

    def __hash__(self) -> int:
        return hash((self.code, frozenset(self.values.items())))

    def __str__(self) -> str:
        return text(self)

    def remedy(self) -> "Message":
        """Return what to do about it; its text is empty where the catalogues name nothing."""
        return Message(self.code + REMEDY, **self.values) if self.code else self


NOTHING = Message("")
"""The message without text."""


def text(message: Message, language: str = ENGLISH) -> str:
    """Return the text of a message; a code without entry, as another version may send it, is its own text."""
    catalogue = _catalogue(language)
    code = message.code
    if message.values.get("n") == 1 and code + ONE in catalogue:
        code += ONE
    if code not in catalogue:
        return "" if code.endswith(REMEDY) else code
    return catalogue[code].format_map(_Shown(message.values, language))


def joined(messages: "list[Message] | tuple[Message, ...]", code: str) -> Message:
    """Return one message for several; ``code`` names the text that puts ``{first}`` and ``{rest}`` together."""
    first, *rest = messages
    return Message(code, first=first, rest=joined(rest, code)) if rest else first


def _plain(value: object) -> Value:
    if isinstance(value, Message):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    message = getattr(value, "message", None)
    return message if isinstance(message, Message) else str(value)


@cache
def _catalogue(language: str) -> Mapping[str, str]:
    import msgspec

    return msgspec.json.decode(resource("messages", f"{language}.json").read_bytes(), type=dict[str, str])


class _Shown(dict[str, "_Field"]):
    """The values of a message, ready for ``str.format_map``; a value that is missing stays a placeholder."""

    def __init__(self, values: Mapping[str, Value], language: str) -> None:
        super().__init__({name: _Field(value, language) for name, value in values.items()})

    def __missing__(self, name: str) -> "_Field":
        return _Field(f"{{{name}}}", ENGLISH)


class _Field:
    """A value where its text takes it: a message in the same language, a number with the language's separators."""

    def __init__(self, value: Value, language: str) -> None:
        self._value = value
        self._language = language

    def __format__(self, spec: str) -> str:
        if isinstance(self._value, Message):
            return text(self._value, self._language)
        if isinstance(self._value, str):
            return self._value
        return format(self._value, spec).translate(_SEPARATORS.get(self._language, {}))
