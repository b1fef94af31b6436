"""File formats in which a tree can be exported. Pure."""

import json
from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from search.types.graph import DependencyTree
from search.types.tree_answer import TreeAnswer


@dataclass(frozen=True, slots=True)
class ExportForm:
    """A file format.

    Attributes:
        suffix: extension without the dot.
        write: returns the text of the file; it imports what it needs when it is called.
    """

    name: str
    suffix: str
    write: Callable[[DependencyTree], str]


def _text(tree: DependencyTree) -> str:
    from search.graph.text import tree_text

    return tree_text(tree)


def _json(tree: DependencyTree) -> str:
    return json.dumps(msgspec.to_builtins(TreeAnswer.of(tree)), ensure_ascii=False, indent=1) + "\n"


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
"""The formats of ``dowse tree``, in the order of the menu."""


def form_of(file_name: str) -> ExportForm:
    """Return the format for the extension of a file; text if the extension is unknown."""
    suffix = file_name.rpartition(".")[2].lower()
    return next((form for form in FORMS if form.suffix == suffix), FORMS[0])
