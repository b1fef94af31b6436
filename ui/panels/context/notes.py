"""What the pane says about an answer beside its pieces: where it is from, its notes, what did not fit."""

from collections.abc import Sequence

from search.types.context import ContextAnswer, LeftOut
from search.types.ids import NO_BRANCH
from ui.i18n.core_messages import core_words
from ui.i18n.language import counted
from ui.panels.context.pieces import short

NAMED = 5
"""Texts that did not fit and are named in the line, as the command names them."""

MOST_IN_TIP = 40
"""As many more as a tooltip has room for."""


def about_line(answer: ContextAnswer) -> str:
    """Return the scope of an answer and its notes; empty where it has neither."""
    branch = "" if answer.branch == NO_BRANCH else f"@{answer.branch}"
    scope = f"{answer.repository}{branch}" if answer.repository else ""
    return "  ".join(part for part in (scope, *(core_words(note) for note in answer.notes)) if part)


def left_out_line(items: Sequence[LeftOut]) -> str:
    """Return how many texts the budget did not hold, and the first of them; empty for none."""
    if not items:
        return ""
    names = ", ".join(left_out_name(item) for item in items[:NAMED])
    return f"{counted(len(items), '{n} text did not fit', '{n} texts did not fit')}: {names}"


def left_out_name(item: LeftOut) -> str:
    """Return a text that did not fit with its tokens."""
    return f"{short(item.id)} ({counted(item.tokens, '{n} token', '{n} tokens')})"
