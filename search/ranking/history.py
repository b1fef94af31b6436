"""What the commits that speak of a question add to the files that they changed."""

from collections.abc import Collection, Iterable, Mapping

from search.ranking.constants import HISTORY_OF_DOCUMENTS
from search.types.files import Flag
from search.types.ids import FileId

History = Mapping[FileId, tuple[float, str]]
"""For each file its share in 0..1, and the first line of the commit's message; of documents no message."""

_DOCUMENT = Flag.DOCUMENT.value
_ASIDE = frozenset(
    flag.value for flag in (Flag.TEST, Flag.EXAMPLE, Flag.VENDORED, Flag.GENERATED, Flag.TRANSLATION)
)


def history_shares(
    changed: Mapping[FileId, tuple[float, str]],
    files: Iterable[tuple[FileId, Collection[str]]],
    wanted: Collection[str],
) -> History:
    """Return the shares of candidate files, the largest 1.

    A commit speaks of what its code does; tests and copies that went with it gain nothing. Documents do not gain
    by commits either, but as much as code does on average, or any history at all would push them down.

    Args:
        changed: for files that commits changed which speak of the question, a score and the message.
        files: the candidates with their flags.
        wanted: flags of the kinds of file that the question asks for.
    """
    aside = _ASIDE.difference(wanted)
    kinds = {file: frozenset(flags) for file, flags in files}
    code = {
        file: change
        for file, change in changed.items()
        if file in kinds and _DOCUMENT not in kinds[file] and aside.isdisjoint(kinds[file])
    }
    most = max((score for score, _ in code.values()), default=0.0)
    if most <= 0.0:
        return {}
    documents = {file: (HISTORY_OF_DOCUMENTS, "") for file, flags in kinds.items() if _DOCUMENT in flags}
    return {**{file: (score / most, message) for file, (score, message) in code.items()}, **documents}
