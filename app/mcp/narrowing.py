"""Arguments that narrow a search, checked against the folders that the agent may see."""

import posixpath
import re
from collections.abc import Iterable, Sequence
from urllib.parse import unquote

from app.mcp.engine_session import EngineSession
from app.mcp.queries import all_of, any_of, items_of
from search.errors import BadInputError, NotFoundError
from search.types.files import Root

MOST_NAMED = 20
"""Labels of repositories that an error lists."""

MOST_FOLDERS = 5
"""Folders that an error lists."""

_EVERYTHING = frozenset((".", "./", "*", "**", "**/*", "./**", "./**/*"))
"""Paths and labels by which a model narrows to nothing less than all there is."""

_SIGNS = re.compile(r"[\W_]+")


def narrowed(
    asking: EngineSession,
    *,
    path: Sequence[str] | str | None,
    repository: Sequence[str] | str | None,
    language: Sequence[str] | str | None = None,
) -> str:
    """Return the filters of a search.

    A repository may be written in other letters or be the path of its folder, and a path may be absolute or an
    address ``file://``.

    Raises:
        NotFoundError: no repository is called so: a search would only say that it found nothing.
        BadInputError: a path leads out of the folders, or a value cannot be in a filter.
    """
    roots = [status.root for status in asking.core.roots(asking.access)] if path or repository else []
    paths, repositories = _values("path", path), _values("repository", repository)
    if paths and not repositories and all(map(is_absolute, paths)):
        placed = [split_path(each, roots) for each in paths]
        repositories = list(dict.fromkeys(root.repository for root, _ in placed))
        paths = [below for _, below in placed] if all(below for _, below in placed) else []
    branches = {root.name: root.branch for root in roots if root.from_git}
    return all_of(
        any_of("language", "lang", items_of(language)),
        any_of("path", "path", [relative_path(each, roots) for each in paths]),
        any_of("repository", "repo", [label_of(each, roots) for each in repositories]),
        any_of("repository", "branch", [branches[each] for each in repositories if each in branches]),
    )


def label_of(name: str, roots: Sequence[Root]) -> str:
    """Return the label of a repository that is named by it, by ``LABEL@BRANCH``, its folder or its address.

    ``OWNER/LABEL`` and ``https://.../LABEL.git`` name the repository that is called ``LABEL`` here.

    Raises:
        NotFoundError: no repository is called so; the remedy names those that there are.
    """
    for root in roots:
        if name.rstrip("/") in (root.repository, f"{root.repository}@{root.branch}", root.path):
            return root.repository
    labels = {root.repository: _letters(root.repository) for root in roots}
    last = name.rstrip("/").removesuffix(".git").rpartition("/")[2]
    for letters in (_letters(name), _letters(last)):
        same_letters = [label for label, each in labels.items() if each == letters]
        if len(same_letters) == 1:
            return same_letters[0]
    raise NotFoundError("graph.no_repository", name=name[:200], known=known_labels(roots))


def known_labels(roots: Iterable[Root]) -> str:
    """Return the labels of repositories for an error."""
    labels = sorted({root.repository for root in roots})
    more = len(labels) - MOST_NAMED
    return ", ".join(labels[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "") or "none"


def relative_path(path: str, roots: Iterable[Root]) -> str:
    """Return a path as the index has it: below its folder, without ``./``, also for one that is absolute.

    Raises:
        BadInputError: it leads out of the folders that the agent may see.
    """
    if not is_absolute(path):
        return _plain(path, path)
    return _plain(split_path(path, roots)[1], path)


def split_path(path: str, roots: Iterable[Root]) -> tuple[Root, str]:
    """Return the innermost folder around an absolute path, and the path below it.

    Raises:
        BadInputError: there is none.
    """
    typed = path.replace("\\", "/") + "/"
    folders = {root.folder.replace("\\", "/").rstrip("/") + "/": root for root in roots if root.folder}
    around = [folder for folder in folders if below_folder(typed, folder) is not None]
    if not around:
        known = ", ".join(sorted(folder.rstrip("/") for folder in folders)[:MOST_FOLDERS]) or "none"
        raise BadInputError("mcp.path_outside_folders", path=repr(path), folders=known)
    folder = max(around, key=len)
    return folders[folder], _plain((below_folder(typed, folder) or "").removesuffix("/"), path)


def without_scheme(path: str) -> str:
    """Return the path that an address such as ``file:///home/me/a%20b.py`` names; any other text as it is."""
    if not path.startswith("file://"):
        return path
    absolute = unquote(path.removeprefix("file://").removeprefix("localhost"))
    return absolute[1:] if _on_a_drive(absolute[1:]) else absolute


def below_folder(path: str, folder: str) -> str | None:
    """Return the rest of an absolute path below a folder that ends with ``/``; None for one outside of it.

    On a drive of Windows the case of letters means nothing: some editors write ``c:`` where others write ``C:``.
    """
    head, rest = path[: len(folder)], path[len(folder) :]
    is_inside = head == folder or (_on_a_drive(folder) and head.casefold() == folder.casefold())
    return rest if is_inside else None


def is_absolute(path: str) -> bool:
    """Return whether a path begins at the root of a disk or at somebody's home."""
    return path.startswith(("/", "\\", "~")) or _on_a_drive(path)


def _on_a_drive(path: str) -> bool:
    return re.match(r"[A-Za-z]:[\\/]", path) is not None


def _plain(path: str, typed: str) -> str:
    """Return a path without ``./``; refuse what is no path below a folder, so that the error says why."""
    parts = path.replace("\\", "/").split("/")
    if ".." in parts or is_absolute(path):
        raise BadInputError("mcp.path_outside", path=repr(typed))
    return posixpath.normpath(path) + ("/" if path.endswith("/") else "") if "." in parts else path


def _values(argument: str, values: Sequence[str] | str | None) -> list[str]:
    any_of(argument, argument, values)
    items = list(map(without_scheme, items_of(values)))
    return [] if _EVERYTHING.intersection(items) else items


def _letters(name: str) -> str:
    return _SIGNS.sub("", name).casefold()
