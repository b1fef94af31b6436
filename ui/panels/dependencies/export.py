"""Forms in which a tree can be taken out of the window. Pure."""

import json
from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from search.types.graph import DependencyTree


@dataclass(frozen=True, slots=True)
class ExportForm:
    """A form of a file.

    Attributes:
        suffix: without the dot.
        write: gives the file's text; what it needs is imported when it is called.
    """

    name: str
    suffix: str
    write: Callable[[DependencyTree], str]


def _text(tree: DependencyTree) -> str:
    from search.graph.text import tree_text

    return tree_text(tree)


def _json(tree: DependencyTree) -> str:
    return json.dumps(msgspec.to_builtins(tree), ensure_ascii=False, indent=1) + "\n"


def _graphml(tree: DependencyTree) -> str:
    from search.graph.exports import tree_graphml

    return tree_graphml(tree)


def _dot(tree: DependencyTree) -> str:
    from search.graph.exports import tree_dot

    return tree_dot(tree)


def _mermaid(tree: DependencyTree) -> str:
    from search.graph.exports import tree_mermaid

    return tree_mermaid(tree)


def _svg(tree: DependencyTree) -> str:
    from search.graph.svg import tree_svg

    return tree_svg(tree)


FORMS = (
    ExportForm("Text", "txt", _text),
    ExportForm("Picture", "svg", _svg),
    ExportForm("JSON", "json", _json),
    ExportForm("GraphML", "graphml", _graphml),
    ExportForm("DOT", "dot", _dot),
    ExportForm("Mermaid", "mmd", _mermaid),
)
"""In the order of the menu; those of ``dowse tree``."""


def form_of(file_name: str) -> ExportForm:
    """Return the form that a file's ending asks for; text where it asks for none."""
    suffix = file_name.rpartition(".")[2].lower()
    return next((form for form in FORMS if form.suffix == suffix), FORMS[0])
