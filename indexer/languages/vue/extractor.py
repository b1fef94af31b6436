"""Components of Vue and Svelte: what their scripts define, import and call."""

import re
from collections.abc import Iterator

from msgspec.structs import replace

from indexer.facts.model import FileFacts
from indexer.languages.javascript.documented import javascript_facts
from indexer.languages.javascript.typescript import typescript_facts
from indexer.types import ParsedFile

_OPENED = re.compile(
    r"<script\b(?P<attributes>(?:[^<>\"']|\"[^\"\n]{0,300}\"|'[^'\n]{0,300}'){0,1000})>", re.IGNORECASE
)
"""Bounded, so that a file of nothing but beginnings takes no longer than another."""
_CLOSED = re.compile(r"</script\b", re.IGNORECASE)
_LANGUAGE = re.compile(r"\blang\s*=\s*[\"']?(\w+)")
_NO_LINE_BREAK = re.compile(r"[^\n]")

_TYPED = {"ts": "typescript", "typescript": "typescript", "tsx": "tsx", "jsx": "tsx"}
"""Languages of the attribute ``lang``; without it a script is JavaScript."""


def component_facts(parsed: ParsedFile, *, outline: bool = False) -> FileFacts:
    """Return the facts of a component's scripts, or with ``outline`` their definitions; lines are the file's."""
    scripts = list(_scripts(parsed.text))
    languages = {_TYPED.get(attribute, "javascript") for attribute, _, _ in scripts}
    language = next((dialect for dialect in ("tsx", "typescript") if dialect in languages), "javascript")
    script = ParsedFile(parsed.path, language, _alone(parsed.text, scripts), parsed.encoding, parsed.content_hash)
    read = javascript_facts if language == "javascript" else typescript_facts
    return replace(read(script, outline=outline), language=parsed.language)


def _scripts(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield of each script its language as written, and where it starts and ends."""
    position = 0
    while (opened := _OPENED.search(text, position)) and (closed := _CLOSED.search(text, opened.end())):
        language = _LANGUAGE.search(opened["attributes"])
        yield language[1].lower() if language else "", opened.end(), closed.start()
        position = closed.end()


def _alone(text: str, scripts: list[tuple[str, int, int]]) -> str:
    """Return the text with blanks for all but the scripts, so that lines stay."""
    parts, position = [], 0
    for _, start, end in scripts:
        parts += [_NO_LINE_BREAK.sub(" ", text[position:start]), text[start:end]]
        position = end
    return "".join([*parts, _NO_LINE_BREAK.sub(" ", text[position:])])
