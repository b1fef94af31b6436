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

_LOCKING = re.compile(
    rb"\b(?:[A-Z]+_)?(?:(?:EXCLUSIVE_|SHARED_)?LOCKS_(?:REQUIRED|EXCLUDED)|LOCK_RETURNED"
    rb"|(?:EXCLUSIVE_|SHARED_)(?:TRY)?LOCK_FUNCTION|UNLOCK_FUNCTION|(?:PT_)?GUARDED_BY|ACQUIRED_(?:AFTER|BEFORE)"
    rb"|SCOPED_LOCKABLE|NO_THREAD_SAFETY_ANALYSIS)\b(?:[ \t]*\([^()\n]*\))?"
)
"""Attributes of clang's thread safety analysis, which follow a declaration."""


def is_cplusplus(text: str) -> bool:
    """Return whether a header that may be one of C is one of C++."""
    return _CPLUSPLUS.search(text) is not None


def without_macros(source: bytes) -> bytes:
    """Return C++ in which macros are blanks that a declaration parses with, but as another; all places stay.

    With one before its name a class reads as a function, with one behind its name a member does.
    """
    source = _EXPORTED.sub(lambda match: _blanked(match.group(), match.start(1) - match.start()), source)
    return _LOCKING.sub(lambda match: _behind_declaration(source, match), source)


def _behind_declaration(source: bytes, macro: re.Match[bytes]) -> bytes:
    line = source[source.rfind(b"\n", 0, macro.start()) + 1 : macro.start()]
    return macro.group() if line.lstrip().startswith(b"#") else b" " * len(macro.group())


def _blanked(text: bytes, start: int) -> bytes:
    return text[:start] + b" " * (len(text) - start)
