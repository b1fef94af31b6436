"""The query that the words of a command are, with its paths as seen from the working directory."""

import os
import re
from collections.abc import Iterator, Sequence

from search.query.tokens import Token, tokens

_FROM_HERE = re.compile(r"\.{1,2}/?|\.\./.*")
"""``.`` and what begins with ``..``. Any other path is one of the index wherever it is typed, as in the window."""


def query_text(words: Sequence[str]) -> str:
    """Return the words as one text, in which ``path:.`` and ``path:../docs`` are absolute."""
    return "".join(_parts(" ".join(words)))


def _parts(text: str) -> Iterator[str]:
    end = 0
    for token in tokens(text):
        if token.key == "path" and any(map(_FROM_HERE.fullmatch, token.values)):
            yield text[end : token.start] + _absolute(token)
            end = token.end
    yield text[end:]


def _absolute(token: Token) -> str:
    return "-" * token.negated + "path:" + ",".join(map(_from_here, token.values))


def _from_here(value: str) -> str:
    """Return a value as it is written in a query, where ``?`` is any character and nothing else means a ``"``."""
    path = value
    if _FROM_HERE.fullmatch(value):
        path = os.path.abspath(value).replace('"', "?")  # noqa: PTH100 - no Path on the way to an engine
    return f'"{path}"' if re.search(r"[\s,]", path) else path
