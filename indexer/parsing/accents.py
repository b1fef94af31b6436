"""Accents that a PDF document draws as characters of their own, as fonts without accented letters need it.

People type some of these signs for something else: an acute accent for an apostrophe, a circumflex and a tilde
in code and formulas. Such a sign joins two words if it is read as an accent, so these have rules of their own.
"""

import re
import unicodedata

_COMBINING = {
    "\N{DIAERESIS}": "\N{COMBINING DIAERESIS}",
    "\N{ACUTE ACCENT}": "\N{COMBINING ACUTE ACCENT}",
    "\N{MODIFIER LETTER CIRCUMFLEX ACCENT}": "\N{COMBINING CIRCUMFLEX ACCENT}",
    "\N{SMALL TILDE}": "\N{COMBINING TILDE}",
    "\N{CARON}": "\N{COMBINING CARON}",
    "\N{BREVE}": "\N{COMBINING BREVE}",
    "\N{RING ABOVE}": "\N{COMBINING RING ABOVE}",
    "\N{DOUBLE ACUTE ACCENT}": "\N{COMBINING DOUBLE ACUTE ACCENT}",
    "\N{CEDILLA}": "\N{COMBINING CEDILLA}",
}
"""Accents that stand alone, each with the one that belongs to a letter.

Macrons and dots are left out: formulas have them, and some fonts draw an underscore as a dot. So are backquotes,
which quotations and code have.
"""

_DOTLESS_I = "\N{LATIN SMALL LETTER DOTLESS I}"
_DOTLESS = {_DOTLESS_I: "i", "\N{LATIN SMALL LETTER DOTLESS J}": "j"}

_LETTER = r"[^\W\d_]"
_BEGINS = rf"(?<![\w{''.join(_COMBINING)}])"
"""Beginning of a word."""

_PLAIN = rf"""
(?:(?<={_LETTER})(?<!{_BEGINS}[a-z])(?P<apart>[ ]))?
[\N{{DIAERESIS}}\N{{CARON}}\N{{BREVE}}\N{{RING ABOVE}}\N{{DOUBLE ACUTE ACCENT}}\N{{CEDILLA}}]
(?(apart)[ ](?={_LETTER}{{2}}))
"""
"""What is nothing but an accent; some documents have spaces around it inside a word."""

_ACUTE = "\N{ACUTE ACCENT}"
_SHORTENED = rf"{_BEGINS}[aeiouxydlcjmnst]", "qu", "[aeou]ll", f"{_BEGINS}un", "quest", "sant", "tutt"
"""What is in front of an apostrophe in French and Italian, and letters that stand for themselves."""

_ACUTE_INSIDE = rf"""
(?<={_LETTER}) (?P<around>[ ]?) {_ACUTE}(?P=around) (?={_DOTLESS_I})
| (?<={_LETTER}) (?i:{"".join(f"(?<!{word})" for word in _SHORTENED)})
  (?:(?<!{_BEGINS}{_LETTER}) | (?=[ ]?{_ACUTE}[ ]?{_LETTER}[^\W\d_]))
  (?P<beside>[ ]?) {_ACUTE}(?P=beside)
  (?i:(?=[aeiouyc] | [nsz](?=[cdklmnpsw](?!h)) | s{_ACUTE}c))
"""
"""Few consonants bear it, and mostly before others: ``s``, ``m``, ``re`` and ``ll`` follow an apostrophe."""

_ACUTE_IN_FRONT = rf"""
(?<![^\s\N{{RIGHT SINGLE QUOTATION MARK}}'(-])(?<!\d\s) {_ACUTE} (?i:(?=[aeiouy]))
(?![^{_ACUTE}\n]*(?<={_LETTER}){_ACUTE}(?!\w))
"""
"""Before the vowel that begins a word, unless another acute accent ends the quotation."""

_CIRCUMFLEX = rf"(?<={_LETTER}{{2}}) \N{{MODIFIER LETTER CIRCUMFLEX ACCENT}} (?i:(?=[aeiou]))"
_TILDE = rf"""
(?<={_LETTER})(?<!{_BEGINS}[a-z]) \N{{SMALL TILDE}} (?i:(?=(?:a[oe]|oe)s?\b))
| (?<={_LETTER}[aeiouAEIOU]) \N{{SMALL TILDE}} (?i:(?=n[aeiou]))
"""
"""Before the letters of Portuguese and Spanish only, as formulas have it too."""

_DRAWN = re.compile(
    f"(?:{_PLAIN} | {_ACUTE_INSIDE} | {_ACUTE_IN_FRONT} | {_CIRCUMFLEX} | {_TILDE})(?P<letter>{_LETTER})",
    re.VERBOSE,
)


def with_accents(text: str) -> str:
    """Return a text in which an accent and the letter behind it are one letter: ``M¨unchen`` gives ``München``."""
    return _DRAWN.sub(_composed, text)


def _composed(match: re.Match[str]) -> str:
    accent, letter = match[0].strip()[0], match["letter"]
    if letter.isupper() and match.string[match.start() - 1 : match.start()].islower():
        return match[0]
    composed = unicodedata.normalize("NFC", _DOTLESS.get(letter, letter) + _COMBINING[accent])
    return composed if len(composed) == 1 else match[0]
