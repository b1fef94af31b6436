"""When a string in a program may concern a database: shared by the languages."""

import re

SQL_STATEMENT = re.compile(
    r"\b(?:select\b.+\bfrom|insert\s+into|update\s+\S+(?:\s+as)?(?:\s+\w+)?\s+set|delete\s+from|delete\s+\w+\s+from|merge\s+(?:into\s+)?\S+"
    r"\s+|truncate\s+table|exec(?:ute)?\s+[\[\w]\w*|call\s+\w+[.\w]*\s*\(|create\s+(?:table|view|index)|alter\s+table|from\s+\S+\s+(?:where|join|as)|join\s+\S+\s+on)\b",
    re.IGNORECASE | re.DOTALL,
)
"""A statement, or a piece of one that names a table."""

_NAME = r"(?:\[[\w {}.]+\]|\"[\w {}.]+\"|`[\w {}.]+`|(?:\w|\{[\w.()]+\})+)"

QUALIFIED_NAME = re.compile(rf"\s*(?:{_NAME}\.)+{_NAME}\s*|\s*\[[\w {{}}.]+\]\s*")
"""``[dbo].[Name]`` with or without quotes; parts may hold ``{holes}``."""

OBJECT_NAME = re.compile(rf"\s*(?=.{{3,128}}$)(?:{_NAME}\.){{0,2}}{_NAME}\s*", re.DOTALL)
"""A bare or qualified name; only of interest in a file that runs database commands."""

MAX_STATEMENT_CHARS = 20_000
MAX_NAME_CHARS = 200


def looks_like_sql(text: str) -> bool:
    """Return whether a string holds a statement, or a piece of one that names a table."""
    return SQL_STATEMENT.search(text[:MAX_STATEMENT_CHARS]) is not None


def may_name_object(text: str, *, is_bare_enough: bool) -> bool:
    """Return whether a string may name a database object; ``is_bare_enough`` takes names without a schema."""
    if len(text) > MAX_NAME_CHARS:
        return False
    pattern = OBJECT_NAME if is_bare_enough else QUALIFIED_NAME
    return pattern.fullmatch(text) is not None or QUALIFIED_NAME.fullmatch(text) is not None
