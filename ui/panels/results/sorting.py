"""Orders in which the list can be shown; they do not change the ranks."""

from collections.abc import Callable, Sequence
from enum import StrEnum

from search.types.results import FileHit
from ui.i18n.language import translate


class SortBy(StrEnum):
    """The key by which files are sorted."""

    RELEVANCE = "Relevance"
    NAME = "Name"
    FOLDER = "Folder"
    LANGUAGE = "Language"
    NEWEST = "Newest"
    OLDEST = "Oldest"
    LARGEST = "Largest"
    SMALLEST = "Smallest"


def sort_words(by: SortBy) -> str:
    """Return the name of an order in the menu."""
    return {
        SortBy.RELEVANCE: translate("Relevance"),
        SortBy.NAME: translate("Name"),
        SortBy.FOLDER: translate("Folder"),
        SortBy.LANGUAGE: translate("Language"),
        SortBy.NEWEST: translate("Newest first"),
        SortBy.OLDEST: translate("Oldest first"),
        SortBy.LARGEST: translate("Largest first"),
        SortBy.SMALLEST: translate("Smallest first"),
    }[by]


_KEYS: dict[SortBy, Callable[[FileHit], tuple[str | int, ...]]] = {
    SortBy.RELEVANCE: lambda file: (file.rank,),
    SortBy.NAME: lambda file: (file.path.rpartition("/")[2].lower(), file.path, file.rank),
    SortBy.FOLDER: lambda file: (file.repository, file.path.rpartition("/")[0], file.rank),
    SortBy.LANGUAGE: lambda file: (file.language, file.rank),
    SortBy.NEWEST: lambda file: (-file.mtime_ns, file.rank),
    SortBy.OLDEST: lambda file: (file.mtime_ns == 0, file.mtime_ns, file.rank),
    SortBy.LARGEST: lambda file: (-file.size_bytes, file.rank),
    SortBy.SMALLEST: lambda file: (file.size_bytes, file.rank),
}


def sorted_files(files: Sequence[FileHit], by: SortBy) -> tuple[FileHit, ...]:
    """Return the files in this order; files that are equal are ordered by rank."""
    return tuple(sorted(files, key=_KEYS[by]))
