"""PostgreSQL: in which schemas a script's statements look for names that are written without one."""

from collections.abc import Sequence

from indexer.facts.model import EnteredSchemas
from indexer.languages.sql.lexer import Token

SYSTEM = frozenset(("pg_catalog", "information_schema", "pg_temp", "$user"))
"""Schemas in a search path in which no script makes its objects; ``$user`` is seldom there."""

_PATH = "SEARCH_PATH"
_SCOPES = frozenset(("SESSION", "LOCAL"))
_NAMES = frozenset(("word", "quoted", "string"))


class SearchPath:
    """Follows ``SET search_path``, ``set_config`` and ``CREATE SCHEMA a CREATE TABLE b`` through a script.

    Attributes:
        entered: from which line on which schemas are searched, for `FileFacts.schemas`.
    """

    def __init__(self) -> None:
        self.entered: list[EnteredSchemas] = []
        self._set: tuple[str, ...] = ()
        self._is_inside = False

    @property
    def own(self) -> str:
        """The schema in which a name without one is made; empty for the default one."""
        return self.entered[-1].names[0] if self.entered and self.entered[-1].names else ""

    def take(self, statement: Sequence[Token], line: int, *, is_apart: bool) -> None:
        """Record what a statement enters.

        Args:
            statement: its tokens.
            line: that it begins on.
            is_apart: a delimiter stands between it and the one before.
        """
        if self._is_inside and is_apart:
            self._is_inside = False
            self._enter(self._set, line)
        created = _created_schema(statement)
        if created:
            self._is_inside = True
            self._enter((created,), line)
            return
        schemas = _searched(statement)
        if schemas is not None:
            self._set = schemas
            self._enter(schemas, line)

    def _enter(self, names: tuple[str, ...], line: int) -> None:
        self.entered.append(EnteredSchemas(names, line))


def _created_schema(statement: Sequence[Token]) -> str:
    """Return the schema that a statement creates; the objects in it may follow without a delimiter."""
    words = [token.value.upper() if token.kind == "word" else "" for token in statement[:6]]
    if words[:2] != ["CREATE", "SCHEMA"]:
        return ""
    at = len(("CREATE", "SCHEMA", "IF", "NOT", "EXISTS")) if words[2:3] == ["IF"] else 2
    if words[at : at + 1] == ["AUTHORIZATION"]:
        at += 1
    return statement[at].value.lower() if at < len(statement) and statement[at].kind in _NAMES else ""


def _searched(statement: Sequence[Token]) -> tuple[str, ...] | None:
    """Return the schemas that a statement sets, none for the default ones; None when it sets nothing."""
    words = [token.value.upper() if token.kind == "word" else "" for token in statement[:3]]
    if words[:1] == ["RESET"] and _PATH in words:
        return ()
    if words[:1] == ["SET"] and _PATH in words and (words[1] == _PATH or words[1] in _SCOPES):
        return _listed(statement[words.index(_PATH) + 1 :])
    if words[:1] == ["SELECT"]:
        called = [token.value.lower() for token in statement[:6]]
        if "set_config" in called and "'search_path'" in called:
            return _listed(statement[called.index("'search_path'") + 1 :][:2])
    return None


def _listed(tokens: Sequence[Token]) -> tuple[str, ...]:
    named = [token.value.strip("'").lower() for token in tokens if token.kind in _NAMES]
    names = [part.strip(' "') for name in named for part in name.split(",")]
    return tuple(name for name in names if name and name not in SYSTEM and name not in {"to", "default"})
