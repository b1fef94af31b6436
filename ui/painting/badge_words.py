"""Texts of badges. They stay in English until they are shown, because their colours depend on them."""

from ui.i18n.language import translate

SENTENCES = (
    "critical",
    "important",
    "test",
    "deprecated",
    "generated",
    "vendored",
    "translation",
    "example",
    "external",
    "deleted",
    "offline",
    "changed",
    "favourite",
    "note",
    "new",
    "moved",
    "cycle",
    "shown above",
    "shown below",
    "ambiguous",
)


def badge_words(badge: str) -> str:
    """Return the text of a badge in the language of the window; names and numbers stay as they are."""
    return translate(badge) if badge else ""
