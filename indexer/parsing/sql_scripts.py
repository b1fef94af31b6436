"""Whether a text is a SQL script, whatever its file is called."""

import re

FIRST_WORDS = re.compile(
    r"(?:\s|--[^\n]*\n|/\*.*?\*/|:\w+[^\n]*\n)*"
    r"(?i:CREATE|ALTER|DROP|SET|USE|IF|GO|DECLARE|BEGIN|PRINT|EXEC|EXECUTE|INSERT|UPDATE|DELETE|DELIMITER|COMMENT|GRANT)\s",
    re.DOTALL,
)
"""First words of a script, after its comments."""

OBJECT = re.compile(
    r"^[ \t]*(?:CREATE|ALTER)\s+(?:OR\s+(?:REPLACE|ALTER)\s+)?(?:TABLE|VIEW|PROC|PROCEDURE|FUNCTION|TRIGGER)\s+"
    r"(?:IF\s+NOT\s+EXISTS\s+)?[\[\"`{$<\w][^\n]*(?:\n|$)(?:[^\n]*\n){0,40}?[^\n]*(?:\(|\bAS\b|@)",
    re.MULTILINE | re.IGNORECASE,
)
"""The head of an object with what follows a name: columns, parameters or a body."""

HEAD_CHARS = 20_000

UNDECIDED = frozenset(("text", "template", "xml", "ini", "config"))
"""Languages by name that a script may be hidden behind."""


def is_script(text: str, language: str) -> bool:
    """Return whether a file of this language by its name holds a SQL script."""
    if language not in UNDECIDED:
        return False
    head = text[:HEAD_CHARS]
    return FIRST_WORDS.match(head) is not None and OBJECT.search(head) is not None
