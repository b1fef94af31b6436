"""What files have to do with those that answer a question what has to change."""

from collections.abc import Mapping

from search.ranking.constants import CHANGE_BEST, CHANGE_TOGETHER
from search.ranking.order import rank
from search.ranking.signals.wordings import CHANGED_TOGETHER
from search.retrieval.co_change import ChangedTogether
from search.service.candidate_files import CandidateFiles
from search.types.files import Flag
from search.types.ids import FileId
from search.types.query import RankSettings
from search.types.results import Signal

_DOCUMENT = Flag.DOCUMENT.value


def best_code(files: CandidateFiles) -> dict[FileId, float]:
    """Return those of the best files that are no documents, with their score, 0..1.

    The order is that of the default settings: structure is the same wherever the slider stands.
    """
    ranking = rank(files.candidates, RankSettings())
    best = [place for place in ranking.files[:CHANGE_BEST] if _DOCUMENT not in files.files[place].record.flags]
    return {files.files[place].record.id: float(ranking.score[place]) for place in best}


def changed_together(found: ChangedTogether) -> Mapping[FileId, Signal]:
    """Return the signals of files that were changed with the best."""
    return {
        file: Signal(CHANGED_TOGETHER, share, share * CHANGE_TOGETHER, path)
        for file, (share, path) in found.items()
    }
