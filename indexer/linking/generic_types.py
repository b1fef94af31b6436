"""Types with arguments as they are written in Java and Kotlin."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from indexer.facts.containers import LIST
from indexer.facts.parameters import split_arguments

_WILDCARD = re.compile(r"^\?\s*(?:extends|super)?\s*")


class Generic(NamedTuple):
    """A type: the identifier of a class of this root, or the last name of another type, and its arguments."""

    name: str = ""
    arguments: tuple["Generic", ...] = ()


UNKNOWN = Generic()
Bound = Mapping[str, Generic]
"""What the parameters of a generic type stand for."""


def read(text: str, bound: Bound, meaning: Callable[[str], str]) -> Generic:
    """Return the type that a text says; ``meaning`` tells the name of a type that is no parameter."""
    text = _WILDCARD.sub("", text.strip())
    if text.startswith(LIST):
        return Generic(LIST, (read(text[len(LIST) :], bound, meaning),))
    if text.endswith(LIST):
        return Generic(LIST, (read(text[: -len(LIST)], bound, meaning),))
    head, _, rest = text.partition("<")
    if head in bound:
        return bound[head]
    arguments = split_arguments(rest.removesuffix(">")) if rest else ()
    return Generic(meaning(head) if head else "", tuple(read(each, bound, meaning) for each in arguments))


def pairs(parameters: Sequence[str], arguments: Sequence[Generic]) -> Bound:
    """Return what the parameters of a generic function stand for in a call that writes all of them."""
    return dict(zip(parameters, arguments, strict=True)) if len(parameters) == len(arguments) else {}
