"""Collapses near-identical files, and the languages of a page or message catalogue, into one result.

The functions are pure, because the window collapses again for every step of the slider.
"""

import posixpath
import re
from collections.abc import Collection, Iterable, Sequence

from msgspec.structs import replace

from search.analysis.catalogues import apart_from_source, catalogue_of, is_translation
from search.analysis.pages import is_derived, is_page, page_of, version_of
from search.types.files import Flag
from search.types.results import Duplicate, FileHit

_COPIES = tuple(flag.value for flag in (Flag.VENDORED, Flag.GENERATED, Flag.TEST, Flag.EXAMPLE, Flag.TRANSLATION))
"""Kinds of file that are not shown if another copy exists, the least suitable first."""

_NAME_OF_COPY = re.compile(
    r"(?:[ _.(-]{1,3}(?:copy|kopie|copie)(?:[ _-]?\(?\d{1,4}\)?)?\)?|[ _]?\(\d{1,4}\))$", re.IGNORECASE
)
"""End of the names, without the extension, that file managers and browsers give to copies: ``Lease (Copy 2)``."""

_RENDERED = "html"
"""Language of pages that are made of other documents, which are shown rather."""

NEARLY_AS_GOOD = 0.8
"""Share of the group's best score from which the preferred file is shown.

Preferred are the current English version of a page or else the newest, and the source of a message catalogue."""


def collapsed(ordered: Sequence[FileHit]) -> list[FileHit]:
    """Return the ranked hits with each group of near-identical files as one hit, ranks from 1.

    The shown file is preferably not vendored, generated, a test, an example or a translation, and not called a
    copy; then the one nearest to its root, the first by path, one that is checked out, and the first by repository
    label, which among work trees is the one added first. For a page in several languages or versions the best hit
    is shown, or the current English one if it is nearly as good; for a message catalogue the best hit, or the
    source if it is nearly as good. The shown file gets the rank and score of the best of its group and lists the
    others in that order.
    A pinned file is never a duplicate of one that is not, and neither is a file that uses what the query names.
    """
    groups: dict[tuple[str, bool, bool], list[FileHit]] = {}
    for hit in ordered:
        groups.setdefault(group_of(hit), []).append(hit)
    if len(groups) == len(ordered):
        return list(ordered)
    return [_shown(group, rank) for rank, group in enumerate(groups.values(), start=1)]


def group_of(hit: FileHit) -> tuple[str, bool, bool]:
    """Return the key that files shown as one result share."""
    return hit.duplicate_group or f"\0{hit.file_id}", hit.pinned, hit.uses


def are_one_page(hit: FileHit, others: Sequence[FileHit | Duplicate]) -> bool:
    """Return whether the others are other languages or versions of a page or catalogue, rather than copies."""
    if _are_one_catalogue({hit.path, *(other.path for other in others)}):
        return True
    document = Flag.DOCUMENT.value in hit.flags
    page = page_of(hit.path, document=document)
    paths = [other.path for other in others]
    pages = {page_of(path, document=document) for path in paths}
    return is_page(hit.path, document=document) and hit.path not in paths and pages == {page}


def _are_one_catalogue(paths: Collection[str]) -> bool:
    """Return whether the paths are one message catalogue in several languages, in one or more work trees."""
    first, *others = {catalogue_of(path) for path in paths}
    return bool(first) and not others and len(paths) > 1 and any(map(is_translation, paths))


def _shown(group: Sequence[FileHit], rank: int) -> FileHit:
    if len(group) == 1:
        return group[0] if group[0].rank == rank else replace(group[0], rank=rank)
    best = group[0]
    if _are_one_catalogue({hit.path for hit in group}):
        shown, *others = sorted(group, key=lambda hit: _catalogue_key(hit, best))
    elif are_one_page(best, group[1:]):
        shown, *others = sorted(group, key=lambda hit: _page_key(hit, best))
    else:
        shown, *others = sorted(group, key=_copy_key)
    return replace(
        shown,
        rank=rank,
        rank_score=best.rank_score,
        parts=best.parts,
        scale=best.scale,
        duplicates=tuple(_duplicates(others)),
    )


def _page_key(hit: FileHit, best: FileHit) -> tuple[bool, bool, tuple[float, ...]]:
    """Return the sort key of a version of a page: nearly as good, current English, newest."""
    newest_first = tuple(-number for number in version_of(hit.path))
    return hit.rank_score < NEARLY_AS_GOOD * best.rank_score, is_derived(hit.path), newest_first


def _catalogue_key(hit: FileHit, best: FileHit) -> tuple[object, ...]:
    """Return the sort key of a language of a catalogue: nearly as good, the source, then the best."""
    worse = hit.rank_score < NEARLY_AS_GOOD * best.rank_score
    score = hit.rank_score if is_translation(hit.path) else 0.0
    return worse, apart_from_source(hit.path), -score, _copy_key(hit)


def _copy_key(hit: FileHit) -> tuple[tuple[bool, ...], bool, bool, int, str, bool, str, str]:
    copies = tuple(flag in hit.flags for flag in _COPIES)
    name, _ = posixpath.splitext(posixpath.basename(hit.path))
    return (
        copies,
        bool(_NAME_OF_COPY.search(name)),
        hit.language == _RENDERED,
        hit.path.count("/"),
        hit.path,
        not hit.root_path,
        hit.repository,
        hit.branch,
    )


def _duplicates(hits: Iterable[FileHit]) -> Iterable[Duplicate]:
    return (Duplicate(hit.file_id, hit.path, hit.repository, hit.branch) for hit in hits)
