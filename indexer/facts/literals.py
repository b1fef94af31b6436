"""When a string in a program may concern a database: shared by the languages."""

import re

SQL_STATEMENT = re.compile(
    r"\b(?:select\b.+\bfrom|(?:insert|replace)\s+(?:or\s+\w+\s+|ignore\s+)?into|insert\s+[\w.\[\]\"`]+\s*\(\s*[\[\"`]?\w+"
    r"|update\s+(?:or\s+\w+\s+|top\s*\(\s*@?\w+\s*\)\s*)?\S+(?:\s+as)?(?:\s+\w+)?\s+set|delete\s+from|delete\s+(?:top\s*\(\s*@?\w+\s*\)\s*)?[\w.\[\]]+\s+(?:from|where|output)|merge\s+(?:into\s+)?\S+"
    r"\s+|truncate\s+table|(?-i:TRUNCATE)\s+\w+|exec(?:ute)?\s+[\[\w]\w*|call\s+\w+[.\w]*\s*\(|create\s+(?:table|view|index)|alter\s+table|from\s+\S+\s+(?:where|join|as)|join\s+\S+(?:\s+(?:as\s+)?\w+)?\s+on)\b",
    re.IGNORECASE | re.DOTALL,
)
"""A statement, or a piece of one that names a table."""

SQL_PIECE = re.compile(
    r"\s*(?:FROM|(?:(?:LEFT|RIGHT|FULL|INNER|CROSS)\s+)?(?:OUTER\s+)?JOIN|UPDATE|(?:From|Join|Update)(?=.*\s$))"
    r"\s+[\w.\[\]`\"]{3,120}(?:\s+(?:AS\s+)?\w{1,30})?\s*[,(]?\s*"
)
"""A piece as programs put statements together line by line: ``"FROM Orders o "``. In capitals, or with a blank at
its end: it is short enough to be that of a sentence."""

CALLED_NAME = re.compile(r"\s*([\w.]{3,128})\s*\((?:\s*[:@?$]\w*\s*(?:,|(?=\))))*\)\s*")
"""A routine with nothing but parameters between its brackets."""

_NAME = r"(?:\[[\w {}.]+\]|\"[\w {}.]+\"|`[\w {}.]+`|(?:\w|\{[\w.()]+\})+)"

QUALIFIED_NAME = re.compile(rf"\s*(?:{_NAME}\.)+{_NAME}\s*|\s*\[[\w {{}}.]+\]\s*")
"""``[dbo].[Name]`` with or without quotes; parts may hold ``{holes}``."""

OBJECT_NAME = re.compile(rf"\s*(?=.{{3,128}}$)(?:{_NAME}\.){{0,2}}{_NAME}\s*", re.DOTALL)
"""A bare or qualified name; only of interest in a file that runs database commands."""

MAX_STATEMENT_CHARS = 20_000
MAX_NAME_CHARS = 200


def looks_like_sql(text: str) -> bool:
    """Return whether a string holds a statement, or a piece of one that names a table."""
    return SQL_STATEMENT.search(text[:MAX_STATEMENT_CHARS]) is not None or SQL_PIECE.fullmatch(text) is not None


def object_name(text: str) -> str:
    """Return the name in a string that `may_name_object`: without the parameters of a routine."""
    called = CALLED_NAME.fullmatch(text)
    return called[1] if called else text


def may_name_object(text: str, *, is_bare_enough: bool) -> bool:
    """Return whether a string may name a database object; ``is_bare_enough`` takes names without a schema."""
    if len(text) > MAX_NAME_CHARS:
        return False
    if is_bare_enough and CALLED_NAME.fullmatch(text):
        return True
    pattern = OBJECT_NAME if is_bare_enough else QUALIFIED_NAME
    return pattern.fullmatch(text) is not None or QUALIFIED_NAME.fullmatch(text) is not None
