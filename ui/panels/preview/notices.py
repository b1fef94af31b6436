"""Sentences above a text that is not the file on the disk, or not all of it."""

from search.types.files import ONLINE_ONLY
from search.types.status import FileText
from ui.controllers.spot import branch_of
from ui.i18n.language import number, translate
from ui.i18n.size_words import size_words
from ui.panels.preview.rendered.pane import can_render, is_too_long

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
    if text.failure == ONLINE_ONLY:
        return translate(
            "Only a cloud drive has this file now; it was not fetched. This is the text as it was indexed."
        )
    if offline:
        return translate("Its folder cannot be reached. This is the text as it was indexed.")
    if text.failure:
        words = translate("This file cannot be read now: {reason}. This is the text as it was indexed.")
        return words.format(reason=text.failure)
    return translate("This file was deleted. This is the text as it was indexed.")


def excerpt_notice(first: int, last: int, count: int, *, truncated: bool = False) -> str:
    """Return which of ``count`` lines are shown, both ends inclusive; a truncated file has more lines."""
    words = translate("Lines {first} to {last} of {count}.")
    if truncated:
        words = translate("Lines {first} to {last} of more than {count}.")
    return words.format(first=number(first), last=number(last), count=number(count))


def length_notice(text: FileText) -> str:
    """Return what the length of a file prevents, else nothing."""
    if text.truncated:
        return translate("Only the beginning of this file can be shown.")
    if can_render(text) and is_too_long(text):
        return translate("This file is too long to be laid out; this is its source.")
    return ""


def no_text(text: FileText) -> str:
    """Return why there is no text to show."""
    if text.failure == ONLINE_ONLY:
        words = translate("{size}. Only a cloud drive has this file. It is indexed once it is on this computer.")
        return words.format(size=size_words(text.size_bytes))
    if text.failure:
        words = translate("{size}. This file could not be indexed: {reason}")
        return words.format(size=size_words(text.size_bytes), reason=text.failure)
    if text.size_bytes:
        return translate("{size}. This file is not text.").format(size=size_words(text.size_bytes))
    return translate("This file is empty.")
