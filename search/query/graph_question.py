"""Questions that the dependency graph answers: "who calls renew_lease", "tests for Cart", "what reads Orders"."""

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
    """What is asked about a name."""

    TESTS = "tests"
    DEFINITION = "definition"
    CALLERS = "callers"
    READERS = "readers"
    WRITERS = "writers"
    DEPENDENCIES = "dependencies"
    USERS = "users"


@dataclass(frozen=True, slots=True)
class GraphQuestion:
    """A relation and the name it is asked of, as typed."""

    relation: Relation
    name: str


def graph_question(query: ParsedQuery) -> GraphQuestion | None:
    """Return what the words of a query ask of the graph; None for every other query."""
    words = " ".join(query.words.split()).rstrip(_END)
    for relation, pattern in _patterns():
        match = pattern.fullmatch(words)
        if match is not None:
            return GraphQuestion(relation, match["name"].rstrip(_END))
    return None


@cache
def _patterns() -> tuple[tuple[Relation, re.Pattern[str]], ...]:
    """Return the patterns of ``resources/questions/graph.toml`` in their order."""
    data = tomllib.loads(resource("questions", "graph.toml").read_text("utf-8"))
    kinds = f"[{'|'.join(data['kinds'])}]"
    return tuple(
        (Relation(relation), _compiled(f"{data['lead']} {pattern}", kinds))
        for relation, patterns in data["patterns"].items()
        for pattern in patterns
    )


def _compiled(pattern: str, kinds: str) -> re.Pattern[str]:
    words = pattern.replace("{name}", f"[the] {kinds} {{name}} {kinds}").split()
    return re.compile("".join(map(_piece, words)), re.IGNORECASE)


def _piece(word: str) -> str:
    """Return the expression of one word of a pattern with the blank after it."""
    if word == "{name}":
        return rf"{_NAME}(?:\s|$)"
    choices = "|".join(map(re.escape, word.strip("[]").split("|")))
    return rf"(?:(?:{choices})(?:\s|$)){'?' if word.startswith('[') else ''}"
