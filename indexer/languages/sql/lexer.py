"""SQL tokens of any dialect; it never fails, also where a parser of one dialect would."""

import re
from collections.abc import Iterator
from functools import lru_cache

import msgspec

TSQL = "tsql"
POSTGRES = "postgres"
MYSQL = "mysql"
SQLITE = "sqlite"

_SIGNS: dict[str, tuple[str, ...]] = {
    TSQL: (
        *(
            "\ngo\n",
            "].[",
            "nvarchar",
            "uniqueidentifier",
            "identity(",
            "set nocount",
            "declare @",
            "dbo.",
            " @",
            "(@",
        ),
        *("create or alter", "getdate()", "getutcdate()", "create proc ", "nolock", "object_id(", "varchar(max)"),
    ),
    POSTGRES: (
        *(
            "$$",
            "plpgsql",
            "serial",
            "::",
            "public.",
            "timestamptz",
            "jsonb",
            "bytea",
            "nextval",
            "character varying",
        ),
        *(
            "owner to",
            "create extension",
            "search_path",
            "by default as identity",
            "always as identity",
            " with time zone",
            " without time zone",
            "returning ",
        ),
    ),
    MYSQL: ("engine=", "engine =", "auto_increment", "`", "unsigned", "tinyint("),
    SQLITE: ("autoincrement", "pragma ", "without rowid", "sqlite_", "strftime("),
}
"""Dialect -> what only it writes, in lower case; the dialect with most signs in the head of a file is taken."""

_PATH_NAMES = {
    TSQL: ("sqlserver", "sql-server", "sql_server", "mssql", "tsql"),
    POSTGRES: ("postgres", "pgsql", "psql"),
    MYSQL: ("mysql", "mariadb"),
    SQLITE: ("sqlite",),
}
"""Dialect -> how people name it in folders and files."""

PATH_WEIGHT = 3

DELIMITER_LINE = re.compile(r"^[ \t]*DELIMITER[ \t]+(\S+)[ \t]*$", re.MULTILINE | re.IGNORECASE)

HEAD_CHARS = 40_000

LONGEST_NAME = 400
"""Characters between brackets; T-SQL allows 128. Without a limit a file of lone brackets is read for hours."""

LONGEST_HEAD = 4_000
"""Characters of a ``COPY`` before its data: a list of columns."""

DEFAULT_SCHEMAS = {TSQL: "dbo", POSTGRES: "public"}
"""Schema of a name without one; ``main``, as SQLite calls it, for the dialects that have none."""

NO_SCHEMA = "main"


class Token(msgspec.Struct, frozen=True, gc=False):
    """A piece of SQL.

    Attributes:
        kind: ``word``, ``quoted`` (an identifier without its quotes), ``string``, ``variable``, ``temp``,
            ``dollar``, ``go``, ``punct`` or ``other``.
        offset: of its first character in the text.
    """

    kind: str
    value: str
    offset: int


@lru_cache
def _pattern(dialect: str) -> re.Pattern[str]:
    comment = r"--[^\n]*|/\*.*?(?:\*/|\Z)" + (r"|\#[^\n]*" if dialect == MYSQL else "")
    content = r"[^'\\]*+(?:(?:\\.|'')[^'\\]*+)*+" if dialect == MYSQL else r"[^']*+(?:''[^']*+)*+"
    brackets = "" if dialect in {POSTGRES, MYSQL} else rf"\[(?:[^\]\n]|\]\]){{1,{LONGEST_NAME}}}+\]|"
    return re.compile(
        rf"""
        \s*+(?:
        (?P<skip>\Z|{comment}|^(?i:COPY)\b[^;]{{1,{LONGEST_HEAD}}}?\b(?i:FROM\s+stdin)\b[^;]{{0,{LONGEST_HEAD}}}+;.*?(?:^\\\.|\Z))
        |(?P<string>[NnEeXxBb]?'{content}(?:'|\Z))
        |(?P<go>^[Gg][Oo][ \t]*\d*[ \t]*;?[ \t]*$)
        |(?P<word>(?:[^\W\d]|\{{[\w.()]+\}})[\w@\#]*+(?:(?:\$\w|\{{[\w.()]+\}})[\w@\#]*+)*+)
        |(?P<quoted>{brackets}"(?:[^"]|"")*"|`[^`]*`)
        |(?P<variable>@@?[\w$\#@]+)
        |(?P<temp>\#\#?[\w$\#@]+)
        |(?P<dollar>\$\w*\$)
        |(?P<number>\d[\w.]*)
        |(?P<punct>[(),.;=*\0])
        |(?P<other>.))
        """,
        re.VERBOSE | re.MULTILINE | re.DOTALL,
    )


def dialect_of(text: str, path: str = "") -> str:
    """Return the dialect that a script is written in; empty if nothing shows it.

    The script's own words count one each, the dialect's name in the path (``mysql/``, ``a_sqlite.sql``) as much as
    ``PATH_WEIGHT`` words: one schema often stands in several dialects side by side.
    """
    head = text[:HEAD_CHARS]
    if DELIMITER_LINE.search(head):
        return MYSQL
    lower = f"\n{head.lower()}\n"
    hits = {dialect: sum(sign in lower for sign in signs) for dialect, signs in _SIGNS.items()}
    named = _named_in(path.lower())
    if named:
        hits[named] += PATH_WEIGHT
    best = max(hits, key=lambda dialect: hits[dialect])
    return best if hits[best] else ""


def _named_in(path: str) -> str:
    """Return the dialect that the innermost telling part of a path names; empty when none does or two do."""
    for part in reversed(path.split("/")):
        dialects = [dialect for dialect, names in _PATH_NAMES.items() if any(name in part for name in names)]
        if dialects:
            return dialects[0] if len(dialects) == 1 else ""
    return ""


def default_schema(dialect: str) -> str:
    """Return the schema of names that are written without one."""
    return DEFAULT_SCHEMAS.get(dialect, NO_SCHEMA)


def tokens(text: str, dialect: str) -> Iterator[Token]:
    r"""Yield tokens without comments and blanks.

    Where a script sets another delimiter (MySQL), a statement's end is ``;`` and an inner ``;`` is ``other``.
    """
    text, custom = _with_terminators(text) if dialect == MYSQL else (text, [])
    pattern = _pattern(dialect)
    kinds = ["", *pattern.groupindex]
    for match in pattern.finditer(text):
        group = match.lastindex or 0
        kind = kinds[group]
        if kind in {"skip", "number"}:
            continue
        value, start = match[group], match.start(group)
        if kind == "quoted":
            value = value[1:-1]
        elif kind == "punct":
            if value == "\0":
                value = ";"
            elif value == ";" and custom and any(first <= start < end for first, end in custom):
                kind = "other"
        yield Token(kind, value, start)


def _with_terminators(text: str) -> tuple[str, list[tuple[int, int]]]:
    """Blank out ``DELIMITER`` lines and mark the other delimiter's places, keeping every offset."""
    parts: list[str] = []
    custom: list[tuple[int, int]] = []
    delimiter, start = ";", 0
    for match in [*DELIMITER_LINE.finditer(text), None]:
        end = match.start() if match else len(text)
        segment = text[start:end]
        if delimiter != ";":
            custom.append((start, end))
            segment = segment.replace(delimiter, "\0" + " " * (len(delimiter) - 1))
        parts.append(segment)
        if match:
            parts.append(" " * (match.end() - end))
            delimiter, start = match.group(1), match.end()
    return "".join(parts), custom
