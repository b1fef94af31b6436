"""Formats the parts of a query in the search field: a text format for each token, and chips behind some."""

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtGui import QFont, QSyntaxHighlighter, QTextCharFormat, QTextDocument

from search.query.parse import ParsedQuery, parse
from search.query.tokens import Token, TokenKind
from ui.theme.tokens import c

CHIP_GAP = 8
"""Letter spacing in pixels of a space beside a chip: without it two chips touch."""


class Look(StrEnum):
    """The appearance of a token."""

    PLAIN = "plain"
    FILTER = "filter"
    PHRASE = "phrase"
    NEGATION = "negation"
    FAULTY = "faulty"


CHIP_TOKENS = {Look.FILTER: "accent_soft", Look.PHRASE: "kw_soft", Look.NEGATION: "danger_soft"}
"""Background token of each look that has a chip."""


@dataclass(frozen=True, slots=True)
class Chip:
    """A range of text with a rounded background; offsets in UTF-16 units, as in Qt, end exclusive."""

    start: int
    end: int
    look: Look
    value_start: int

    @property
    def ground(self) -> str:
        """Colour token of the background; empty for none."""
        return CHIP_TOKENS.get(self.look, "")

    @property
    def faulty(self) -> bool:
        """Whether it is an invalid filter."""
        return self.look is Look.FAULTY


def look_of(token: Token, *, faulty: bool) -> Look:
    """Return the appearance of a token."""
    if faulty:
        return Look.FAULTY
    if token.negated:
        return Look.NEGATION
    looks = {TokenKind.FILTER: Look.FILTER, TokenKind.PHRASE: Look.PHRASE, TokenKind.REGEX: Look.PHRASE}
    return looks.get(token.kind, Look.PLAIN)


def chips_of(parsed: ParsedQuery) -> tuple[Chip, ...]:
    """Return every token that is not plain, in order."""
    faulty = {problem.token.start for problem in parsed.problems}
    chips = []
    for token in parsed.tokens:
        look = look_of(token, faulty=token.start in faulty)
        if look is not Look.PLAIN:
            start = _units(parsed.text[: token.start])
            colon = parsed.text.find(":", token.start, token.end) + 1 if token.key else token.start
            chips.append(
                Chip(start, _units(parsed.text[: token.end]), look, _units(parsed.text[: colon or token.start]))
            )
    return tuple(chips)


def _units(text: str) -> int:
    """Return the length in UTF-16 units, of which characters beyond the first plane take two."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


class QueryHighlighter(QSyntaxHighlighter):
    """Colours the tokens of the one line; the text itself stays plain."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self.parsed = parse("")
        self.chips: tuple[Chip, ...] = ()

    def highlightBlock(self, text: str) -> None:
        """Set the format of each token, and widen the spaces beside chips; a pasted text has none of them."""
        if self.document().blockCount() > 1:
            self.parsed, self.chips = parse(""), ()
            return
        self.parsed = parse(text)
        self.chips = chips_of(self.parsed)
        wide = QTextCharFormat()
        wide.setFontLetterSpacingType(QFont.SpacingType.AbsoluteSpacing)
        wide.setFontLetterSpacing(CHIP_GAP)
        units = text.encode("utf-16-le", "surrogatepass")
        for chip in self.chips:
            self._format(chip)
            if chip.look in CHIP_TOKENS:
                for offset in (chip.start - 1, chip.end):
                    if units[2 * offset : 2 * offset + 2] == b" \0" and offset >= 0:
                        self.setFormat(offset, 1, wide)

    def _format(self, chip: Chip) -> None:
        if chip.look is Look.FILTER:
            self.setFormat(chip.start, chip.value_start - chip.start, _ink("text2", 500))
            self.setFormat(chip.value_start, chip.end - chip.value_start, _ink("accent", 600))
        elif chip.look is Look.FAULTY:
            self.setFormat(chip.start, chip.end - chip.start, _faulty())
        else:
            token = "kw_text" if chip.look is Look.PHRASE else "danger"
            self.setFormat(chip.start, chip.end - chip.start, _ink(token, 600))


def _ink(token: str, weight: int) -> QTextCharFormat:
    made = QTextCharFormat()
    made.setForeground(c(token))
    made.setFontWeight(weight)
    return made


def _faulty() -> QTextCharFormat:
    made = QTextCharFormat()
    made.setForeground(c("text"))
    made.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
    made.setUnderlineColor(c("danger"))
    return made
