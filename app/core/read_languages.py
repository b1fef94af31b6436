"""Languages of which the graph does not know what their files depend on."""

from collections.abc import Iterable

from resources.languages import is_template, languages
from search.types.graph import DependencyTree
from search.types.graph_queries import UnreadFile


def reads_definitions_alone(language: str) -> bool:
    """Return whether the graph knows what the files of a language define, but not what they depend on."""
    known = languages().get(language)
    return known is not None and known.coverage == "definitions"


def unread_note(language: str) -> str:
    """Return a sentence that what files of a language depend on is not read; empty where it is."""
    known = languages().get(language)
    is_unread = known is not None and known.coverage in {"definitions", "none"}
    return f"What {known.label} files depend on is not read." if known is not None and is_unread else ""


def tree_note(tree: DependencyTree) -> str:
    """Return a sentence that what the root of a tree depends on is not read; empty where it is."""
    is_empty = len(tree.nodes) == 1
    return unread_note(tree.language) or (template_note(tree.nodes[0].path) if is_empty else "")


def template_note(path: str) -> str:
    """Return a sentence that the dependencies of templates are not read; empty for a file that is none."""
    return "What templates load, and which code shows them, is not read." if is_template(path) else ""


def without_uses(files: Iterable[UnreadFile]) -> tuple[str, ...]:
    """Return those languages of some files, sorted."""
    return tuple(sorted({each.language for each in files if reads_definitions_alone(each.language)}))
