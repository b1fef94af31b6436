"""``--format``: a tree as text or as a drawing for other programs."""

import argparse
from enum import StrEnum

from app.cli.output import print_json, styled, write
from search.errors import BadInputError
from search.graph.text import Role, tree_text
from search.types.graph import DependencyTree


class Form(StrEnum):
    """How a tree is written."""

    TEXT = "text"
    JSON = "json"
    GRAPHML = "graphml"
    DOT = "dot"
    SVG = "svg"
    MERMAID = "mermaid"


_STYLES = {Role.HEADING: "bold", Role.NAME: "bold", Role.EDGE: "dim", Role.CUT: "dim"}


def add_format(command: argparse.ArgumentParser) -> None:
    """Add the option to a command."""
    command.add_argument("--format", choices=list(Form), default=None, help="text is the default")


def form_of(options: argparse.Namespace) -> Form:
    """Return the form that the options choose.

    Raises:
        BadInputError: ``--json`` and another form.
    """
    if not options.json:
        return Form(options.format or Form.TEXT)
    if options.format not in (None, Form.JSON):
        raise BadInputError("cli.two_formats", format=options.format)
    return Form.JSON


def print_tree(tree: DependencyTree, form: Form, json: object, *, says_nothing: bool = True) -> None:
    """Print a tree; ``json`` is the output for `Form.JSON`, and ``says_nothing`` is as in `tree_text`."""
    if form is Form.JSON:
        print_json(json)
    elif form is Form.TEXT:
        write(tree_text(tree, _painted, says_nothing=says_nothing))
    else:
        write(_drawn(tree, form))


def _painted(text: str, role: Role) -> str:
    return styled(text, _STYLES[role])


def _drawn(tree: DependencyTree, form: Form) -> str:
    if form is Form.SVG:
        from search.graph.svg import tree_svg

        return tree_svg(tree)
    from search.graph.exports import tree_dot, tree_graphml, tree_mermaid

    return {Form.GRAPHML: tree_graphml, Form.DOT: tree_dot, Form.MERMAID: tree_mermaid}[form](tree)
