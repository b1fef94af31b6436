"""When a string in a program may concern a database: shared by the languages."""

import re

SQL_STATEMENT = re.compile(
    r"\b(?:select\b.+\bfrom|insert\s+into|update\s+\S+(?:\s+as)?(?:\s+\w+)?\s+set|delete\s+from|delete\s+\w+\s+from|merge\s+(?:into\s+)?\S+"
    r"\s+|truncate\s+table|exec(?:ute)?\s+[\[\w]|call\s+\w+[.\w]*\s*\(|create\s+(?:table|view|index)|alter\s+table|from\s+\S+\s+(?:where|join|as)|join\s+\S+\s+on)\b",
    re.IGNORECASE | re.DOTALL,
)
"""A statement, or a piece of one that names a table."""

_NAME = r"(?:\[[\w {}.]+\]|\"[\w {}.]+\"|`[\w {}.]+`|(?:\w|\{[\w.()]+\})+)"

QUALIFIED_NAME = re.compile(rf"\s*(?:{_NAME}\.)+{_NAME}\s*|\s*\[[\w {{}}.]+\]\s*")
"""``[dbo].[Name]`` with or without quotes; parts may hold ``{holes}``."""

OBJECT_NAME = re.compile(rf"\s*(?=.{{3,128}}$)(?:{_NAME}\.){{0,2}}{_NAME}\s*", re.DOTALL)
"""A bare or qualified name; only of interest in a file that runs database commands."""
