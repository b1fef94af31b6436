"""Names of the kinds of definitions. The core has them in English, and answers in JSON keep them so."""

from ui.i18n.language import translate

SENTENCES = (
    "annotation",
    "class",
    "constant",
    "constructor",
    "delegate",
    "dependency",
    "enum",
    "extension",
    "field",
    "file",
    "function",
    "interface",
    "macro",
    "method",
    "module",
    "namespace",
    "object",
    "package",
    "page",
    "procedure",
    "property",
    "protocol",
    "record",
    "route",
    "section",
    "statement",
    "struct",
    "table",
    "trait",
    "trigger",
    "type",
    "union",
    "view",
)


def kind_words(kind: str) -> str:
    """Return the name of a kind in the language of the window; one that is not known stays as it is."""
    return translate(kind) if kind else ""
