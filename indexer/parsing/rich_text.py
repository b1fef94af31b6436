"""Rich Text Format as text: headings as ``#`` lines, lists, tables, then notes and margins.

Text deleted with change tracking is left out, as in Word documents.
"""

import codecs
import re
from dataclasses import dataclass, field, replace

from indexer.parsing.converted import without_headings
from indexer.parsing.decoding import CHARSETS, paired
from search.errors import BadInputError

RICH_TEXT = b"{\\rtf"
"""Beginning of every document in this format."""

_DEEPEST_HEADING = 6
_LOWEST_LEVEL = 9
"""Greatest level of a heading; level 10 is body text."""

_TOKEN = re.compile(
    r"\\(?P<word>[a-zA-Z]{1,32})(?P<number>-?\d{1,10})? ?|\\'(?P<hex>[0-9a-fA-F]{2})|\\(?P<sign>[^a-zA-Z])"
    r"|(?P<brace>[{}])|(?P<text>[^\\{}\r\n]+)|[\r\n]+|\\"
)

_SIGNS = {
    "tab": "\t", "line": " ", "emdash": "\u2014", "endash": "\u2013", "bullet": "\u2022", "lquote": "\u2018",
    "rquote": "\u2019", "ldblquote": "\u201c", "rdblquote": "\u201d", "emspace": " ", "enspace": " ",
}  # fmt: skip
_ESCAPED = {"~": " ", "_": "-", "{": "{", "}": "}", "\\": "\\"}

_UNSEEN = frozenset(
    [
        *("colortbl", "filetbl", "revtbl", "info", "pict", "object", "objdata", "themedata", "colorschememapping"),
        *("datastore", "latentstyles", "listtable", "listoverridetable", "rsidtbl", "generator", "xmlnstbl"),
        *("fldinst", "bkmkstart", "bkmkend", "sp", "nonesttables", "atnid", "atnauthor", "atndate", "atnref"),
        *("atrfstart", "atrfend", "atntime", "atnparent", "xe", "tc", "template", "userprops", "pgptbl", "ud"),
        *("ftnsep", "ftnsepc", "aftnsep", "aftnsepc"),
    ]
)
_NOTES = frozenset({"footnote", "annotation"})
_MARGINS = frozenset({"header", "headerl", "headerr", "headerf", "footer", "footerl", "footerr", "footerf"})
_SHOWN = frozenset({"shpinst", "shptxt", *_NOTES})
"""Groups that old programs pass over and that hold text all the same."""

_HEADING_STYLE = re.compile(r"heading (\d)\b", re.IGNORECASE)


@dataclass(slots=True)
class _Output:
    """Destination of text: the body, a note, or a margin."""

    blocks: list[str] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)
    cells: list[str] = field(default_factory=list)
    rows: list[str] = field(default_factory=list)

    def take_text(self) -> str:
        """Return the paragraph that was collected, and begin another."""
        raw = "".join(self.pieces)
        self.pieces.clear()
        return " ".join(paired(raw).split())

    def add_row(self) -> None:
        """End a row of a table; rows that follow each other are one block."""
        line = without_headings(" | ".join(self.cells).rstrip(" |"))
        self.cells.clear()
        if line:
            self.rows.append(line)

    def add(self, text: str) -> None:
        """Append a paragraph."""
        if text:
            self._end_table()
            self.blocks.append(text)

    def finished(self) -> str:
        """Return all text, paragraphs and tables apart by an empty line."""
        self.add(self.take_text())
        self._end_table()
        return "\n\n".join(self.blocks)

    def _end_table(self) -> None:
        if self.rows:
            self.blocks.append("\n".join(self.rows))
            self.rows.clear()


@dataclass(frozen=True, slots=True)
class _State:
    """What holds in a group, and inside it until it says otherwise."""

    output: _Output
    table: str = ""
    unseen: bool = False
    encoding: str = "cp1252"
    skipped_after_unicode: int = 1
    deleted: bool = False
    level: int = 0
    is_item: bool = False
    in_table: bool = False


def rich_text(data: bytes, path: str) -> str:
    """Return the text of a document in Rich Text Format.

    Raises:
        BadInputError: it is none.
    """
    if not data.lstrip().startswith(RICH_TEXT):
        raise BadInputError("document.bad_rich_text", path=path)
    return _Reader(data.decode("latin-1")).read()


class _Reader:
    def __init__(self, source: str) -> None:
        self._source = source
        self._body = _Output()
        self._beside: list[_Output] = []
        self._margins: list[_Output] = []
        self._state = _State(self._body)
        self._around: list[_State] = []
        self._bytes = bytearray()
        self._to_skip = 0
        self._optional = False
        self._default = "cp1252"
        self._fonts: dict[int, str] = {}
        self._font = 0
        self._levels: dict[int, int] = {}
        self._style = 0

    def read(self) -> str:
        """Return the text of the whole document."""
        at = 0
        while (token := _TOKEN.match(self._source, at)) is not None:
            at = token.end() + self._take(token)
        self._flush()
        margins = dict.fromkeys(output.finished() for output in self._margins)
        texts = (*(output.finished() for output in (self._body, *self._beside)), *margins)
        return "\n\n".join(filter(None, texts))

    def _take(self, token: re.Match[str]) -> int:
        """Execute a token, and return how many characters of data follow it."""
        word, text, digits = token["word"], token["text"], token["hex"]
        if text is not None or digits is not None:
            self._collect(text.encode("latin-1") if text is not None else bytes.fromhex(digits))
            return 0
        if word is None and token["sign"] == "*":
            self._optional = True
            return 0
        self._flush()
        number = int(token["number"]) if token["number"] else None
        if token["brace"] == "{":
            self._around.append(self._state)
        elif token["brace"] == "}" and self._around:
            self._state = self._around.pop()
        elif word == "bin":
            return max(0, number or 0)
        elif word is not None:
            self._word(word, number)
        elif token["sign"] is not None:
            self._write(_ESCAPED.get(token["sign"], ""))
        self._optional = self._optional and token["brace"] is None and word is None
        return 0

    def _collect(self, data: bytes) -> None:
        skipped = min(self._to_skip, len(data))
        self._to_skip -= skipped
        self._bytes += data[skipped:]

    def _flush(self) -> None:
        if self._bytes:
            text = self._bytes.decode(self._state.encoding, "replace")
            self._bytes.clear()
            self._write(text)

    def _write(self, text: str) -> None:
        if self._state.table == "styles":
            self._name_style(text)
        elif not self._state.unseen and not self._state.deleted and not self._state.table:
            self._state.output.pieces.append(text)

    def _name_style(self, text: str) -> None:
        heading = _HEADING_STYLE.search(text)
        if heading:
            self._levels[self._style] = int(heading[1])
        elif text.strip(" ;").lower() == "title":
            self._levels[self._style] = 1

    def _word(self, word: str, number: int | None) -> None:
        self._to_skip = 0
        if word == "u" and number is not None:
            self._write(chr(number % 0x10000))
            self._to_skip = self._state.skipped_after_unicode
        elif word in _SIGNS:
            self._write(_SIGNS[word])
        elif not self._begins_group(word):
            self._encode(word, number)
            self._format(word, number)
            self._end(word)

    def _begins_group(self, word: str) -> bool:
        """Enter a destination; return whether the word names one."""
        if word in {"fonttbl", "stylesheet"}:
            self._state = replace(self._state, table="fonts" if word == "fonttbl" else "styles")
        elif word in _NOTES | _MARGINS and not self._state.unseen:
            output = _Output()
            (self._beside if word in _NOTES else self._margins).append(output)
            self._state = _State(output, encoding=self._state.encoding)
        elif word in {"listtext", "pntext"}:
            around = self._around.pop() if self._around else self._state
            self._around.append(replace(around, is_item=True))
            self._state = replace(self._state, unseen=True)
        elif word in _UNSEEN or (self._optional and word not in _SHOWN):
            self._state = replace(self._state, unseen=True)
        else:
            return False
        return True

    def _encode(self, word: str, number: int | None) -> None:
        """Take in how bytes and signs are to be read."""
        state = self._state
        if word == "ansicpg" and number:
            self._default = _known(f"cp{number}")
            self._state = replace(state, encoding=self._default)
        elif word == "f":
            self._font = number or 0
            self._state = replace(state, encoding=self._fonts.get(self._font, self._default))
        elif word == "fcharset" and state.table == "fonts":
            self._fonts[self._font] = CHARSETS.get(number or 0, self._default)
        elif word == "uc":
            self._state = replace(state, skipped_after_unicode=max(0, number or 0))

    def _format(self, word: str, number: int | None) -> None:
        """Read a control word with a property of the paragraph."""
        state = self._state
        if word == "s" and state.table == "styles":
            self._style = number or 0
        elif word == "s":
            self._state = replace(state, level=self._levels.get(number or 0, 0))
        elif word == "outlinelevel" and state.table != "styles":
            self._state = replace(state, level=(number or 0) + 1)
        elif word in {"deleted", "plain"}:
            self._state = replace(state, deleted=word == "deleted" and number != 0)
        elif word == "intbl":
            self._state = replace(state, in_table=True)
        elif word == "pard":
            self._state = replace(state, level=0, is_item=False, in_table=False)

    def _end(self, word: str) -> None:
        """End a paragraph, a cell or a row."""
        output = self._state.output
        if self._state.unseen or self._state.table:
            return
        if word in {"cell", "nestcell"}:
            output.cells.append(output.take_text())
        elif word == "row":
            output.add_row()
        elif word in {"par", "sect", "page"} and self._state.in_table:
            output.pieces.append(" ")
        elif word in {"par", "sect", "page"}:
            output.add(_marked(output.take_text(), self._state))


def _marked(text: str, state: _State) -> str:
    if text and 0 < state.level <= _LOWEST_LEVEL:
        return f"{'#' * min(state.level, _DEEPEST_HEADING)} {text}"
    return f"- {text}" if text and state.is_item else without_headings(text)


def _known(encoding: str) -> str:
    try:
        codecs.lookup(encoding)  # an empty text would be decoded without it
    except LookupError:
        return "cp1252"
    return encoding
