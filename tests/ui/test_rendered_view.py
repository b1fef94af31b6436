"""Rendered files in the preview: text, pages, links, and what cannot be shown."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, Qt, QUrl
from PySide6.QtGui import QColor, QImage, QTextDocument

from indexer.parsing.pdf import pdf_text
from search.types.status import FileText
from tests.ui.pdf_sample import pdf_bytes
from ui.controllers.spot import Spot
from ui.panels.preview.rendered.kinds import MOST_CHARACTERS
from ui.panels.preview.rendered.links import LinkKind
from ui.panels.preview.rendered.pdf_pages import united
from ui.panels.preview.rendered.pictures import picture_file, picture_of_bytes
from ui.theme.palette import apply
from ui.theme.tokens import DARK

TERMS = ("lease", "worker")
TEXT = "# Leases\n\nA worker holds a lease.\n\n" + "filler\n\n" * 80 + "The last lease ends.\n"


@pytest.fixture
def pane(preview_pane):
    return preview_pane


def show(pane, qtbot, path, text, *, language="markdown", root="", line=1, chunks=(), source="disk"):
    spot = Spot(f"r@main:file:{path}", "r", path, str(root), line=line, chunks=chunks)
    shown = FileText(
        spot.file, path, str(root), language, "utf-8", text, text.count("\n") + 1, source, len(text) or 9
    )
    with qtbot.waitSignal(pane.rendered.ready, timeout=30_000):
        pane.show_text(shown, spot, TERMS)
    return shown, spot


def test_markdown_is_shown_as_its_reader_sees_it_with_its_words_marked(pane, qtbot):
    show(pane, qtbot, "a.md", TEXT, chunks=((3, 3),))
    assert pane.shows_rendered
    assert pane.rendered.words().startswith("Leases\nA worker holds a lease.")
    marked = {s.cursor.selectedText(): s.format.background().color() for s in pane.rendered.text.extraSelections()}
    assert marked["worker"] == QColor("#FFE29A")
    assert pane.footer._matches.text() == "1 of 4 matches"


def test_columns_are_aligned_and_a_footnote_is_gone_to(pane, qtbot):
    table = "| left | middle | right |\n|:--|:-:|--:|\n| 1 | 2 | 3 |\n\n"
    show(pane, qtbot, "a.md", table + "A claim[^1].\n\n" + "filler\n\n" * 80 + "[^1]: Its proof.\n")
    document = pane.rendered.text.document()
    aligned = [
        document.find(word).blockFormat().alignment() for word in ("left", "1", "middle", "2", "right", "3")
    ]
    sides = (Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignHCenter, Qt.AlignmentFlag.AlignRight)
    assert [[bool(item & side) for side in sides].index(True) for item in aligned] == [0, 0, 1, 1, 2, 2]
    pane.rendered.text.anchorClicked.emit(QUrl("#footnote-1"))
    qtbot.waitUntil(lambda: pane.rendered.text.verticalScrollBar().value() > 0)


def test_code_is_not_wrapped_and_scrolls_sideways_while_paragraphs_keep_the_width(pane, qtbot):
    code = " + ".join(f"number_{position}" for position in range(60))
    show(pane, qtbot, "a.md", f"{'A long paragraph. ' * 30}\n\n```python\n{code}\n```\n")
    text = pane.rendered.text
    paragraph, line = text.document().firstBlock(), text.document().lastBlock()
    assert line.text() == code
    assert line.layout().lineCount() == 1
    assert paragraph.layout().lineCount() > 1
    assert text.horizontalScrollBar().maximum() > 0
    show(pane, qtbot, "b.md", "A short one.\n")
    assert text.horizontalScrollBar().maximum() == 0


@pytest.mark.parametrize("line", [1, 3, 5])
def test_a_text_that_was_written_while_it_was_hidden_shows_its_first_match(pane, qtbot, line):
    """The window may open with another tab in front; until its tab is chosen, the preview has no size."""
    pane.hide()
    pane.rendered.text.resize(100, 30)
    long = "A sentence before it. " * 8 + "One lease and what comes after it. " * 60
    show(pane, qtbot, "a.md", f"# Title\n\nBefore.\n\n{long}\n", line=line, chunks=((1, 5),))
    qtbot.waitUntil(lambda: len(pane.rendered.text._matches.all) == 60)
    pane.show()
    text = pane.rendered.text
    assert text._is_in_view(text._matches.all[0])


def test_a_text_that_gets_narrower_and_lower_keeps_its_first_match_in_view(pane, qtbot):
    text = pane.rendered.text
    before = "A sentence before it. " * 30
    show(pane, qtbot, "a.md", f"# Title\n\n{before} One lease.\n\n" + "filler\n\n" * 80, chunks=((1, 3),))
    qtbot.waitUntil(lambda: bool(text._matches.all))
    for width, height in ((420, 260), (360, 240), (640, 400)):
        pane.resize(width, height)
        assert text._is_in_view(text._matches.all[0])


def test_it_begins_at_the_line_of_the_hit_and_f3_goes_on(pane, qtbot):
    show(pane, qtbot, "a.md", TEXT, line=TEXT.count("\n"))
    assert pane.rendered.text.verticalScrollBar().value() > 400
    pane.next_match()
    assert pane.rendered.text.verticalScrollBar().value() < 400


def test_source_is_one_click_away_and_stays_chosen(pane, qtbot):
    shown, _ = show(pane, qtbot, "a.md", TEXT)
    with qtbot.waitSignal(pane.viewChosen):
        qtbot.mouseClick(pane.header.views.button("source"), Qt.MouseButton.LeftButton)
    assert not pane.shows_rendered
    assert pane.code.toPlainText() == TEXT
    pane.show_text(shown, Spot("o", "r", "b.md"), TERMS)
    assert not pane.shows_rendered


def test_a_file_with_one_view_offers_no_other(pane, qtbot):
    text = FileText("f", "a.py", "", "python", "utf-8", "x = 1", 1, "disk", 5)
    pane.show_text(text, Spot("f", "r", "a.py"), TERMS)
    assert not pane.header.views.isVisible()
    assert not pane.shows_rendered


def test_find_works_in_the_rendered_text(pane, qtbot):
    show(pane, qtbot, "a.md", TEXT)
    pane.open_find()
    qtbot.keyClicks(pane.finding.field, "filler")
    assert pane.footer._matches.text() == "1 of 80 matches"
    pane.finding.closed.emit()
    assert pane.footer._matches.text() == "1 of 4 matches"


def test_a_text_too_long_to_be_laid_out_shows_its_source_and_says_so(pane):
    text = "lease\n" * (MOST_CHARACTERS // 6 + 1)
    shown = FileText("f", "a.md", "", "markdown", "utf-8", text, 9, "disk", 100)
    pane.show_text(shown, Spot("f", "r", "a.md"), TERMS)
    assert not pane.shows_rendered
    assert "too long" in pane.notice._words.text() or "Lines" in pane.notice._words.text()


def test_a_link_into_the_web_is_asked_about_first(pane, qtbot):
    show(pane, qtbot, "docs/a.md", "[x](https://example.org/x)")
    pane.rendered.text.anchorClicked.emit(QUrl("https://example.org/x"))
    qtbot.waitUntil(pane.notice.isVisible)
    assert "https://example.org/x" in pane.notice._words.text()
    with qtbot.waitSignal(pane.addressWanted) as request:
        pane.notice._action.click()
    assert request.args == ["https://example.org/x"]


def test_a_link_to_a_file_opens_it_here_and_one_out_of_the_folder_does_not(pane, qtbot):
    show(pane, qtbot, "docs/a.md", "[x](../src/b.md#part)")
    with qtbot.waitSignal(pane.fileWanted) as request:
        pane.rendered.text.anchorClicked.emit(QUrl("../src/b.md#part"))
    spot, anchor = request.args
    assert (spot.file, spot.path, anchor) == ("r@main:file:src/b.md", "src/b.md", "part")
    with qtbot.waitSignal(pane.rendered.linkWanted) as refused:
        pane.rendered.text.anchorClicked.emit(QUrl("../../../etc/passwd"))
    assert refused.args[0].kind is LinkKind.REFUSED


def test_a_picture_beside_the_text_is_shown_and_one_outside_is_not(pane, qtbot, tmp_path):
    root = tmp_path / "root"
    (root / "docs").mkdir(parents=True)
    image = QImage(40, 20, QImage.Format.Format_RGB32)
    image.fill(QColor("red"))
    image.save(str(root / "docs" / "in.png"))
    image.save(str(tmp_path / "out.png"))
    (root / "docs" / "link.png").symlink_to(tmp_path / "out.png")
    show(pane, qtbot, "docs/a.md", "![in](in.png)\n\n![out](../../out.png)\n\n![link](link.png)\n", root=root)
    assert pane.rendered.words().count("\N{OBJECT REPLACEMENT CHARACTER}") == 1
    assert pane.rendered.words().count("Picture that is not shown") == 2


def test_no_text_loads_anything_by_itself(pane, qtbot, tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    kind = QTextDocument.ResourceType.HtmlResource.value
    assert pane.rendered.text.loadResource(kind, QUrl.fromLocalFile(str(secret))) is None


def test_pictures_that_are_none_or_lie_elsewhere_are_nothing(tmp_path):
    assert picture_of_bytes(b"\x89PNG broken") is None
    assert picture_file(tmp_path, "a.md", "nowhere.png") is None
    assert picture_file(tmp_path, "a.md", "../x.png") is None


def test_the_theme_changes_a_rendered_text(pane, qtbot):
    show(pane, qtbot, "a.md", "words")
    with qtbot.waitSignal(pane.rendered.text.written):
        apply(dark=True)
    block = pane.rendered.text.document().begin()
    assert block.begin().fragment().charFormat().foreground().color() == QColor(DARK["text"])


def test_another_theme_leaves_the_source_of_a_file_in_front(pane, qtbot):
    show(pane, qtbot, "a.md", "words")
    pane.show_text(
        FileText("f", "a.py", "", "python", "utf-8", "worker = 1", 1, "disk", 10), Spot("f", "r", "a.py"), TERMS
    )
    with qtbot.waitSignal(pane.rendered.text.written):
        apply(dark=True)
    assert pane.code.isVisible()
    assert pane.footer._matches.text() == "1 of 1 match"


PAGES = ("first page with a worker", "second page with a lease and a lease", "the end")


def pdf(pane, qtbot, tmp_path, line=1):
    (tmp_path / "a.pdf").write_bytes(pdf_bytes(PAGES))
    text = pdf_text((tmp_path / "a.pdf").read_bytes(), "a.pdf").text
    show(pane, qtbot, "a.pdf", text, language="pdf", root=tmp_path, line=line)
    return text


def test_a_pdf_document_shows_the_page_of_the_hit_with_its_words(pane, qtbot, tmp_path):
    text = pdf(pane, qtbot, tmp_path, line=7)
    assert text.split("\n")[6].startswith("second page")
    page = pane.rendered.page
    assert page.number == 2
    assert len(page._page.marks) == 2
    box = page._page.marks[0][0]
    assert 0 < box.left() < box.right() < 1
    assert 0.15 < box.top() < box.bottom() < 0.35


def test_a_hit_whose_match_is_pages_behind_its_first_line_shows_the_page_of_the_match(pane, qtbot, tmp_path):
    (tmp_path / "a.pdf").write_bytes(pdf_bytes(["Cover", "Contents", "A lease", "The lease ends"]))
    text = pdf_text((tmp_path / "a.pdf").read_bytes(), "a.pdf").text
    shown = show(pane, qtbot, "a.pdf", text, language="pdf", root=tmp_path, chunks=((1, 20),))
    assert pane.rendered.page.number == 3
    assert pane.rendered.follows
    pane.next_match()
    qtbot.waitUntil(lambda: pane.rendered.page.number == 4)
    pane.show_text(*shown, TERMS)
    qtbot.waitUntil(lambda: pane.rendered.page.number == 3)


def test_a_word_whose_letters_stand_in_several_pieces_has_one_mark_around_all_of_them(pane, qtbot, tmp_path):
    pieces = "l) Tj 3 0 Td (ea) Tj 13.3 0 Td (se by a lease"
    (tmp_path / "a.pdf").write_bytes(pdf_bytes([pieces]))
    show(pane, qtbot, "a.pdf", "## Page 1\n\nlease by a lease", language="pdf", root=tmp_path)
    pieced, whole = pane.rendered.page._page.marks
    assert len(pieced) == len(whole) == 1
    assert pieced[0].width() == pytest.approx(whole[0].width(), rel=0.05)


def test_a_word_that_goes_on_in_the_next_line_keeps_a_mark_in_each():
    first, second = QRectF(0.8, 0.2, 0.1, 0.02), QRectF(0.1, 0.23, 0.1, 0.02)
    assert united([first, second]) == (first, second)


def test_a_word_that_is_divided_at_the_end_of_a_line_is_marked_in_both_lines(pane, qtbot, tmp_path):
    data = pdf_bytes(["The longest lea-) Tj 0 -16 Td (se and a lease"])
    (tmp_path / "a.pdf").write_bytes(data)
    text = pdf_text(data, "a.pdf").text
    show(pane, qtbot, "a.pdf", text, language="pdf", root=tmp_path)
    divided, whole = pane.rendered.page._page.marks
    assert len(divided) == 2
    assert divided[0].left() > divided[1].left()
    assert len(whole) == 1


def test_the_next_match_turns_the_page(pane, qtbot, tmp_path):
    pdf(pane, qtbot, tmp_path)
    assert pane.rendered.page.number == 1
    pane.next_match()
    qtbot.waitUntil(lambda: pane.rendered.page.number == 2)
    assert not pane.rendered.page._sheet.current_box().isNull()
    qtbot.mouseClick(pane.rendered.page.forward, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: pane.rendered.page.number == 3)
    assert not pane.rendered.page.forward.isEnabled()


def test_a_broken_pdf_document_shows_its_text_and_says_why(pane, qtbot, tmp_path):
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.4 broken")
    spot = Spot("f", "r", "a.pdf", str(tmp_path))
    text = FileText("f", "a.pdf", str(tmp_path), "pdf", "pdf", "## Page 1\n\nlease", 3, "disk", 15)
    with qtbot.waitSignal(pane.rendered.failed, timeout=30_000):
        pane.show_text(text, spot, TERMS)
    assert not pane.shows_rendered
    assert "cannot be laid out" in pane.notice._words.text()


def test_a_broken_pdf_document_without_text_says_so(pane, qtbot, tmp_path):
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.4 broken")
    text = FileText("f", "a.pdf", str(tmp_path), "pdf", "pdf", "", 0, "disk", 15)
    with qtbot.waitSignal(pane.rendered.failed, timeout=30_000):
        pane.show_text(text, Spot("f", "r", "a.pdf", str(tmp_path)), TERMS)
    assert "damaged" in pane._message.accessibleName()


def test_a_notebook_shows_its_outputs(pane, qtbot, tmp_path: Path):
    cell = {"cell_type": "code", "source": "lease = 1", "outputs": [{"output_type": "stream", "text": "worker 7"}]}
    (tmp_path / "a.ipynb").write_text(json.dumps({"cells": [cell]}))
    show(pane, qtbot, "a.ipynb", "```python\nlease = 1\n```", language="notebook", root=tmp_path)
    assert pane.rendered.words().split("\n") == ["In [ ]", "lease = 1", "worker 7"]


def test_a_newer_selection_drops_what_was_being_rendered(pane, qtbot):
    long = FileText("l", "long.md", "", "markdown", "utf-8", "lease\n\n" * 20_000, 1, "disk", 9)
    pane.show_text(long, Spot("l", "r", "long.md"), TERMS)
    show(pane, qtbot, "a.md", "short")
    qtbot.waitUntil(lambda: not pane.rendered._work._pool.activeThreadCount())
    qtbot.wait(1)
    assert pane.rendered.words() == "short"
