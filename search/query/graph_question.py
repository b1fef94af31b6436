"""Recognises questions for the dependency graph: "who calls renew_lease", "tests for Cart"."""

import re
import tomllib
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from resources.locate import resource
from search.query.parse import ParsedQuery

_NAME = r"[`'\"]?(?P<name>\[?[^\W\d][\w.:#/\\<>\[\]$-]*(?:\(\))?)[`'\"]?"
_END = " ?!."


class Relation(StrEnum):
    """The relation to a name that a question asks for."""

    TESTS = "tests"
    DEFINITION = "definition"
    CALLERS = "callers"
    READERS = "readers"
    WRITERS = "writers"
    DEPENDENCIES = "dependencies"
    USERS = "users"


@dataclass(frozen=True, slots=True)
class GraphQuestion:
    """A relation and the name it refers to, as typed."""

    relation: Relation
    name: str


@dataclass(frozen=True, slots=True)
class _Pattern:
    """One wording of a question.

    Attributes:
        needed: every such question contains a word of each of these sets.
        expression: regular expression of the whole question.
    """

    relation: Relation
    needed: tuple[frozenset[str], ...]
    expression: str


def graph_question(query: ParsedQuery) -> GraphQuestion | None:
    """Return the question about the graph that a query asks; None for every other query."""
    words = " ".join(query.words.split()).rstrip(_END)
    typed = frozenset(words.casefold().split())
    for pattern in _patterns():
        if any(typed.isdisjoint(choices) for choices in pattern.needed):
            continue
        match = _compiled(pattern.expression).fullmatch(words)
        if match is not None:
            return GraphQuestion(pattern.relation, match["name"].rstrip(_END))
    return None


@cache
def _patterns() -> tuple[_Pattern, ...]:
    """Return the patterns of ``resources/questions/graph.toml`` in their order."""
    data = tomllib.loads(resource("questions", "graph.toml").read_text("utf-8"))
    kinds = f"[{'|'.join(data['kinds'])}]"
    return tuple(
        _pattern(
            Relation(relation), f"{data['lead']} {pattern}".replace("{name}", f"[the] {kinds} {{name}} {kinds}")
        )
        for relation, patterns in data["patterns"].items()
        for pattern in patterns
    )


def _pattern(relation: Relation, text: str) -> _Pattern:
    words = text.split()
    needed = tuple(frozenset(word.split("|")) for word in words if word != "{name}" and not word.startswith("["))
    return _Pattern(relation, needed, "".join(map(_piece, words)))


@cache
def _compiled(expression: str) -> re.Pattern[str]:
    """Return the compiled pattern; compiling takes milliseconds, and most questions need none."""
    return re.compile(expression, re.IGNORECASE)


def _piece(word: str) -> str:
    """Return the regular expression of one word of a pattern with the space after it."""
    if word == "{name}":
        return rf"{_NAME}(?:\s|$)"
    choices = "|".join(map(re.escape, word.strip("[]").split("|")))
    return rf"(?:(?:{choices})(?:\s|$)){'?' if word.startswith('[') else ''}"
