"""C#: the views that an action of ASP.NET names, ``View("Other", model)`` and ``PartialView("_Row")``."""

from collections.abc import Iterator

from tree_sitter import Node

from indexer.facts.model import NO_OWNER, Link
from indexer.facts.syntax import Match, line_of, text_of

VIEW_LINK = "view"
"""Kind of a link to a page, by its name or path as written."""

SHOWING = frozenset(("View", "PartialView"))
"""Methods of a controller that show the page of its action, or the page that they name."""

_NAMED = "viewName"
_OWN = frozenset(("this", "base"))


def view_links(match: Match, written: str, owner: int) -> Iterator[Link]:
    """Yield the pages that a call names; none where it names none, or a name that only a run knows."""
    function = match.parts["function"][0]
    receiver = text_of(function.child_by_field_name("expression"))
    if owner == NO_OWNER or written not in SHOWING or (receiver and receiver not in _OWN):
        return
    arguments = [each for each in match.parts["arguments"][0].named_children if each.type == "argument"]
    named = [each for each in arguments if text_of(each.child_by_field_name("name")) == _NAMED]
    for argument in (named or [each for each in arguments if each.child_by_field_name("name") is None])[:1]:
        for text in _texts(argument.named_children[-1]):
            yield Link(owner, text, VIEW_LINK, line_of(match.node))


def _texts(value: Node) -> Iterator[str]:
    """Yield the text that a literal is, or those between which a condition chooses."""
    if value.type == "conditional_expression":
        for side in ("consequence", "alternative"):
            chosen = value.child_by_field_name(side)
            if chosen is not None:
                yield from _texts(chosen)
    elif value.type in {"string_literal", "verbatim_string_literal"}:
        name = text_of(value).lstrip("@").strip('"')
        if name:
            yield name
