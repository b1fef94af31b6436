"""What a whole statement, or the SQL in a program's string, uses."""

import re
from bisect import bisect_right

from indexer.facts.model import SqlUse
from indexer.facts.sql_lexer import Token, dialect_of, tokens
from indexer.facts.sql_scanner import Found, StatementScanner
from indexer.facts.sql_statements import Header, StatementSplitter
from indexer.facts.sql_words import SKIPPED_STATEMENTS


def trigger_target(scanner: StatementScanner, name_at: int) -> tuple[Found | None, int]:
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
    return (Found(name, "trigger_on", at + 1) if name else None), after


def scan_statement(statement: list[Token], head: Header | None) -> list[Found]:
    """Return what one statement uses; ``head`` is what it creates or alters, None when it does neither."""
    if statement[0].value.upper() in SKIPPED_STATEMENTS:
        return []
    scanner = StatementScanner(statement)
    if head is None or not head.kind:
        return scanner.scan()
    _, scanner.start = scanner.name(head.name_at)
    if head.kind == "trigger":
        target, scanner.start = trigger_target(scanner, scanner.start)
        return ([target] if target else []) + scanner.scan()
    return scanner.scan()


def uses_in_text(text: str, owner: int, first_line: int) -> list[SqlUse]:
    """Return what the SQL in a program's string uses; lines count from ``first_line``."""
    dialect = dialect_of(text)
    breaks = [match.start() for match in re.finditer("\n", text)]
    uses: dict[tuple[str, str], SqlUse] = {}
    for statement in StatementSplitter(dialect).split(tokens(text, dialect)):
        for found in scan_statement(statement, None):
            name = ".".join(found.name)
            line = first_line + bisect_right(breaks, statement[found.at].offset)
            uses.setdefault((name, found.role), SqlUse(owner, name, found.role, line))
    return list(uses.values())
