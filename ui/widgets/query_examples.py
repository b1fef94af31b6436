"""Examples of what can be typed into the search field."""

from ui.i18n.language import translate

EXAMPLES: tuple[tuple[str, str, str], ...] = (
    ('"lost lease"', "kw_text", translate("These words, next to each other")),
    ("-draft", "danger", translate("Not this word")),
    ("path:docs/", "accent", translate("In this folder")),
    ("-path:vendor", "danger", translate("Not in this folder")),
    ("ext:md,rst", "accent", translate("One of these extensions")),
    ("lang:python", "accent", translate("Language")),
    ("repo:relay", "accent", translate("Repository")),
    ("branch:main", "accent", translate("Branch")),
    ("type:adr", "accent", translate("Document type")),
    ("level:critical", "accent", translate("Promotion level")),
    ("sym:LeaseManager", "accent", translate("Where this name is defined")),
    ("is:test", "accent", translate("Tests; or generated, stale, skipped")),
)
"""Example, colour token and explanation."""
