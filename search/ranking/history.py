"""Scores files by the commits whose messages match the question."""

from collections.abc import Collection, Iterable, Mapping

from search.ranking.constants import HISTORY_OF_DOCUMENTS
from search.types.files import Flag
from search.types.ids import FileId

History = Mapping[FileId, tuple[float, str]]
"""Share in 0..1 of each file, and the first line of the commit message, which is empty for documents."""

_DOCUMENT = Flag.DOCUMENT.value
_IGNORED = frozenset(
    flag.value for flag in (Flag.TEST, Flag.EXAMPLE, Flag.VENDORED, Flag.GENERATED, Flag.TRANSLATION)
)


def history_shares(
    changed: Mapping[FileId, tuple[float, str]],
    files: Iterable[tuple[FileId, Collection[str]]],
    wanted: Collection[str],
) -> History:
    """Return the shares of candidate files; the largest is 1.

    A commit message describes its code, so tests and copies that it changed gain nothing. Documents get the
    average gain of code, because otherwise any history would push them down.

    Args:
        changed: score and message for each file that a matching commit changed.
        files: the candidates with their flags.
        wanted: flags of the kinds of file that the question asks for.
    """
    ignored = _IGNORED.difference(wanted)
    kinds = {file: frozenset(flags) for file, flags in files}
    code = {
        file: change
        for file, change in changed.items()
        if file in kinds and _DOCUMENT not in kinds[file] and ignored.isdisjoint(kinds[file])
    }
    most = max((score for score, _ in code.values()), default=0.0)
    if most <= 0.0:
        return {}
    documents = {file: (HISTORY_OF_DOCUMENTS, "") for file, flags in kinds.items() if _DOCUMENT in flags}
    return {**{file: (score / most, message) for file, (score, message) in code.items()}, **documents}
