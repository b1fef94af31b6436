"""Turns code into lines of coloured runs. Pure."""

from collections.abc import Callable, Iterable

from ui.code.formats import runs as without_overlaps
from ui.code.lexing import CodeSpan, lex
from ui.panels.preview.rendered.blocks import Run, Runs

Cancelled = Callable[[], bool]
"""Called now and then; once it returns True the result is no longer needed."""

_ALIASES = {
    "py": "python",
    "js": "javascript",
    "ts": "typescript",
    "sh": "bash",
    "shell": "bash",
    "yml": "yaml",
}
"""Language names that people write after a fence, and the names that the lexers know."""


def code_runs(text: str, language: str, is_cancelled: Cancelled) -> tuple[Runs, ...]:
    """Return the lines of ``text`` in the colours of ``language``; plain lines if no lexer knows the language."""
    name = language.strip().split(" ", 1)[0].strip("{}.").lower()
    lexed = lex(text, "", _ALIASES.get(name, name), is_cancelled) if name else None
    lines = text.split("\n")
    if lexed is None:
        return tuple((Run(line, code=True),) for line in lines)
    return tuple(_line(line, without_overlaps(len(line), lexed.line(at), ())) for at, line in enumerate(lines))


def _line(text: str, spans: Iterable[CodeSpan]) -> Runs:
    runs: list[Run] = []
    end = 0
    for span in spans:
        if span.start > end:
            runs.append(Run(text[end : span.start], code=True))
        end = span.start + span.length
        runs.append(Run(text[span.start : end], code=True, token=span.token))
    if end < len(text) or not runs:
        runs.append(Run(text[end:], code=True))
    return tuple(runs)
