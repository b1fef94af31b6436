"""C++ that a grammar without a preprocessor stumbles over: headers named like C's, macros inside declarations."""

import re

_CPLUSPLUS = re.compile(
    r"^[ \t]*(?:class[ \t]+\w[\w \t]*(?:[:{;]|$)|namespace\b[\w: \t]*\{|template[ \t]*<"
    r"|(?:public|private|protected)[ \t]*:[ \t]*$|using[ \t]+(?:namespace\b|\w+[ \t]*=))",
    re.MULTILINE,
)
"""What begins a line of C++ and none of C."""

_EXPORTED = re.compile(
    rb"\b(?:class|struct|union)[ \t]+([A-Z][A-Z0-9_]{2,})(?=[ \t]+[A-Za-z_][\w:]*\s*(?:final\b\s*)?[:{<])"
)
"""``class SHOP_EXPORT Cart {``: the macro before the name says how it is linked."""


def is_cplusplus(text: str) -> bool:
    """Return whether a header that may be one of C is one of C++."""
    return _CPLUSPLUS.search(text) is not None


def without_macros(source: bytes) -> bytes:
    """Return C++ in which a macro between ``class`` and its name is blanks; all places stay.

    Without that a class reads as a function, and nothing says that it does not parse.
    """
    return _EXPORTED.sub(lambda found: _blanked(found.group(), found.start(1) - found.start()), source)


def _blanked(text: bytes, start: int) -> bytes:
    return text[:start] + b" " * (len(text) - start)
