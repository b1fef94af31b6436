"""Texts as blocks: what a reader sees, and from which line of the source it is."""

import base64
import json

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from indexer.parsing.notebook import notebook_text
from ui.panels.preview.rendered.blocks import Align, Code, Omitted, Paragraph, Picture, Rule, Table, plain
from ui.panels.preview.rendered.kinds import Kind, kind_of
from ui.panels.preview.rendered.links import LinkKind, Target, slug, target_of
from ui.panels.preview.rendered.markdown_blocks import MOST_ROWS, markdown_blocks
from ui.panels.preview.rendered.notebook_blocks import MOST_OUTPUT_LINES, NotANotebookError, notebook_blocks
from ui.panels.preview.rendered.outline_blocks import outline_blocks

TEXT = """---
title: Lost leases
---
# Lost *leases*

A worker **loses** its `lease`, see [here](docs/a.md#b).

- one
  - [x] two

3. three

> quoted

```python
def renew(): pass
```

| a | b |
|---|---|
| 1 | `2` |

---
"""


def of(kind, text):
    return [block for block in markdown_blocks(text) if isinstance(block, kind)]


def test_headings_lists_and_quotations_keep_their_lines():
    results = [(p.line, p.heading, p.mark, p.indent, p.quoted, plain(p.runs)) for p in of(Paragraph, TEXT)]
    assert results == [
        (4, 1, "", 0, 0, "Lost leases"),
        (6, 0, "", 0, 0, "A worker loses its lease, see here."),
        (8, 0, "•", 1, 0, "one"),
        (9, 0, "☑", 2, 0, "two"),
        (11, 0, "3.", 1, 0, "three"),
        (13, 0, "", 0, 1, "quoted"),
    ]


def test_words_keep_their_look():
    runs = {run.text: run for run in of(Paragraph, TEXT)[1].runs}
    assert runs["loses"].bold
    assert runs["lease"].code
    assert runs["here"].link == "docs/a.md#b"


def test_code_is_coloured_and_begins_behind_its_fence():
    front, code = of(Code, TEXT)
    assert front.line == 2
    assert code.line == 16
    assert ("def", "c_kw") in [(run.text, run.token) for run in code.lines[0]]


def test_a_table_has_rows_and_a_rule_is_a_rule():
    table = of(Table, TEXT)[0]
    assert [[plain(cell) for cell in row] for row in table.rows] == [["a", "b"], ["1", "2"]]
    assert table.lines == (19, 21)
    assert of(Rule, TEXT) == [Rule(23)]


def test_columns_of_a_table_are_aligned_as_it_says():
    [table] = of(Table, "| a | b | c | d |\n|:--|:-:|--:|---|\n| 1 | 2 | 3 | 4 |\n")
    assert table.aligned == (Align.LEFT, Align.CENTER, Align.RIGHT, Align.NONE)


NOTES = """One[^b], two[^a] and again[^b], not [^none] nor `[^a]`.

[^a]: The *first* note
goes on here.

    Its second paragraph.
[^b]: Word
[^c]: Nothing refers to it.

After.
"""


def test_footnotes_are_numbered_as_they_are_referred_to_and_lead_to_their_notes():
    first, *notes, last = of(Paragraph, NOTES)
    assert plain(first.runs) == "One\u00b9, two\u00b2 and again\u00b9, not [^none] nor [^a]."
    assert [run.link for run in first.runs if run.link] == ["#footnote-b", "#footnote-a", "#footnote-b"]
    assert [(note.line, note.mark, note.indent, note.anchor, plain(note.runs)) for note in notes] == [
        (3, "2.", 1, "footnote-a", "The first note goes on here."),
        (6, "", 1, "", "Its second paragraph."),
        (7, "1.", 1, "footnote-b", "Word"),
        (8, "3.", 1, "footnote-c", "Nothing refers to it."),
    ]
    assert (last.line, last.indent, plain(last.runs)) == (10, 0, "After.")


def test_a_long_table_says_how_much_is_left_out():
    text = "| a |\n|---|\n" + "| x |\n" * (MOST_ROWS + 4)
    assert len(of(Table, text)[0].rows) == MOST_ROWS
    assert of(Omitted, text)[0].count == 5


def test_pictures_of_a_network_are_links_and_local_ones_are_pictures():
    text = "![badge](https://example.org/x.svg) ![logo](logo.png)\n\n<p><img src='b.png' alt='b'>Hello</p>\n"
    assert [(p.source, p.alt, p.line) for p in of(Picture, text)] == [("logo.png", "logo", 1), ("b.png", "b", 3)]
    badge = of(Paragraph, text)[0].runs[0]
    assert (badge.text, badge.link) == ("badge", "https://example.org/x.svg")


def test_raw_html_gives_its_text_and_none_of_its_programs():
    text = "<div><script>alert('x')</script><h2>Title</h2>words <b>bold</b></div>\n"
    assert [(plain(p.runs), p.heading) for p in of(Paragraph, text)] == [("Title", 2), ("words bold", 0)]


@settings(max_examples=60)
@given(st.text(alphabet="#*_`[]()<>!-|> \n1.a\\~&;:/\"'", max_size=200))
@example("```")
def test_no_markdown_breaks_the_reader_and_lines_only_grow(text):
    lines = [block.lines[0] if isinstance(block, Table) else block.line for block in markdown_blocks(text)]
    assert all(1 <= line <= text.count("\n") + 1 for line in lines)


def test_cancelled_reading_ends():
    assert markdown_blocks("a\n\nb\n\nc", lambda: True) == ()


def test_the_text_of_a_document_has_headings_items_and_rows():
    apart = outline_blocks("a | b\n\n\nc | d\n\nend", on_source_lines=True)
    assert [type(block) for block in apart] == [Table, Paragraph]
    blocks = outline_blocks("# Refunds\n\n- one\nplain *stars*\na | b\nc | d\nlone | row\n\nend")
    assert [(type(b).__name__, b.line if not isinstance(b, Table) else b.lines) for b in blocks] == [
        ("Paragraph", 1),
        ("Paragraph", 3),
        ("Paragraph", 4),
        ("Table", (5, 6, 7)),
        ("Paragraph", 9),
    ]
    assert plain(blocks[2].runs) == "plain *stars*"


PIXEL = base64.b64encode(b"\x89PNG not really").decode()


def notebook(*cells):
    return json.dumps({"cells": list(cells), "metadata": {"kernelspec": {"language": "python"}}})


def test_a_notebook_shows_cells_outputs_and_pictures():
    outputs = [
        {"output_type": "stream", "text": ["1\n", "2\n"]},
        {"output_type": "display_data", "data": {"image/png": PIXEL, "text/plain": ["<Figure>"]}},
        {"output_type": "error", "traceback": ["\x1b[31mValueError\x1b[0m: no"]},
        {"output_type": "stream", "text": "x\n" * (MOST_OUTPUT_LINES + 3)},
    ]
    book = notebook(
        {"cell_type": "markdown", "source": ["# Title\n", "words"]},
        {"cell_type": "code", "source": "x = 1\nx", "execution_count": 4, "outputs": outputs},
    )
    blocks = notebook_blocks(book)
    shown = [plain(b.runs) if isinstance(b, Paragraph) else type(b).__name__ for b in blocks]
    assert shown == ["Title", "words", "In [4]", "Code", "Code", "Picture", "Code", "Code", "Omitted"]
    assert plain(blocks[6].lines[0]) == "ValueError: no"
    assert blocks[5].data.startswith(b"\x89PNG")
    assert blocks[8].count == 3


def test_lines_of_a_notebook_are_those_of_its_indexed_text():
    book = notebook(
        {"cell_type": "markdown", "source": "# One\n\ntext"},
        {"cell_type": "code", "source": "a = 1\nb = 2", "outputs": []},
        {"cell_type": "code", "source": "", "outputs": []},
        {"cell_type": "markdown", "source": "last"},
        {"cell_type": "code", "source": "c = 3", "outputs": []},
    )
    indexed = notebook_text(book).split("\n")
    for block in notebook_blocks(book):
        if isinstance(block, Code):
            assert [plain(line) for line in block.lines] == indexed[
                block.line - 1 : block.line - 1 + len(block.lines)
            ]
        elif isinstance(block, Paragraph) and not plain(block.runs).startswith("In ["):
            assert indexed[block.line - 1].removeprefix("# ") == plain(block.runs)


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"cells": 3}', "[" * 100_000])
def test_what_is_no_notebook_is_refused(text):
    with pytest.raises(NotANotebookError):
        notebook_blocks(text)


@pytest.mark.parametrize(
    ("link", "target"),
    [
        ("https://example.org/a", Target(LinkKind.WEB, "https://example.org/a")),
        ("mailto:a@example.org", Target(LinkKind.WEB, "mailto:a@example.org")),
        ("b.md#part", Target(LinkKind.FILE, "docs/b.md", "part")),
        ("../src/x%20y.py", Target(LinkKind.FILE, "src/x y.py")),
        ("/README.md", Target(LinkKind.FILE, "README.md")),
        ("#part", Target(LinkKind.ANCHOR, anchor="part")),
        ("../../etc/passwd", Target(LinkKind.REFUSED)),
        ("file:///etc/passwd", Target(LinkKind.REFUSED)),
        ("//host/share", Target(LinkKind.REFUSED)),
        ("javascript:alert(1)", Target(LinkKind.REFUSED)),
        ("a\x00b", Target(LinkKind.REFUSED)),
        ("http://[", Target(LinkKind.REFUSED)),
        ("", Target(LinkKind.REFUSED)),
    ],
)
def test_links_lead_to_the_web_a_file_a_heading_or_nowhere(link, target):
    assert target_of(link, "docs/a.md") == target


@given(st.text(alphabet="./\\a%2eF ", max_size=30))
def test_no_link_leads_out_of_the_root(link):
    target = target_of(link, "docs/a.md")
    assert ".." not in target.value.split("/")
    assert not target.value.startswith("/")


def test_headings_have_the_names_that_links_use():
    assert slug("What's new, in 2.0?") == "whats-new-in-20"


def test_kinds_come_from_language_and_name():
    kinds = [
        kind_of(*pair) for pair in (("markdown", "a.md"), ("docx", "a.docx"), ("pdf", "a.pdf"), ("python", "a.py"))
    ]
    assert kinds == [Kind.MARKDOWN, Kind.OUTLINE, Kind.PDF, Kind.NONE]
