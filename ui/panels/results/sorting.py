"""Orders in which the list can be shown; the ranks stay what they are."""

from collections.abc import Callable, Sequence
from enum import StrEnum

from search.types.results import FileHit
from ui.i18n.language import translate


class SortBy(StrEnum):
    """What the files are sorted by."""

    RELEVANCE = "Relevance"
    NAME = "Name"
    FOLDER = "Folder"
    LANGUAGE = "Language"


def sort_words(by: SortBy) -> str:
    """Return how the menu calls an order."""
    return {
        SortBy.RELEVANCE: translate("Relevance"),
        SortBy.NAME: translate("Name"),
        SortBy.FOLDER: translate("Folder"),
        SortBy.LANGUAGE: translate("Language"),
    }[by]


_KEYS: dict[SortBy, Callable[[FileHit], tuple[str | int, ...]]] = {
    SortBy.RELEVANCE: lambda file: (file.rank,),
    SortBy.NAME: lambda file: (file.path.rpartition("/")[2].lower(), file.path, file.rank),
    SortBy.FOLDER: lambda file: (file.repository, file.path.rpartition("/")[0], file.rank),
    SortBy.LANGUAGE: lambda file: (file.language, file.rank),
}


def sorted_files(files: Sequence[FileHit], by: SortBy) -> tuple[FileHit, ...]:
    """Return the files in the wanted order; equals by rank."""
    return tuple(sorted(files, key=_KEYS[by]))
