"""Resolves a plain name to its commit, for clients that may not use git's whole revision syntax."""

import re
from pathlib import Path

from search.errors import BadInputError
from search.storage.git.command import git_output
from search.storage.git.objects import tip_of

_REMEDY = "git.name_changes"

_PLAIN = re.compile(
    r"(?P<name>[^\x00-\x20\x7f~^:?*\[\]\\@{}-][^\x00-\x20\x7f~^:?*\[\]\\@{}]*)(?P<steps>(?:[~^]\d{0,6})*)"
)
"""A name of a branch, tag or commit, then steps to ancestors. Git's other forms read messages, files and logs."""

_HASH = re.compile(r"[0-9a-f]{7,64}")
"""A hash of a commit. Shorter abbreviations could be guessed."""


def reachable_commit(folder: Path, revision: str) -> str:
    """Return the hash of the commit that a branch, tag or hash with ``~N`` or ``^N`` names, else nothing.

    Only commits in the history of ``HEAD``, a branch or a tag count. A dropped commit, a stash or an object that
    is no commit is as one that does not exist.

    Raises:
        BadInputError: the folder is in no repository.
        MissingExtraError: there is no git.
    """
    match = _PLAIN.fullmatch(revision)
    if match is None or ".." in match["name"]:
        return ""
    start = "HEAD" if match["name"] == "HEAD" else tip_of(folder, match["name"])
    if not start and _HASH.fullmatch(match["name"]):
        start = _in_a_history(folder, match["name"])
    return _peeled(folder, f"{start}{match['steps']}") if start else ""


def _in_a_history(folder: Path, name: str) -> str:
    """Return the commit with this hash if ``HEAD``, a branch or a tag leads to it."""
    commit = _peeled(folder, name)
    if not commit:
        return ""
    refs = ("refs/heads", "refs/remotes", "refs/tags")
    if git_output(folder, "for-each-ref", "--count=1", f"--contains={commit}", *refs, remedy=_REMEDY):
        return commit
    try:
        git_output(folder, "merge-base", "--is-ancestor", commit, "HEAD", remedy=_REMEDY)
    except BadInputError:
        return ""
    return commit


def _peeled(folder: Path, name: str) -> str:
    """Return the commit that an expression without other syntax than ``~`` and ``^`` leads to."""
    command = ("rev-parse", "--quiet", "--verify", "--end-of-options", f"{name}^{{commit}}")
    try:
        return git_output(folder, *command, remedy=_REMEDY).decode("ascii").strip()
    except BadInputError:
        return ""
