"""Near-identical files, and the languages of one page or catalogue of messages, as one result.

Pure, so that the window collapses again for every step of the slider.
"""

from collections.abc import Collection, Iterable, Sequence

from msgspec.structs import replace

from search.analysis.catalogues import apart_from_source, catalogue_of, is_translation
from search.analysis.pages import is_derived, is_page, page_of, version_of
from search.types.files import Flag
from search.types.results import Duplicate, FileHit

_COPIES = tuple(flag.value for flag in (Flag.VENDORED, Flag.GENERATED, Flag.TEST, Flag.EXAMPLE, Flag.TRANSLATION))
"""Kinds of file that stand behind others that read the same, the furthest behind first."""

NEARLY_AS_GOOD = 0.8
"""Share of the best score of a page's languages and versions that makes the English one of today the shown one,
or the newest; of a catalogue's languages the source."""


def collapsed(ordered: Sequence[FileHit]) -> list[FileHit]:
    """Return the ranked hits with each group of near-identical files as one, ranks from 1.

    The file that is shown is not vendored, generated, a test, an example or a translation where another is not,
    then the one nearest to its root, then the first by path, then one that is checked out, then the first by its
    repository's label, as of work trees the one that was added first. Of a page in several languages or versions
    it is the best, or the English one of today where that is nearly as good; of messages in several languages the
    best, or the source where that is. It takes place and score of the best of the group, and carries the others in
    that order. Pinned files never stand behind one that is not.
    """
    groups: dict[tuple[str, bool], list[FileHit]] = {}
    for hit in ordered:
        groups.setdefault(group_of(hit), []).append(hit)
    if len(groups) == len(ordered):
        return list(ordered)
    return [_shown(group, rank) for rank, group in enumerate(groups.values(), start=1)]


def group_of(hit: FileHit) -> tuple[str, bool]:
    """Return what files have in common that are shown as one."""
    return hit.likeness or f"\0{hit.file_id}", hit.pinned


def are_one_page(hit: FileHit, others: Sequence[FileHit | Duplicate]) -> bool:
    """Return whether the others are a page in other languages or versions, or messages in others, not copies."""
    if _are_one_catalogue({hit.path, *(other.path for other in others)}):
        return True
    document = Flag.DOCUMENT.value in hit.flags
    page = page_of(hit.path, document=document)
    paths = [other.path for other in others]
    pages = {page_of(path, document=document) for path in paths}
    return is_page(hit.path, document=document) and hit.path not in paths and pages == {page}


def _are_one_catalogue(paths: Collection[str]) -> bool:
    """Return whether these are the same messages in several languages, in one work tree or more."""
    first, *others = {catalogue_of(path) for path in paths}
    return bool(first) and not others and len(paths) > 1 and any(map(is_translation, paths))


def _shown(group: Sequence[FileHit], rank: int) -> FileHit:
    if len(group) == 1:
        return group[0] if group[0].rank == rank else replace(group[0], rank=rank)
    best = group[0]
    if _are_one_catalogue({hit.path for hit in group}):
        shown, *others = sorted(group, key=lambda hit: _of_catalogue(hit, best))
    elif are_one_page(best, group[1:]):
        shown, *others = sorted(group, key=lambda hit: _of_page(hit, best))
    else:
        shown, *others = sorted(group, key=_standing)
    return replace(shown, rank=rank, score=best.score, duplicates=tuple(_duplicates(others)))


def _of_page(hit: FileHit, best: FileHit) -> tuple[bool, bool, tuple[float, ...]]:
    """Return the place of one language or version of a page: nearly as good, English of today, the newest."""
    newest_first = tuple(-number for number in version_of(hit.path))
    return hit.score < NEARLY_AS_GOOD * best.score, is_derived(hit.path), newest_first


def _of_catalogue(hit: FileHit, best: FileHit) -> tuple[object, ...]:
    """Return the place of one language of messages: nearly as good, the source, else the best."""
    worse = hit.score < NEARLY_AS_GOOD * best.score
    score = hit.score if is_translation(hit.path) else 0.0
    return worse, apart_from_source(hit.path), -score, _standing(hit)


def _standing(hit: FileHit) -> tuple[tuple[bool, ...], int, str, bool, str, str]:
    copies = tuple(flag in hit.flags for flag in _COPIES)
    return copies, hit.path.count("/"), hit.path, not hit.root_path, hit.repository, hit.branch


def _duplicates(hits: Iterable[FileHit]) -> Iterable[Duplicate]:
    return (Duplicate(hit.file_id, hit.path, hit.repository, hit.branch) for hit in hits)
