"""Objects used by a statement, or by SQL in a string of a program."""

import re
from bisect import bisect_right

from msgspec.structs import replace

from indexer.facts.model import SqlUse
from indexer.languages.sql.columns import ColumnReader, Columns
from indexer.languages.sql.lexer import Token, dialect_of, tokens
from indexer.languages.sql.scanner import NameUse, StatementScanner
from indexer.languages.sql.statements import Header, StatementSplitter
from indexer.languages.sql.words import SKIPPED_STATEMENTS

WHOLE = re.compile(
    r"\s*(?:(?:SELECT\s.*?\sFROM|INSERT\s+INTO|UPDATE\s+\S+\s+(?:\S+\s+)?SET|DELETE\s+FROM|WITH\s+\w+\s+AS|MERGE\s+INTO"
    r"|REPLACE\s+INTO|TRUNCATE\s+TABLE)\s"
    r"|(?i:select\s+(?:distinct\s+)?(?:\*|count\s*\(|\w+(?:\.\w+)?\s*,|\w+\.\*).*?\sfrom|insert\s+into\s+\S+\s*(?:\(|values|select)"
    r"|update\s+\S+\s+set\s+\S+\s*=|delete\s+from\s+\S+\s+where\s+\S+\s*(?:=|in\b|<|>))\s?)",
    re.DOTALL,
)
"""A statement from its first word: in capitals, or in small letters with more than a sentence would have."""

OPEN_NAMES = re.compile(r"\s*WITH\b.*\{", re.IGNORECASE | re.DOTALL)
"""Statements whose common table expressions may be used in the text filled in at run time."""

PLAIN_NAME = re.compile(r"[A-Za-z_]\w{2,}(?:\.[A-Za-z_]\w*){0,2}")
SYSTEM_NAME = re.compile(
    r"(?:information_schema|pg_\w+|sqlite_\w+|sys|mysql|performance_schema|the|this|that|your|all|dual|unnest|json_\w+"
    r"|jsonb_\w+|generate_series|lateral|values|excluded|inserted|deleted|dummy|table|tables?_?name)(?:\.|$)",
    re.IGNORECASE,
)
"""System objects of databases, and words that sentences and examples have where a name belongs."""

HOLE_APART = re.compile(r"(?<![\[\"`])\{[\w.]+\}(?=[\[\"`])")
"""A placeholder directly before a quoted name, such as one for its schema and a dot; none in quotes itself."""


def trigger_target(scanner: StatementScanner, name_at: int) -> tuple[NameUse | None, int]:
    """Return the table a trigger is on and the index where its body may begin."""
    at = name_at
    while at < len(scanner.tokens) and scanner.tokens[at].value.upper() != "ON":
        at += 1
    name, after = scanner.name(at + 1)
    while after < len(scanner.tokens) and scanner.tokens[after].value.upper() not in {
        "AS",
        "BEGIN",
        "EXECUTE",
        "EACH",
    }:
        after += 1
    return (NameUse(name, "trigger_on", at + 1) if name else None), after


def scan_statement(statement: list[Token], head: Header | None) -> tuple[list[NameUse], Columns]:
    """Return the objects and columns that one statement uses; ``head`` is the object that it creates or alters."""
    if statement[0].value.upper() in SKIPPED_STATEMENTS:
        return [], {}
    scanner, target = StatementScanner(statement), None
    if head is not None and head.kind:
        _, scanner.start = scanner.name(head.name_at)
        if head.kind == "trigger":
            target, scanner.start = trigger_target(scanner, scanner.start)
    uses = ([target] if target else []) + scanner.scan()
    is_table = head is not None and head.kind == "table"
    has_columns = not is_table and any(use.role in {"reads", "writes"} for use in uses)
    return uses, ColumnReader(scanner).read() if has_columns else {}


def uses_in_text(text: str, owner: int, first_line: int) -> list[SqlUse]:
    """Return the objects that SQL in a string uses; lines count from ``first_line``."""
    text = HOLE_APART.sub("", text)
    dialect = dialect_of(text)
    is_whole = WHOLE.match(text) is not None and OPEN_NAMES.match(text) is None
    breaks = [match.start() for match in re.finditer("\n", text)]
    uses: dict[tuple[str, str], SqlUse] = {}
    named: dict[tuple[str, str], dict[str, None]] = {}
    for statement in StatementSplitter(dialect).split(tokens(text, dialect)):
        name_uses, columns = scan_statement(statement, None)
        for (parts, role), listed in columns.items():
            named.setdefault((".".join(parts), role), {}).update(listed)
        for name_use in name_uses:
            name = ".".join(name_use.name)
            line = first_line + bisect_right(breaks, statement[name_use.at].offset)
            sure = is_whole and PLAIN_NAME.fullmatch(name) is not None and not SYSTEM_NAME.match(name)
            uses.setdefault((name, name_use.role), SqlUse(owner, name, name_use.role, line, is_certain=sure))
    return [replace(use, columns=tuple(named.get(key, ()))) for key, use in uses.items()]
