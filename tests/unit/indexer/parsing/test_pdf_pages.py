"""Sections of PDF documents: the pages, whatever stands on them."""

import pytest

from indexer.facts.extract import extract
from indexer.parsing.parse import parse
from indexer.types import ParsedFile
from tests.unit.indexer.parsing import documents


@pytest.mark.parametrize("line", ["# apt update", "```", "<pre>", "---", "    indented", "## Page 7"])
def test_the_sections_are_the_pages_whatever_stands_on_them(line: str) -> None:
    read = parse("a.pdf", documents.pdf(line, "The lease ends.", "It is renewed.", title="Manual"))
    assert isinstance(read, ParsedFile)

    sections = [(each.name, each.start_line) for each in extract(read).definitions]

    assert [name for name, _ in sections] == ["Manual", "Page 1", "Page 2", "Page 3"]
    assert read.text.split("\n")[sections[2][1] - 1 :][:3] == ["## Page 2", "", "The lease ends."]
