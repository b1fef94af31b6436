"""Footnotes for the Markdown reader: ``[^name]`` in the text, ``[^name]: words`` where the note stands. Pure."""

import re

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline

REFERENCE = "footnote_reference"
NOTE = "footnote"
"""Kind of the tokens around a note, with ``_open`` and ``_close``; ``info`` of the first holds its name."""

_NAMED = re.compile(r"\[\^([^\s\[\]]+)\]")
_DEFINED = re.compile(r"\[\^([^\s\[\]]+)\]:[ \t]*")
_CONTINUED = 4
"""Columns by which the later paragraphs of a note are indented."""

_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def with_footnotes(reader: MarkdownIt) -> MarkdownIt:
    """Return the reader, which knows footnotes from now on."""
    reader.block.ruler.before("reference", NOTE, _read_note, {"alt": ["paragraph", "reference"]})
    reader.inline.ruler.before("link", REFERENCE, _read_reference)
    return reader


def raised(number: int) -> str:
    """Return a number as it stands beside a word."""
    return str(number).translate(_RAISED)


def anchor_of(name: str) -> str:
    """Return the anchor of a note."""
    return f"footnote-{name}"


def _read_note(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001 -- the reader's own call
    found = _DEFINED.match(_line(state, start))
    if found is None or state.is_code_block(start):
        return False
    if silent:
        return True
    state.env.setdefault(NOTE, {}).setdefault(found[1], 0)
    opened = state.push(f"{NOTE}_open", "", 1)
    opened.info, first = found[1], _line(state, start)[found.end() :]
    place = _paragraph(state, start, end, first)
    while (begin := _continuation(state, place, end)) is not None:
        place = _paragraph(state, begin, end, _line(state, begin))
    opened.map = [start, place]
    state.push(f"{NOTE}_close", "", -1)
    state.line = place
    return True


def _paragraph(state: StateBlock, start: int, end: int, first: str) -> int:
    """Take the lines of one paragraph in, and return the line after it."""
    lines, place = [first], start + 1
    while place < end and not state.isEmpty(place) and not _DEFINED.match(_line(state, place)):
        lines.append(_line(state, place))
        place += 1
    state.push("paragraph_open", "p", 1)
    inline = state.push("inline", "", 0)
    inline.content, inline.map, inline.children = "\n".join(lines).strip(), [start, place], []
    state.push("paragraph_close", "p", -1)
    return place


def _continuation(state: StateBlock, place: int, end: int) -> int | None:
    """Return where another paragraph of the note begins behind blank lines; None where there is none."""
    begin = place
    while begin < end and state.isEmpty(begin):
        begin += 1
    goes_on = begin > place and begin < end and state.sCount[begin] - state.blkIndent >= _CONTINUED
    return begin if goes_on else None


def _line(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]


def _read_reference(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 -- the reader's own call
    found = _NAMED.match(state.src, state.pos)
    notes: dict[str, int] = state.env.get(NOTE, {})
    if found is None or found[1] not in notes:
        return False
    if not silent:
        if not notes[found[1]]:
            notes[found[1]] = max(notes.values()) + 1
        token = state.push(REFERENCE, "", 0)
        token.info, token.content = found[1], raised(notes[found[1]])
    state.pos = found.end()
    return True
