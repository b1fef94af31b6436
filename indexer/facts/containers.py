"""What collections hold, by their declared types: ``list[Order]``, ``dict[str, Order]``."""

import re

from indexer.facts.parameters import split_arguments
from indexer.facts.type_names import MAX_TYPE_CHARS, plain_type

LIST = "[]"
"""Before the name of a type: any number of such values."""

MAP = "{}"
"""Before the name of a type: such values behind keys."""

_LISTS = re.compile(
    r"(?:\w+\.)*(?:(?:Mutable)?Sequence|(?:Async)?Itera(?:tor|ble)|(?:Abstract|Mutable|[Ff]rozen)?[Ss]et|[Ll]ist"
    r"|[Dd]eque|Collection|[Tt]uple|(?:Async)?Generator|ValuesView)\[(.+)\]"
)
_MAPS = re.compile(r"(?:\w+\.)*(?:(?:[Oo]rdered|[Dd]efault)?[Dd]ict|(?:Mutable)?Mapping)\[(.+)\]")
_OPTIONAL = re.compile(r"(?:\w+\.)*Optional\[(.+)\]")

_NOTHING = re.compile(r"\s*\|\s*(?:undefined|null)\b|\b(?:undefined|null)\s*\|\s*")
_PROMISE = re.compile(r"Promise<(.+)>")
_ARRAY = re.compile(r"(?:readonly\s+)?([\w$.]+)\[\]|(?:Readonly)?(?:Array|Set)<(.+)>|(?:Iterable|Iterator)<(.+)>")
_KEYED = re.compile(r"(?:Readonly|Weak)?Map<(.+)>")


def collection(type_: str) -> str:
    """Return what a list or a map of TypeScript holds, behind `LIST` or `MAP`; else empty."""
    if len(type_) > MAX_TYPE_CHARS:
        return ""
    text = _NOTHING.sub("", type_.lstrip(": ")).strip()
    promised = _PROMISE.fullmatch(text)
    text = promised.group(1).strip() if promised else text
    array, keyed = _ARRAY.fullmatch(text), _KEYED.fullmatch(text)
    if array:
        element = plain_type(next(each for each in array.groups() if each))
        return f"{LIST}{element}" if element else ""
    arguments = split_arguments(keyed.group(1)) if keyed else []
    value = plain_type(arguments[1]) if len(arguments) == len(("key", "value")) else ""
    return f"{MAP}{value}" if value else ""


def element_of(type_: str) -> str:
    """Return the type of what a list, a set or an iterator holds; else empty."""
    text = _plain(type_)
    if text.startswith(LIST):
        return text.removeprefix(LIST)
    match = _LISTS.fullmatch(text)
    arguments = split_arguments(match.group(1)) if match else []
    is_mixed = len(arguments) > 1 and "uple[" in text and arguments[1:] != ["..."]
    return arguments[0] if arguments and not is_mixed else ""


def value_of(type_: str) -> str:
    """Return the type of the values of a map; else empty."""
    text = _plain(type_)
    if text.startswith(MAP):
        return text.removeprefix(MAP)
    match = _MAPS.fullmatch(text)
    arguments = split_arguments(match.group(1)) if match else []
    return arguments[1] if len(arguments) == len(("key", "value")) else ""


def _plain(type_: str) -> str:
    text = type_.strip("\"' ").replace("| None", "").replace("None |", "").strip()
    match = _OPTIONAL.fullmatch(text)
    return match.group(1) if match else text
