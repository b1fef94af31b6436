"""C# strings with ``$@`` in which the grammar takes a doubled quote after an expression for the end."""

import re

MARK = "\x1f\x1f"
"""Replaces a doubled quote after an expression."""

_STRING = re.compile(rb'(?:\$@|@\$)"(?:[^"]|"")*"')
_BEHIND_EXPRESSION = re.compile(rb'\}(?:"")+')


def with_marked_quotes(source: bytes) -> bytes:
    """Return a source with a mark for each doubled quote behind an expression, everything in its place."""
    if b'$@"' not in source and b'@$"' not in source:
        return source
    return _STRING.sub(_marked, source)


def _marked(string: re.Match[bytes]) -> bytes:
    content = string[0][:-1]
    return _BEHIND_EXPRESSION.sub(lambda each: b"}" + MARK.encode() * (len(each[0]) // 2), content) + b'"'
