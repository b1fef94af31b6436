"""Reads the arguments of a call as language models write them, where their meaning is plain.

Models know the tools of other programs better than these: they send ``path`` to a tool that calls it ``file``,
``null`` for what they leave out, and ``"12-40"`` for lines. Refusing that costs the agent a call. What is not
plain stays as it is, and the tool refuses it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

_NAME = (
    "name",
    "symbol",
    "symbolname",
    "node",
    "nodeid",
    "id",
    "identifier",
    "function",
    "definition",
    "entity",
    "file",
    "path",
    "filepath",
)
_FILE = (
    "path",
    "paths",
    "files",
    "filepath",
    "filename",
    "fileid",
    "id",
    "uri",
    "targetfile",
    "targetpath",
    "absolutepath",
    "relativepath",
    "relativefilepath",
)
_COUNT = ("limit", "count", "topk", "k", "n", "numresults", "headlimit", "maxresults", "maxcount")
OTHER_NAMES: Mapping[str, Sequence[str]] = {
    "file": _FILE,
    "start_line": ("start", "from", "fromline", "firstline", "linestart", "startlineno", "offset", "line"),
    "end_line": ("end", "to", "toline", "lastline", "lineend", "endlineno"),
    "query": ("q", "question", "text", "search", "searchquery", "searchterm", "keywords", "prompt"),
    "pattern": ("query", "text", "search", "searchterm", "q", "string", "needle"),
    "report": ("query", "issue", "text", "change", "task", "bug", "message", "question"),
    "path": ("paths", "file", "files", "filepath", "folder", "folders", "directory", "dir", "glob", "include"),
    "language": ("lang", "languages"),
    "repository": ("repo", "repos", "repositories", "reponame", "repositoryname", "project"),
    "target": ("targets", *_NAME),
    "targets": ("target", *_NAME, "names", "symbols", "nodes", "ids", "files", "paths"),
    "source": ("from", "start", "src"),
    "table": ("name", "tablename", "tables", "id"),
    "since": ("revision", "ref", "commit", "base"),
    "budget": ("maxtokens", "tokenbudget", "budgettokens", "tokens"),
    "max_results": (*_COUNT, "top", "maxfiles"),
    "max_lines": (*_COUNT, "top", "maxmatches"),
    "max_files": (*_COUNT, "top"),
    "max_nodes": (*_COUNT, "top"),
    "top": (*_COUNT, "maxnodes"),
    "depth": ("maxdepth", "levels"),
    "match_case": ("casesensitive",),
    "documents": ("includedocuments", "includedocs", "docs"),
    "tests": ("includetests",),
    "search_mode": ("mode", "searchtype"),
    "file_types": ("extensions", "filetype", "ext"),
    "wait_seconds": ("wait", "timeout", "timeoutseconds"),
}
"""What other tools call an argument, in small letters alone; a tool's own names come before these."""
_PATH_TARGETS = {"target": ("to", "end", "dest", "destination")}
"""Further names where a tool has a ``source``."""

_LINES = frozenset(("lines", "linerange", "range", "viewrange"))
_LENGTH = frozenset(("limit", "length", "count", "numlines", "linecount", "maxlines"))
_OPPOSITES = {
    "match_case": ("ignorecase", "caseinsensitive", "i"),
    "regex": ("literal", "isliteral", "fixedstring", "fixedstrings"),
}
"""Flags of other tools that say the contrary of an argument."""

_WORDS_ABOUT_A_CALL = frozenset(
    (
        "explanation",
        "reason",
        "reasoning",
        "thought",
        "thoughts",
        "rationale",
        "purpose",
        "toolsummary",
        "randomstring",
    )
)
"""What some programs have a model write with each call, or where a tool has no arguments; it changes no answer."""

_VALUES = {
    "usedby": ("callers", "calledby", "caller", "dependents", "incoming", "in", "users", "uses", "usages"),
    "dependson": ("callees", "calls", "callee", "dependencies", "outgoing", "out"),
    "testedby": ("tests",),
    "both": ("all", "any"),
    "keyword": ("text", "lexical", "bm25", "word", "words", "fulltext"),
    "semantic": ("vector", "embedding", "embeddings", "meaning"),
}
"""Other words for a choice, both in small letters alone."""
_ABSENT = frozenset(("", "null", "none", "undefined"))
_AT_MOST = re.compile(r"max_\w+|top|ways|budget")
"""Arguments that limit an answer: a larger number than the largest asks for as much as there is."""
_RANGE = re.compile(r"\s*L?(\d{1,9})\s*(?:(?:-|:|,|\.\.|to)\s*L?(\d{1,9})\s*)?", re.IGNORECASE)


def plain_arguments(schema: Mapping[str, Any], arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of a call by the names that the schema of a tool has; unknown ones stay."""
    properties: Mapping[str, Any] = schema.get("properties", {})
    named = _with_lines(properties, _named(properties, arguments))
    required = schema.get("required", ())
    values: dict[str, Any] = {}
    for name, value in named.items():
        part = properties.get(name)
        if part is None:
            if not _is_absent(value, ()):
                values[name] = value
            continue
        form = _Form(name, part, schema.get("$defs", {}))
        plain = form.plain(value)
        if name in required or not (_is_absent(plain, form.choices) or form.is_open_end(plain)):
            values[name] = plain
    return values


def _named(properties: Mapping[str, Any], arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments by the tool's own names for them, as far as these are not used already."""
    named = {name: value for name, value in arguments.items() if name in properties}
    for name, value in arguments.items():
        if name in properties or _letters(name) in _WORDS_ABOUT_A_CALL:
            continue
        free = [each for each in properties if each not in named]
        opposite = next((each for each in free if _letters(name) in _OPPOSITES.get(each, ())), None)
        if opposite is not None and isinstance(value, bool):
            named[opposite] = not value
            continue
        own = _own_name(name, free, properties)
        if own is None or (isinstance(value, bool) and properties[own].get("type") != "boolean"):
            named[name] = value  # ``count: true`` does not ask for a single line
        else:
            named[own] = value
    return named


def _own_name(name: str, free: Sequence[str], properties: Mapping[str, Any]) -> str | None:
    letters = _letters(name)
    if "start_line" in properties and letters in _LINES | _LENGTH:
        return None  # several lines in one value, or their number
    further = _PATH_TARGETS if "source" in properties else {}
    for each in free:
        if letters == _letters(each):
            return each
    return next(
        (each for each in free if letters in OTHER_NAMES.get(each, ()) or letters in further.get(each, ())), None
    )


def _with_lines(properties: Mapping[str, Any], named: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments with ``lines`` and ``limit`` as first and last line, where a tool has these."""
    if "start_line" not in properties:
        return named
    rest = dict(named)
    for name, value in named.items():
        is_free = name not in properties and _is_absent(rest.get("end_line"), ())
        if is_free and _letters(name) in _LINES and _is_absent(rest.get("start_line"), ()):
            first, last = _first_and_last(value)
            if first is not None:
                del rest[name]
                rest |= {"start_line": first, "end_line": last}
        elif is_free and _letters(name) in _LENGTH:
            first, length = _number(rest.get("start_line", 1)), _number(value)
            if first is not None and length is not None and length > 0:
                del rest[name]
                rest["end_line"] = max(1, first) + length - 1
    return rest


def _first_and_last(value: Any) -> tuple[int | None, int | None]:
    """Return the lines that ``"12-40"``, ``[12, 40]`` or ``12`` name; None where it names none."""
    if isinstance(value, list) and all(isinstance(item, int | str) for item in value):
        value = ",".join(map(str, value))
    match = _RANGE.fullmatch(str(value).strip("[]() ")) if isinstance(value, int | str) else None
    if match is None:
        return None, None
    return int(match[1]), int(match[2] or match[1])


class _Form:
    """What the schema of one argument allows.

    Attributes:
        choices: the words that it may be; empty where it is free.
    """

    def __init__(self, name: str, part: Mapping[str, Any], definitions: Mapping[str, Any]) -> None:
        self._name = name
        self._parts = list(_alternatives(part, definitions))
        self._types = {str(each.get("type")) for each in self._parts}
        items = [each["items"] for each in self._parts if "items" in each]
        elements = [each for item in items for each in _alternatives(item, definitions)]
        self.choices = tuple(word for each in (*self._parts, *elements) for word in each.get("enum", ()))

    def plain(self, value: Any) -> Any:
        """Return the value in the form that the schema has."""
        if isinstance(value, list) and len(value) == 1 and "array" not in self._types:
            value = value[0]
        if isinstance(value, list):
            return [self._choice(item) for item in value]
        if isinstance(value, str) and self.choices and "array" in self._types and not value.startswith("["):
            return [self._choice(item.strip()) for item in value.split(",") if item.strip()]
        if self._types & {"integer", "number"}:
            return self._within(value)
        return self._choice(value)

    def is_open_end(self, value: Any) -> bool:
        """Return whether a number of a line means the beginning or the end of the file, as if it were left out."""
        ends = {"start_line": (0,), "end_line": (0, -1)}
        return _number(value) in ends.get(self._name, ())

    def _within(self, value: Any) -> Any:
        number = _number(value)
        largest = next((each["maximum"] for each in self._parts if "maximum" in each), None)
        if number is None or largest is None or number <= largest or not _AT_MOST.fullmatch(self._name):
            return value
        return largest

    def _choice(self, value: Any) -> Any:
        """Return the choice that is written in other letters, or that another word stands for."""
        if not isinstance(value, str) or not self.choices or value in self.choices:
            return value
        letters = _letters(value)
        for choice in self.choices:
            if letters in (_letters(choice), *_VALUES.get(_letters(choice), ())):
                return choice
        return value


def _alternatives(part: Mapping[str, Any], definitions: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the parts of a schema of which a value has to fit one, with references resolved."""
    if "$ref" in part:
        yield from _alternatives(definitions[part["$ref"].rpartition("/")[2]], definitions)
    elif "anyOf" in part:
        for each in part["anyOf"]:
            yield from _alternatives(each, definitions)
    else:
        yield part


def _is_absent(value: Any, choices: Sequence[str]) -> bool:
    """Return whether a value says that there is none, unless it is one of the choices."""
    if isinstance(value, str):
        return value not in choices and value.strip().casefold() in _ABSENT
    return value is None or value == []


def _number(value: Any) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        return int(value)
    except (ValueError, OverflowError):
        return None


def _letters(name: str) -> str:
    return re.sub(r"[^a-z]", "", name.casefold())
