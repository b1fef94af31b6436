"""Words and kinds that readers of several languages tell apart."""

NAMES = frozenset(("identifier", "shorthand_property_identifier"))
"""Node types of a name that stands alone."""

HOLDERS = frozenset(
    (
        "class",
        "interface",
        "struct",
        "record",
        "enum",
        "trait",
        "impl",
        "annotation",
        "union",
        "object",
        "protocol",
    )
)
"""Kinds whose functions are methods."""

INFERRED = frozenset(("var", "auto", "let", "val", "any", "unknown"))
"""Words instead of a type that leave it to the value."""
