"""Code as lines of coloured runs. Pure."""

from collections.abc import Callable, Iterable

from ui.code.formats import runs as without_overlaps
from ui.code.lexing import CodeSpan, lex
from ui.panels.preview.rendered.blocks import Run, Runs

Cancelled = Callable[[], bool]
"""Asked now and then; once it says yes the result no longer matters."""

_SHORT_NAMES = {
    "py": "python",
    "js": "javascript",
    "ts": "typescript",
    "sh": "bash",
    "shell": "bash",
    "yml": "yaml",
}
"""What people write behind a fence where the lexers know another name."""


def code_runs(text: str, language: str, is_cancelled: Cancelled) -> tuple[Runs, ...]:
    """Return the lines of ``text`` with the colours of ``language``; plain lines where nothing knows it."""
    name = language.strip().split(" ", 1)[0].strip("{}.").lower()
    lexed = lex(text, "", _SHORT_NAMES.get(name, name), is_cancelled) if name else None
    lines = text.split("\n")
    if lexed is None:
        return tuple((Run(line, code=True),) for line in lines)
    return tuple(_line(line, without_overlaps(len(line), lexed.line(at), ())) for at, line in enumerate(lines))


def _line(text: str, spans: Iterable[CodeSpan]) -> Runs:
    made: list[Run] = []
    place = 0
    for span in spans:
        if span.start > place:
            made.append(Run(text[place : span.start], code=True))
        place = span.start + span.length
        made.append(Run(text[span.start : place], code=True, token=span.token))
    if place < len(text) or not made:
        made.append(Run(text[place:], code=True))
    return tuple(made)
