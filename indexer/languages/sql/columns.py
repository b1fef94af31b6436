"""Which columns of its tables a SQL statement reads and writes, as far as it names them."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from indexer.languages.sql.lexer import Token
from indexer.languages.sql.scanner import StatementScanner
from indexer.languages.sql.words import AFTER_SOURCE, BUILT_IN_FUNCTIONS, NO_COLUMN

Name = tuple[str, ...]
Columns = dict[tuple[Name, str], dict[str, None]]
"""Table as written and role -> columns, in order; behind `OPEN` where one of several tables has it."""

OPEN = "?"
ALL = "*"
"""Every column of a table."""

CHANGING = frozenset(("UPDATE", "INSERT", "DELETE", "MERGE", "REPLACE"))
RESETTING = frozenset(("EXEC", "EXECUTE", "CALL", "DECLARE", "WHILE", "RETURN", "PRINT", "OPEN", "FETCH", "CLOSE"))
FILTERING = frozenset(("WHERE", "GROUP", "ORDER", "HAVING", "ON", "RETURNING", "OUTPUT", "WHEN"))
SOURCES = frozenset(("FROM", "JOIN", "APPLY", "USING", "STRAIGHT_JOIN"))
SKIPPED = frozenset(("INTO", "FROM", "ONLY", "IGNORE", "LOW_PRIORITY", "TOP", "TABLE"))
MOST_AROUND = 20
"""Greatest depth of enclosing queries whose sources are visible; no person writes more."""

CONTINUING = frozenset(("THEN", "DO", "KEY"))
"""Words before a change that is a part of MERGE, or of INSERT where a row is there already."""

NAMES = frozenset(("word", "quoted"))


@dataclass(slots=True)
class Query:
    """One query: its sources by alias, the changed table, and the named columns."""

    outer: "Query | None" = None
    kind: str = ""
    target: Name = ()
    sources: dict[str, Name] = field(default_factory=dict)
    reads: list[tuple[str, str]] = field(default_factory=list)
    writes: list[str] = field(default_factory=list)

    def source(self, alias: str) -> Name:
        """Return the table of an alias or name, in this query or an enclosing one; else nothing."""
        query: Query | None = self
        for _ in range(MOST_AROUND):
            if query is None or alias in query.sources:
                break
            query = query.outer
        return query.sources.get(alias, ()) if query is not None else ()


@dataclass(slots=True)
class Frame:
    """State between one pair of parentheses."""

    query: Query
    clause: str = ""
    begins: bool = False
    """The next name is the first of an item of a list."""


class ColumnReader:
    """Walks the tokens of one statement once.

    Args:
        scanner: of the statement, done: it knows the names that exist in it alone.
    """

    def __init__(self, scanner: StatementScanner) -> None:
        self._scanner = scanner
        self._tokens = scanner.tokens
        self._frames = [Frame(Query())]
        self._queries = [self._frames[0].query]

    def read(self) -> Columns:
        """Return the columns of each table."""
        at = self._scanner.start
        while at < len(self._tokens):
            token = self._tokens[at]
            if token.kind == "punct":
                at = self._punctuation(at, token)
            elif token.kind == "word" and self._word(at) in HANDLED and self._before(at) != ".":
                at = self._keyword(at, self._word(at))
            elif token.kind in NAMES:
                at = self._name(at)
            else:
                at += 1
                self._frames[-1].begins = False
        columns: Columns = {}
        for query in self._queries:
            for name, role, column in self._resolved(query):
                columns.setdefault((name, role), {})[column] = None
        return columns

    def _word(self, at: int) -> str:
        is_word = 0 <= at < len(self._tokens) and self._tokens[at].kind != "quoted"
        return self._tokens[at].value.upper() if is_word else ""

    def _before(self, at: int) -> str:
        return self._word(at - 1)

    def _punctuation(self, at: int, token: Token) -> int:
        frame, value = self._frames[-1], token.value
        if value == "(":
            return self._open(at, frame)
        if value == ")" and len(self._frames) > 1:
            self._frames.pop()
        elif value == ",":
            frame.begins = frame.clause in {"SELECT", "SET"}
            if frame.clause == "SOURCE":
                return self._source(at + 1)
        elif value == ";":
            self._begin(frame, "")
        elif value == ALL and frame.begins and frame.clause == "SELECT":
            frame.query.reads.append(("", ALL))
        return at + 1

    def _open(self, at: int, frame: Frame) -> int:
        if frame.clause == "INSERT" and self._word(at + 1) not in {"SELECT", "WITH"}:
            frame.clause = "VALUES"
            at += 1
            while at < len(self._tokens) and self._tokens[at].value != ")":
                if self._tokens[at].kind in NAMES:
                    frame.query.writes.append(self._tokens[at].value)
                at += 1
            return at + 1
        inside = Frame(frame.query, "INSIDE")
        if self._word(at + 1) in {"SELECT", "WITH"}:
            inside = Frame(Query(frame.query))
            self._queries.append(inside.query)
        self._frames.append(inside)
        return at + 1

    def _begin(self, frame: Frame, kind: str) -> None:
        frame.query = Query(frame.query.outer, kind)
        frame.clause, frame.begins = kind, kind == "SELECT"
        self._queries.append(frame.query)

    def _keyword(self, at: int, word: str) -> int:
        frame = self._frames[-1]
        if word in CHANGING:
            return self._change(at, frame, word)
        if word == "SELECT" or word in RESETTING:
            self._begin(frame, word if word == "SELECT" else "")
        elif word in SOURCES:
            if self._word(at + 1) == "(" and word == "USING" and self._word(at + 2) not in {"SELECT", "WITH"}:
                return at + 1
            frame.clause = "SOURCE"
            return self._source(at + 1)
        elif word == "SET":
            if frame.query.kind not in {"UPDATE", "MERGE", "INSERT"} or (
                frame.query.writes and frame.clause != "SET"
            ):
                self._begin(frame, "")
            frame.clause, frame.begins = "SET", True
        elif word != "WHEN" or frame.query.kind == "MERGE":  # else one of CASE
            frame.clause, frame.begins = "WHERE", False
        return at + 1

    def _set(self, frame: Frame) -> None:
        """``SET`` after UPDATE names the written columns; elsewhere it is a separate statement."""
        query = frame.query
        if query.kind not in {"UPDATE", "MERGE", "INSERT"} or (query.writes and frame.clause != "SET"):
            self._begin(frame, "")
        frame.clause, frame.begins = "SET", True

    def _change(self, at: int, frame: Frame, word: str) -> int:
        before = self._before(at)
        if before in CONTINUING or self._scanner.is_event(at) or self._word(at + 1) == "(":
            if before in CONTINUING:
                frame.clause = "INSERT" if word == "INSERT" else "SET"
                frame.begins = True
            return at + 1
        self._begin(frame, word)
        at += 1
        while self._word(at) in SKIPPED:
            at += 1
        name, after = self._scanner.name(at)
        frame.query.target = name
        return self._alias(name, after) if name else at

    def _source(self, at: int) -> int:
        name, after = self._scanner.name(at)
        if not name or self._word(after) == "(":
            self._frames[-1].query.sources.setdefault("", ())
            return at
        return self._alias(name, after)

    def _alias(self, name: Name, after: int) -> int:
        query = self._frames[-1].query
        is_own = name[0][:1] in {"@", "#"} or (len(name) == 1 and name[0].lower() in self._scanner.hidden)
        table: Name = () if is_own else name
        at = after + 1 if self._word(after) == "AS" else after
        query.sources.setdefault(name[-1].lower(), table)
        if at < len(self._tokens) and self._tokens[at].kind in NAMES and self._word(at) not in AFTER_SOURCE:
            del query.sources[name[-1].lower()]
            query.sources[self._tokens[at].value.lower()] = table
            return at + 1
        return after

    def _name(self, at: int) -> int:
        frame = self._frames[-1]
        begins, frame.begins = frame.begins, False
        name, after = self._scanner.name(at)
        if not name:
            frame.begins = begins and self._word(at) in {"DISTINCT", "ALL", "TOP"}
            return at + 1
        following = self._word(after)
        if following == ALL and self._word(after - 1) == ".":
            frame.query.reads.append((name[-1].lower(), ALL))
            return after + 1
        if following == "(" or self._is_alias(at) or self._is_no_column(name, at):
            return after
        if begins and following == "=" and frame.clause in {"SELECT", "SET"}:
            if frame.clause == "SET":
                frame.query.writes.append(name[-1])
            return after
        qualifier = name[-2].lower() if len(name) > 1 else ""
        frame.query.reads.append((qualifier, name[-1]))
        return after

    def _is_alias(self, at: int) -> bool:
        """Return whether a name follows an expression and is therefore its alias."""
        if self._before(at) == "AS":
            return True
        if at == 0 or self._frames[-1].clause not in {"SELECT", "SOURCE"}:
            return False
        before = self._tokens[at - 1]
        is_word = before.kind == "word" and before.value.upper() not in NO_COLUMN | AFTER_SOURCE
        return before.value == ")" or is_word or before.kind in {"quoted", "string"} or self._before(at) == "END"

    def _is_no_column(self, name: Name, at: int) -> bool:
        if len(name) > 1:
            return False
        word = name[0].upper()
        return "{" in word or (
            self._tokens[at].kind == "word" and (word in NO_COLUMN or word in BUILT_IN_FUNCTIONS)
        )

    def _resolved(self, query: Query) -> Iterator[tuple[Name, str, str]]:
        target = query.sources.get(query.target[-1].lower(), query.target) if query.target else ()
        for column in query.writes if target else ():
            yield target, "writes", column
        tables = dict.fromkeys(query.sources.values())
        for qualifier, column in query.reads:
            if qualifier:
                table = query.source(qualifier)
                if table:
                    yield table, "reads", column
                continue
            for table in tables:
                if table:
                    yield table, "reads", column if len(tables) == 1 or column == ALL else f"{OPEN}{column}"


HANDLED = CHANGING | RESETTING | FILTERING | SOURCES | {"SELECT", "SET"}

NO_DECLARATION = frozenset(
    """
    CONSTRAINT PRIMARY FOREIGN UNIQUE CHECK KEY INDEX EXCLUDE LIKE PERIOD FULLTEXT SPATIAL
    """.split()  # noqa: SIM905 - a list of words reads better than a list of strings
)
"""Words that begin an element of CREATE TABLE other than a column."""

MOST_COLUMNS = 2_000


def declared_columns(statement: list[Token], at: int) -> tuple[str, ...]:
    """Return the columns in the brackets of CREATE TABLE; none where it is made of a query."""
    scanner = StatementScanner(statement)
    _, at = scanner.name(at)
    if at >= len(statement) or statement[at].value != "(":
        return ()
    names: list[str] = []
    depth = 0
    for index in range(at, len(statement)):
        token = statement[index]
        if token.kind == "punct":
            depth += {"(": 1, ")": -1}.get(token.value, 0)
            begins = depth == 1 and token.value in {"(", ","}
            following = statement[index + 1] if begins and index + 1 < len(statement) else None
            is_word = following is not None and following.kind == "word"
            if following is not None and following.kind in NAMES and len(names) < MOST_COLUMNS:
                names += [] if is_word and following.value.upper() in NO_DECLARATION else [following.value]
            if depth == 0:
                break
    return tuple(dict.fromkeys(names))
