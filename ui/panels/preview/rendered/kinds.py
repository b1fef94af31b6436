"""Decides which files can be rendered, and how they are read. Pure."""

from enum import StrEnum

MOST_CHARACTERS = 400_000
"""Longer texts are shown as source: laying them out would take seconds."""

_FROM_TEXT = {"markdown"}
_DOCUMENTS = {
    *("docx", "epub", "pptx", "xlsx", "odt", "ods", "odp", "odg", "rtf", "doc", "ppt", "xls"),
    *("eml", "mbox", "msg", "vcf", "ics", "mhtml"),
}


class Kind(StrEnum):
    """The way in which a file is read for its rendered view."""

    NONE = ""
    MARKDOWN = "markdown"
    OUTLINE = "outline"
    PAGE = "page"
    NOTEBOOK = "notebook"
    PDF = "pdf"


def kind_of(language: str, path: str) -> Kind:
    """Return how a file is rendered; ``language`` is the language that the index gives it."""
    extension = path.rpartition("/")[2].rpartition(".")[2].lower()
    if language in _FROM_TEXT or extension in {"md", "markdown"}:
        return Kind.MARKDOWN
    if language in _DOCUMENTS:
        return Kind.OUTLINE
    if language == "html":
        return Kind.PAGE
    if language == "notebook" or extension == "ipynb":
        return Kind.NOTEBOOK
    return Kind.PDF if language == "pdf" or extension == "pdf" else Kind.NONE
