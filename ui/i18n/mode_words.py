"""What the buttons of exact search are called."""

from collections.abc import Collection

from ui.i18n.language import translate

EXACT, REGEX, MATCH_CASE, WHOLE_WORD = "exact", "regex", "match_case", "whole_word"

MODE_WORDS = {
    EXACT: translate("Find the text exactly"),
    MATCH_CASE: translate("Match case"),
    WHOLE_WORD: translate("Whole words"),
    REGEX: translate("Regular expression"),
}
"""The buttons by name, in the order in which they stand."""


def mode_words(mode: Collection[str]) -> str:
    """Return which buttons are on, given their names; empty for none."""
    return ", ".join(words for name, words in MODE_WORDS.items() if name in mode)
