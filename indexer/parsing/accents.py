"""Accents that a PDF document draws as characters of their own, as fonts without accented letters need it."""

import re
import unicodedata

_COMBINING = {
    "\N{DIAERESIS}": "\N{COMBINING DIAERESIS}",
    "\N{ACUTE ACCENT}": "\N{COMBINING ACUTE ACCENT}",
    "`": "\N{COMBINING GRAVE ACCENT}",
    "\N{MODIFIER LETTER CIRCUMFLEX ACCENT}": "\N{COMBINING CIRCUMFLEX ACCENT}",
    "\N{SMALL TILDE}": "\N{COMBINING TILDE}",
    "\N{CARON}": "\N{COMBINING CARON}",
    "\N{BREVE}": "\N{COMBINING BREVE}",
    "\N{RING ABOVE}": "\N{COMBINING RING ABOVE}",
    "\N{DOUBLE ACUTE ACCENT}": "\N{COMBINING DOUBLE ACUTE ACCENT}",
    "\N{CEDILLA}": "\N{COMBINING CEDILLA}",
}
"""Accents that stand alone, each with the one that belongs to a letter.

Macrons and dots are left out: formulas have them, and some fonts draw an underscore as a dot.
"""

_DOTLESS = {"\N{LATIN SMALL LETTER DOTLESS I}": "i", "\N{LATIN SMALL LETTER DOTLESS J}": "j"}

_ALONE = re.escape("".join(sign for sign in _COMBINING if sign != "`"))
_LETTER = r"[^\W\d_]"
_BEFORE_A_LETTER = re.compile(
    rf"(?<={_LETTER})[ ](?P<within>[{_ALONE}])[ ](?P<after>{_LETTER})"
    rf"|(?P<accent>[{_ALONE}])(?P<letter>{_LETTER})"
    rf"|(?<=[A-Za-z])(?P<grave>`)(?P<vowel>[aeiouAEIOU])"
)
"""An accent is drawn before its letter. A backquote is an accent only inside a word, as quotations have it too."""


def with_accents(text: str) -> str:
    """Return a text in which an accent and the letter behind it are one letter: ``M¨unchen`` gives ``München``."""
    return _BEFORE_A_LETTER.sub(_composed, text)


def _composed(match: re.Match[str]) -> str:
    accent = match["within"] or match["accent"] or match["grave"]
    letter = match["after"] or match["letter"] or match["vowel"]
    composed = unicodedata.normalize("NFC", _DOTLESS.get(letter, letter) + _COMBINING[accent])
    return composed if len(composed) == 1 else match[0]
