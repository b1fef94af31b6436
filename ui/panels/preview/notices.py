"""Sentences above a text that is not the file on the disk, or not all of it."""

from search.types.status import FileText
from ui.controllers.spot import branch_of
from ui.i18n.language import number, translate

IN_GIT = "git"
"""`FileText.source` of a file on a branch that is not checked out."""

INDEXED = "index"
"""`FileText.source` of a file that is gone from the disk."""


def origin_notice(text: FileText, *, offline: bool) -> str:
    """Return where a text is from if it is not the file on the disk, else nothing."""
    if text.source == IN_GIT:
        words = translate("This is the file on the branch {branch}, which is not checked out.")
        return words.format(branch=branch_of(text.file_id))
    if text.source != INDEXED:
        return ""
    if offline:
        return translate("Its folder cannot be reached. This is the text as it was indexed.")
    return translate("This file was deleted. This is the text as it was indexed.")


def excerpt_notice(first: int, last: int, count: int) -> str:
    """Return which of ``count`` lines are shown; both ends are inclusive."""
    words = translate("Lines {first} to {last} of {count}.")
    return words.format(first=number(first), last=number(last), count=number(count))
