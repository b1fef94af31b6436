"""Finds the objects that a SQL statement reads, writes and calls, without a grammar."""

from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec

from indexer.languages.sql.lexer import Token
from indexer.languages.sql.statements import header
from indexer.languages.sql.words import AFTER_SOURCE, BUILT_IN_FUNCTIONS, FROM_INSIDE, NOT_A_NAME

MAX_GROUP_TOKENS = 20_000
"""How far a closing parenthesis is looked for: a file of open ones must not take the square of its length."""


class NameUse(msgspec.Struct, frozen=True, gc=False):
    """A use inside one statement; ``name`` holds the parts, ``at`` the token's index."""

    name: tuple[str, ...]
    role: str
    at: int


@dataclass(slots=True)
class Frame:
    """State between one pair of parentheses."""

    in_from: bool = False
    expects: bool = False
    holds_operator: bool = False
    """Arguments of SUBSTRING, EXTRACT ...: a FROM in there is no clause."""


@dataclass(slots=True)
class StatementScanner:
    """Walks the tokens of one statement once.

    ``FROM`` opens a list of sources that commas and joins continue; each pair of parentheses has a state of its
    own, so that a subquery, a parenthesised join and an argument list do not disturb what is around them.
    """

    tokens: list[Token]
    start: int = 0
    uses: list[NameUse] = field(default_factory=list)
    aliases: dict[str, list[tuple[int, tuple[str, ...]]]] = field(default_factory=dict)
    hidden: set[str] = field(default_factory=set)
    """Names of common table expressions and temporary tables."""
    functions: dict[tuple[str, ...], int] = field(default_factory=dict)
    _frames: list[Frame] = field(default_factory=lambda: [Frame()])

    def scan(self) -> list[NameUse]:
        """Return the uses, aliases resolved, names that exist only here left out."""
        at = self.start
        size = len(self.tokens)
        while at < size:
            token = self.tokens[at]
            kind, value = token.kind, token.value
            if kind == "punct":
                at = self._punctuation(at, value)
            elif self._frames[-1].expects and kind in {"word", "quoted", "variable", "temp"}:
                at = self._source(at)
            elif kind == "word":
                at = self._word(at, value.upper())
            elif kind == "quoted":
                at = self._other_name(at)
            else:
                at += 1
        return [self._resolved(use) for use in self.uses if self._is_known_outside(use)] + self._function_uses()

    def _punctuation(self, at: int, value: str) -> int:
        frame = self._frames[-1]
        if value == "(":
            self._open(at, frame)
        elif value == ")":
            if len(self._frames) > 1:
                self._frames.pop()
            self._frames[-1].expects = False
        elif value == "," and frame.in_from:
            frame.expects = True
        elif value == ";":
            frame.in_from = frame.expects = False
        return at + 1

    def _open(self, at: int, frame: Frame) -> None:
        if frame.expects and self._upper(at + 1) not in {"SELECT", "WITH", "VALUES", "TABLE"}:
            self._frames.append(Frame(in_from=True, expects=True))
        else:
            before = self._upper(at - 1)
            self._frames.append(Frame(holds_operator=before in FROM_INSIDE))
        frame.expects = False

    def _upper(self, at: int) -> str:
        if 0 <= at < len(self.tokens) and self.tokens[at].kind != "quoted":
            return self.tokens[at].value.upper()
        return ""

    def _word(self, at: int, word: str) -> int:
        handler = HANDLERS.get(word)
        if handler is not None and self._upper(at - 1) != ".":
            return handler(self, at)
        if word in AFTER_SOURCE:
            if word not in {"ON", "AND", "OR", "NOT", "IN", "AS", "USING"}:
                self._frames[-1].in_from = False
            return at + 1
        return self._other_name(at)

    def _other_name(self, at: int) -> int:
        """A name in an expression: of interest when it is a function or introduces a table expression."""
        name, after = self.name(at)
        if not name:
            return at + 1
        following = self._upper(after)
        if following == "(":
            if len(name) > 1 or name[0].upper() not in BUILT_IN_FUNCTIONS:
                self.functions.setdefault(name, at)
            self._table_expression(name, after)
        elif following == "AS" and self._upper(after + 1) in {"(", "MATERIALIZED", "NOT"}:
            self._table_expression(name, after)
        elif following == "READONLY":
            self.uses.append(NameUse(name, "references", at))
        return after

    def _table_expression(self, name: tuple[str, ...], after: int) -> None:
        """Hide ``name`` when this is ``WITH name AS (`` or ``WITH name (columns) AS (``."""
        if len(name) != 1:
            return
        if self._upper(after) == "(":
            after = self._behind_columns(after)
            if self._upper(after) != "AS" or self._upper(after + 1) != "(":
                return
        self.hidden.add(name[0].lower())

    def _closing(self, at: int) -> int:
        depth = 0
        for index in range(at, min(at + MAX_GROUP_TOKENS, len(self.tokens))):
            value = self.tokens[index].value if self.tokens[index].kind == "punct" else ""
            depth += {"(": 1, ")": -1}.get(value, 0)
            if depth == 0:
                return index
        return len(self.tokens)

    def _behind_columns(self, at: int) -> int:
        """Return the index behind a list of names in parentheses, or of the first parenthesis in it."""
        last = min(at + MAX_GROUP_TOKENS, len(self.tokens))
        for index in range(at + 1, last):
            token = self.tokens[index]
            if token.kind == "punct" and token.value in "()":
                return index + (token.value == ")")
        return last

    def name(self, at: int) -> tuple[tuple[str, ...], int]:
        """Return the parts of the qualified name at ``at`` and the index after it; no parts when there is none."""
        parts: list[str] = []
        size = len(self.tokens)
        while at < size:
            token = self.tokens[at]
            kind, value = token.kind, token.value
            if kind not in {"word", "quoted", "temp", "variable"} or (
                kind == "word" and not parts and value.upper() in NOT_A_NAME
            ):
                break
            parts.append(value)
            at += 1
            dots = 0
            while at < size and self.tokens[at].value == "." and self.tokens[at].kind == "punct":
                at, dots = at + 1, dots + 1
            if not dots:
                break
        return tuple(parts), at

    def _source(self, at: int) -> int:
        """A table, view or function where one is expected, with its alias."""
        frame = self._frames[-1]
        word = self._upper(at)
        if word in {"LATERAL", "ONLY"}:
            return at + 1
        frame.expects = False
        name, after = self.name(at)
        if not name:
            return self._word(at, word)
        if self._upper(after) == "(":
            self.functions.setdefault(name, at)
            return after
        self.uses.append(NameUse(name, "reads", at))
        return self._alias(name, after)

    def _alias(self, name: tuple[str, ...], after: int) -> int:
        at = after + 1 if self._upper(after) == "AS" else after
        if (
            at < len(self.tokens)
            and self.tokens[at].kind in {"word", "quoted"}
            and self._upper(at) not in AFTER_SOURCE
        ):
            self.aliases.setdefault(self.tokens[at].value.lower(), []).append((at, name))
            return at + 1
        return after

    def on_from(self, at: int) -> int:
        """``FROM`` after DELETE names the written table, elsewhere it begins a list of sources."""
        frame = self._frames[-1]
        if frame.holds_operator:
            frame.holds_operator = False
            return at + 1
        if self._upper(at - 1) == "DISTINCT" and self._upper(at - 2) in {"IS", "NOT"}:
            return at + 1
        frame.in_from = frame.expects = True
        return at + 1

    def on_join(self, at: int) -> int:
        """``JOIN`` and ``APPLY`` are followed by a source."""
        self._frames[-1].in_from = self._frames[-1].expects = True
        return at + 1

    def on_table(self, at: int) -> int:
        """``TABLE orders`` is short for ``SELECT * FROM orders`` where a query may stand."""
        if self._upper(at - 1) in {"AS", "UNION", "ALL", "EXCEPT", "INTERSECT"} and self._upper(at + 1) != "(":
            self._frames[-1].expects = True
        return at + 1

    def on_using(self, at: int) -> int:
        """``USING`` of MERGE and DELETE names a source; of a join it lists columns."""
        frame = self._frames[-1]
        if self._upper(at + 1) != "(" or self._upper(at + 2) in {"SELECT", "WITH", "VALUES"}:
            frame.in_from = frame.expects = True
        return at + 1

    def _write(self, at: int) -> int:
        name, after = self.name(at)
        if name:
            self.uses.append(NameUse(name, "writes", at))
            return self._alias(name, after)
        return at

    def on_into(self, at: int) -> int:
        """``INTO`` names the written table."""
        self._frames[-1].in_from = False
        return self._write(at + 1)

    def is_event(self, at: int) -> bool:
        """Whether INSERT, UPDATE or DELETE here is a word of a constraint, a trigger or a lock."""
        before = self._upper(at - 1)
        if before == "ON":
            # SET NOCOUNT ON may stand before a statement; ON DELETE SET NULL before ON UPDATE may not.
            return self._upper(at - 3) != "SET" or self._upper(at - 2) in {"NULL", "DEFAULT"}
        return before in {"FOR", "BEFORE", "AFTER", "INSTEAD", "DO", "NO"} or (
            before == "OF" and self._upper(at - 2) == "INSTEAD"
        )

    def on_change(self, at: int) -> int:
        """``INSERT``, ``UPDATE``, ``DELETE``, ``MERGE``, ``TRUNCATE TABLE``."""
        if self.is_event(at) or self._upper(at + 1) == "(":
            return at + 1
        self._frames[-1].in_from = False
        at += 1
        if self._upper(at) == "TOP":
            at = self._closing(at + 1) + 1
        skipped = {"ONLY", "TABLE", "IGNORE", "LOW_PRIORITY", "DELAYED", "QUICK", "OR", "REPLACE", "OVERWRITE"}
        while self._upper(at) in skipped or (self._upper(at - 1) == "OR" and self._upper(at) in {"ABORT", "FAIL"}):
            at += 1
        if self._upper(at) in {"INTO", "FROM"}:
            at += 1
        is_command = self._upper(at) == "STATISTICS" and self._upper(at + 1) != "."  # and no schema
        return at if is_command else self._write(at)

    def on_execute(self, at: int) -> int:
        """``EXEC``, ``EXECUTE`` and ``CALL`` name a routine."""
        at += 1
        if self._upper(at) in {"FUNCTION", "PROCEDURE"}:
            at += 1
        if at + 1 < len(self.tokens) and self.tokens[at].kind == "variable" and self._upper(at + 1) == "=":
            at += 2
        if self._upper(at) in {"AS", "IMMEDIATE", "FORMAT"}:
            return at + 1
        name, after = self.name(at)
        if name and self.tokens[at].kind != "variable":
            self.uses.append(NameUse(name, "calls", at))
            return after
        return max(at, after)

    def on_references(self, at: int) -> int:
        """``REFERENCES`` names the table a foreign key points to."""
        name, after = self.name(at + 1)
        if name:
            self.uses.append(NameUse(name, "foreign_key", at + 1))
        return after

    def on_create(self, at: int) -> int:
        """A table made inside a routine is known only there when it is temporary."""
        inner = header(self.tokens, at)
        if inner is None or not inner.kind:
            return at + 1
        name, after = self.name(inner.name_at)
        if inner.is_temporary and name:
            self.hidden.add(name[-1].lower())
        elif name and inner.verb == "DROP" and inner.kind != "type":
            self.uses.append(NameUse(name, "drops", inner.name_at))
        return max(after, at + 1)

    def _is_known_outside(self, use: NameUse) -> bool:
        if not use.name[0] or use.name[0][0] in "@#":
            return False
        return len(use.name) > 1 or use.name[0].lower() not in self.hidden

    def _resolved(self, use: NameUse) -> NameUse:
        """Replace the alias in ``UPDATE a ... FROM orders a`` by the table that the next FROM gives it."""
        if use.role != "writes" or len(use.name) != 1:
            return use
        for at, name in self.aliases.get(use.name[0].lower(), ()):
            if at > use.at and name != use.name:
                return NameUse(name, "writes", use.at)
        return use

    def _function_uses(self) -> list[NameUse]:
        return [
            NameUse(name, "calls", at)
            for name, at in self.functions.items()
            if len(name) > 1 or name[0].lower() not in self.hidden
        ]


HANDLERS: dict[str, Callable[[StatementScanner, int], int]] = {
    "FROM": StatementScanner.on_from,
    "JOIN": StatementScanner.on_join,
    "STRAIGHT_JOIN": StatementScanner.on_join,
    "APPLY": StatementScanner.on_join,
    "USING": StatementScanner.on_using,
    "INTO": StatementScanner.on_into,
    "INSERT": StatementScanner.on_change,
    "REPLACE": StatementScanner.on_change,
    "UPDATE": StatementScanner.on_change,
    "DELETE": StatementScanner.on_change,
    "MERGE": StatementScanner.on_change,
    "TRUNCATE": StatementScanner.on_change,
    "EXEC": StatementScanner.on_execute,
    "EXECUTE": StatementScanner.on_execute,
    "CALL": StatementScanner.on_execute,
    "REFERENCES": StatementScanner.on_references,
    "TABLE": StatementScanner.on_table,
    "CREATE": StatementScanner.on_create,
    "DROP": StatementScanner.on_create,
}
