"""Texts about an answer in addition to its pieces: its scope, its notes and what did not fit."""

from collections.abc import Sequence

from search.types.context import ContextAnswer, LeftOut
from search.types.ids import NO_BRANCH
from ui.i18n.language import counted, message_text
from ui.panels.context.pieces import short

NAMED = 5
"""Most texts that the line names, as in the output of the command."""

MOST_IN_TIP = 40
"""Most texts that fit into a tooltip."""


def about_line(answer: ContextAnswer) -> str:
    """Return the scope of an answer and its notes; empty if it has neither."""
    branch = "" if answer.branch == NO_BRANCH else f"@{answer.branch}"
    scope = f"{answer.repository}{branch}" if answer.repository else ""
    return "  ".join(part for part in (scope, *(message_text(note) for note in answer.notes)) if part)


def left_out_line(items: Sequence[LeftOut]) -> str:
    """Return how many texts did not fit into the budget, and the first of them; empty for none."""
    if not items:
        return ""
    names = ", ".join(left_out_name(item) for item in items[:NAMED])
    return f"{counted(len(items), '{n} text did not fit', '{n} texts did not fit')}: {names}"


def left_out_name(item: LeftOut) -> str:
    """Return the name of a text that did not fit, and its number of tokens."""
    return f"{short(item.id)} ({counted(item.tokens, '{n} token', '{n} tokens')})"
