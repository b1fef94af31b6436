"""Saved searches after a folder was split into repositories, or has another label or branch."""

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from search.query.edit import filter_values, with_filter, without_filter
from search.types.files import Root
from search.types.ids import file_id
from ui.panels.saved.store import SavedSearch, Searches

_FILTER = "repo"


def followed(searches: Searches, roots: Sequence[Root]) -> Searches:
    """Return the searches with the labels that their folders have in these roots.

    A folder that a search names may have another label now. Where repositories inside it became roots of their
    own, the search names these too: its results lie there.
    """
    now = {root.folder: root for root in roots if root.folder}
    if not now:
        return searches
    before = dict(searches.folders) or _outermost(now.values())
    first = not searches.folders
    saved: dict[tuple[str, tuple[str, ...]], SavedSearch] = {}
    for search in searches.saved:
        text = search.text
        for label, negated in filter_values(text, _FILTER):
            if label in before:
                text = _renamed(text, label, _labels_now(search, label, before, now, first=first), negated=negated)
        known = tuple(_file_now(file, before, now) for file in search.known)
        name = text if search.name == search.text else search.name
        saved.setdefault((text, search.mode or ()), replace(search, name=name, text=text, known=known))
    return replace(searches, saved=tuple(saved.values()), folders=_folders(before, now.values()))


def files_now(files: Sequence[str], searches: Searches, roots: Sequence[Root]) -> tuple[str, ...]:
    """Return the identifiers that files of an answer have in these roots, which may have been split since."""
    before, now = dict(searches.folders), {root.folder: root for root in roots if root.folder}
    return tuple(_file_now(file, before, now) for file in files)


def _outermost(roots: Collection[Root]) -> dict[str, str]:
    """Return label and folder of the roots that are in no other root, as if these had not been split."""
    tops = [f"{root.folder.rstrip(os.sep)}{os.sep}" for root in roots]
    return {root.repository: root.folder for root in roots if not root.folder.startswith(tuple(tops))}


def _folders(before: Mapping[str, str], roots: Iterable[Root]) -> tuple[tuple[str, str], ...]:
    """Return labels and folders, with those of folders that are no roots now and may become roots again."""
    now = {root.repository: root.folder for root in roots}
    missing = {label: path for label, path in before.items() if label not in now and path not in now.values()}
    return tuple(sorted({**missing, **now}.items()))


def _labels_now(
    search: SavedSearch, label: str, before: Mapping[str, str], now: Mapping[str, Root], *, first: bool
) -> tuple[str, ...]:
    """Return the labels that a search names in place of this one.

    If the folder contained other roots before, or if that is not known (``first``), a new root is named only where
    the search had results in it.
    """
    folder = before[label]
    inside = f"{folder.rstrip(os.sep)}{os.sep}"
    had_inner = first or any(path.startswith(inside) for path in before.values())
    own = (now[folder].repository,) if folder in now else (label,)
    inner = (
        root.repository
        for path, root in now.items()
        if path.startswith(inside)
        and path not in before.values()
        and (not had_inner or _has_results_in(search, label, path.removeprefix(inside)))
    )
    return (*own, *inner)


def _has_results_in(search: SavedSearch, label: str, folder: str) -> bool:
    below = f":file:{folder.replace(os.sep, '/')}/"
    return any(file.startswith(f"{label}@") and below in file for file in search.known)


def _renamed(text: str, label: str, labels: Sequence[str], *, negated: bool) -> str:
    for new in labels:
        if (new, negated) not in filter_values(text, _FILTER):
            text = with_filter(text, _FILTER, new, negated=negated)
    return text if label in labels else without_filter(text, _FILTER, label)


def _file_now(file: str, before: Mapping[str, str], now: Mapping[str, Root]) -> str:
    """Return the identifier that a file has now; it stays where no root has the file."""
    scope, _, path = file.partition(":file:")
    label = scope.partition("@")[0]
    if label not in before or not path:
        return file
    absolute = os.path.join(before[label], *path.split("/"))  # noqa: PTH118 -- no Path for each of thousands
    folder = absolute
    while folder not in now:
        above = os.path.dirname(folder)  # noqa: PTH120 -- as above
        if above == folder:
            return file
        folder = above
    root = now[folder]
    inner = absolute[len(folder) :].strip(os.sep).replace(os.sep, "/")
    return file_id(root.repository, root.branch, inner)
