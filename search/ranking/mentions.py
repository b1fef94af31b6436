"""Scores files that define names in the best chunks: documents and tests lead to the code they describe."""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache

from search.ranking.constants import MENTIONED_IN_FILES
from search.ranking.rank_weight import rescaled
from search.types.ids import FileId
from search.types.query import DEFAULT_WEIGHT

Mentioned = Mapping[FileId, tuple[float, str]]
"""Share in 0..1 of each file in the mentioned names, and the name that counts most."""

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{2,}")
_LIKE_CODE = re.compile(r"[a-z0-9][A-Z]|_|[A-Z]{2,}[a-z]")
_QUOTED = re.compile(r"`+[^`\n]*?([A-Za-z_][A-Za-z0-9_]{2,})[^`\n]*`")
_REMEMBERED = 256
"""Texts whose names are cached: a chunk is often best in both signals, and again at the next key press."""


@lru_cache(maxsize=_REMEMBERED)
def names_in(text: str) -> frozenset[str]:
    """Return the names in a text: those that look like code, and the first one in each pair of backticks.

    Plain words do not count, because every large tree defines something with such a name.
    """
    return frozenset(filter(_LIKE_CODE.search, set(_NAME.findall(text)))).union(_QUOTED.findall(text))


def mentioned(
    by_word: Iterable[tuple[FileId, float, str]],
    by_meaning: Iterable[tuple[FileId, float, str]],
    defining: Callable[[str], Collection[FileId]],
) -> Mentioned:
    """Return the files that define names mentioned in the best chunks.

    Args:
        by_word: best chunks of the keyword index: file, score in 0..1, and text.
        by_meaning: best chunks of the vector search, likewise.
        defining: returns the files that define a name with this spelling.
    """
    sides = [side for side in (_side(by_word, defining), _side(by_meaning, defining)) if side]
    meaning = rescaled(DEFAULT_WEIGHT)
    weights = (1.0 - meaning, meaning) if len(sides) > 1 else (1.0,)
    totals: dict[FileId, tuple[float, str]] = {}
    for weight, side in zip(weights, sides, strict=False):
        for file, (share, name) in side.items():
            known, known_name = totals.get(file, (0.0, name))
            totals[file] = known + weight * share, known_name
    return totals


def _side(chunks: Iterable[tuple[FileId, float, str]], defining: Callable[[str], Collection[FileId]]) -> Mentioned:
    total: dict[FileId, float] = defaultdict(float)
    named: dict[FileId, tuple[float, str]] = {}
    for home, score, text in chunks:
        for file, (share, name) in _named(home, sorted(names_in(text)), defining).items():
            total[file] += score * share
            named[file] = max(named.get(file, (0.0, "")), (score * share, name))
    most = max(total.values(), default=0.0)
    return {file: (value / most, named[file][1]) for file, value in total.items()} if most > 0.0 else {}


def _named(
    home: FileId, names: Sequence[str], defining: Callable[[str], Collection[FileId]]
) -> dict[FileId, tuple[float, str]]:
    """Return the files that define one of the names, with the largest share; a file does not name itself."""
    shares: dict[FileId, tuple[float, str]] = {}
    for name in names:
        files = defining(name)
        if len(files) <= MENTIONED_IN_FILES and home not in files:
            share = 1.0 / max(1, len(files))
            shares |= {file: (share, name) for file in files if share > shares.get(file, (0.0, ""))[0]}
    return shares
