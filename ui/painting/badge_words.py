"""What badges say: they are English words until they are shown, since colours go by them."""

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
    """Return what a badge says in the window's language; a name or a number in it stays."""
    return translate(badge) if badge else ""
