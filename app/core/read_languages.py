"""Languages of which the graph has definitions and does not know what uses them."""

from collections.abc import Iterable

from resources.languages import is_template, languages
from search.types.graph_queries import UnreadFile


def reads_definitions_alone(language: str) -> bool:
    """Return whether the graph knows what the files of a language define, but not what they depend on."""
    known = languages().get(language)
    return known is not None and known.coverage == "definitions"


def unread_note(language: str) -> str:
    """Return a sentence that what files of a language depend on is not read; empty where it is."""
    if not reads_definitions_alone(language):
        return ""
    return f"What {languages()[language].label} files depend on is not read."


def template_note(path: str) -> str:
    """Return a sentence that the dependencies of templates are not read; empty for a file that is none."""
    return "What templates load, and which code shows them, is not read." if is_template(path) else ""


def without_uses(files: Iterable[UnreadFile]) -> tuple[str, ...]:
    """Return those languages of some files, sorted."""
    return tuple(sorted({each.language for each in files if reads_definitions_alone(each.language)}))
