"""Documents whose text was made here: a line that begins with ``#`` is a heading, and nothing else is markup."""

import re

from indexer.facts.model import FileFacts
from indexer.facts.sections import Sections
from indexer.types import ParsedFile

_HEADING = re.compile(r"(#{1,6}) +(\S.*)")


def converted_facts(parsed: ParsedFile, *, outline: bool = False) -> FileFacts:  # noqa: ARG001 - both are the same
    """Return the sections of a document."""
    lines = parsed.text.split("\n")
    sections = Sections(parsed.path, len(lines) - (not lines[-1]))
    for number, line in enumerate(lines, 1):
        heading = _HEADING.fullmatch(line)
        if heading:
            sections.add(len(heading[1]), " ".join(heading[2].split()), number)
    return FileFacts(path=parsed.path, language=parsed.language, definitions=sections.definitions())
