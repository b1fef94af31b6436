"""Which words of a question tell the files of one root apart."""

from collections.abc import Iterable

from search.retrieval.corpus import name_stems

_FOLDERS = 5
"""How many folders of a root's path name what is in it, as of ``zod/packages/zod/src/core``."""
_OF_ANY_MACHINE = frozenset({"home", "users", "documents", "desktop", "code", "projects", "work", "data"})
"""Folders above all that a person has: a question may well be about a home or a user."""


def discriminating_stems(stems: Iterable[str], repository: str, root_path: str) -> frozenset[str]:
    """Return the stems without those of the repository's own name and of the root's last folders.

    In a repository called ``orders`` every question names orders, and so do many files that do not answer it
    (+0.005 NDCG@10). When nothing else was asked, all of them are returned.
    """
    asked = frozenset(stems)
    parts = root_path.replace("\\", "/").split("/")[-_FOLDERS:]
    folders = (part for part in parts if part.lower() not in _OF_ANY_MACHINE)
    return asked.difference(name_stems(" ".join((repository, *folders)))) or asked
