"""The headings of a document are the same whether its links are read or not."""

from hypothesis import given
from hypothesis import strategies as st

from indexer.facts.extract import extract
from indexer.types import ParsedFile

PIECES = st.sampled_from(
    (
        "# Plain #",
        "## *Some* `code` &amp; [a link](to.md) <b>x</b>",
        "### [named] and \\*apart\\* ![picture](p.png)",
        "Below\n===",
        "Two lines\nof one\n---",
        "- item\n  # inside\n\n  more",
        "> # quoted",
        "```sh\n# no heading\n```",
        "<div>\n# no heading\n</div>",
        "    # code",
        "[named]: target.md 'title'",
        "| a | b |\n|---|---|\n| # | 1 |",
        "#",
        "####### seven",
        "text `x` and [named]",
    )
)


@given(st.lists(st.tuples(PIECES, st.sampled_from(("\n", "\n\n"))), max_size=8))
def test_sections_are_the_same_where_links_are_not_read(parts: list[tuple[str, str]]) -> None:
    source = ParsedFile("guide.md", "markdown", "".join(f"{text}{gap}" for text, gap in parts), "utf-8", "")
    whole = extract(source)
    assert extract(source, outline=True).definitions == whole.definitions


def test_titles_are_read_with_the_references_of_the_whole_document() -> None:
    text = "# See [named] &amp; `it`\n\ntext\n\n[named]: target.md\n"
    result = extract(ParsedFile("guide.md", "markdown", text, "utf-8", ""), outline=True)
    assert [
        (definition.name, definition.start_line, definition.end_line) for definition in result.definitions
    ] == [("See named & it", 1, 5)]
    assert result.links == ()
