"""A page whose file name does not tell its format is a document, and a template of an application is none."""

from pathlib import Path

import pytest

from indexer.parsing.parse import parse
from indexer.types import ParsedFile
from search.types.files import Flag
from search.types.query import Mode, RankSettings, SearchQuery
from search.types.results import Group
from tests.contracts.service_parts import core_on, written

PROSE = "<p>With the API you can manage your checks and <a href='../integrations/'>integrations</a>.</p>\n"
PAGE = f"<!-- written by hand -->\n<h1>Management API</h1>\n{PROSE * 3}<pre><span class='k'>curl</span></pre>\n"


def language(path: str, text: str) -> str:
    parsed = parse(path, text.encode())
    assert isinstance(parsed, ParsedFile)
    return parsed.language


@pytest.mark.parametrize("path", ["docs/api.html-fragment", "docs/api.inc", "docs/api"])
def test_a_page_is_known_by_its_content(path: str) -> None:
    parsed = parse(path, PAGE.encode())
    assert isinstance(parsed, ParsedFile)
    assert parsed.language == "html"
    assert "# Management API" in parsed.text
    assert "<p>" not in parsed.text


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("docs/api.txt", PAGE),
        ("a.tpl", "<div id='app' class='shell wide' data-theme='light' data-version='12'></div>\n" * 4),
        ("a.vhost", "<VirtualHost *:80>\nServerName shop.example\n</VirtualHost>\n"),
        ("a.note", "Use <b> for bold.\n"),
        ("a.note", "<person@example.org> wrote a letter to the shop.\n"),
    ],
)
def test_other_texts_stay_what_they_are(path: str, text: str) -> None:
    assert language(path, text) == "text"


def test_a_long_page_is_known_by_its_beginning() -> None:
    assert language("docs/long.part", "<h2>Größe</h2>\n" + PROSE * 900) == "html"


def test_a_page_is_a_document_and_one_result_with_the_file_that_it_was_made_of(tmp_path: Path) -> None:
    lines = [f"Call number {n} of the interface renews the lease of machine {n * 7}." for n in range(12)]
    files = {
        "docs/api.md": "# Interface\n\n" + "\n\n".join(lines) + "\n",
        "docs/api.html-fragment": "<h1>Interface</h1>\n" + "\n".join(f"<p>{line}</p>" for line in lines) + "\n",
        "docs/other.html-fragment": "<h1>Interface</h1>\n<p>How the lease of a machine is renewed.</p>\n",
        "docs/other.md": "# Interface\n\nWhat else the interface renews is a lease of a car, which is blue.\n",
    }
    with core_on(tmp_path / "index", written(tmp_path / "shop", files), semantic=False) as core:
        hits = core.search(SearchQuery("renew the lease of a machine", RankSettings(mode=Mode.KEYWORD))).files
    assert {hit.path for hit in hits} == {"docs/api.md", "docs/other.html-fragment", "docs/other.md"}
    assert {hit.group for hit in hits} == {Group.DOCUMENT}
    assert all(Flag.DOCUMENT.value in hit.flags and hit.doc_type == "document" for hit in hits)
    page = next(hit for hit in hits if hit.path == "docs/api.md")
    assert [copy.path for copy in page.duplicates] == ["docs/api.html-fragment"]
