"""Tests of Bats, whose first lines are no words of the shell."""

import re

_TEST = re.compile(
    rb"""^[ \t]*@test[ \t]+(?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^ \t\n{]+)(?=[ \t]*\{)""", re.MULTILINE
)


def without_titles(source: bytes) -> bytes:
    """Return a script with blanks in place of ``@test "title"``, so that a test is a block of commands."""
    if b"@test" not in source:
        return source
    return _TEST.sub(lambda match: b" " * len(match[0]), source)
