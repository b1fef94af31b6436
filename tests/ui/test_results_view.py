"""The results list as a person meets it: keys, opening, re-ranking in place, pictures."""

import pytest
from msgspec import structs
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QTextLayout
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from search.types.query import RankSettings
from search.types.results import Signal, Why
from tests.ui.pane_samples import CODE, answer, chunk_hit, file_hit, mark_words, some_files
from ui.code.pool import LexPool
from ui.panels.results import file_row
from ui.panels.results.cards import CardLine, CardSize
from ui.panels.results.chunk_row import CODE_RIGHT, ChunkLook, card_box, code_room, paint_block, paint_card
from ui.panels.results.empty import Suggestion, SuggestionCard
from ui.panels.results.menu import file_menu
from ui.panels.results.pane import ResultsPane
from ui.panels.results.rows import ChunkRow, FileRow, MoreRow
from ui.theme.fonts import font
from ui.theme.palette import apply
from ui.theme.tokens import DARK, LIGHT
from ui.widgets.text import Text


@pytest.fixture
def pane(themed, qtbot):
    pool = LexPool()
    pane = ResultsPane(mark_words, pool)
    qtbot.addWidget(pane)
    pane.resize(556, 760)
    pane.show()
    pane.activateWindow()
    qtbot.waitUntil(pane.isActiveWindow)
    yield pane
    pool.shutdown()


def row(pane):
    return pane.model.row_at(pane.view.currentIndex())


def press(pane, key, modifiers=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(pane.view, key, modifiers)


def top(pane):
    return pane.view.visualRect(pane.view.currentIndex()).top()


def shown(pane, qtbot, files, **more):
    with qtbot.waitSignal(pane.fileActivated):
        pane.show_result(answer(files, **more))


def test_the_first_file_is_selected_and_opens_after_a_rest(pane, qtbot):
    with qtbot.waitSignal(pane.fileActivated) as message:
        pane.show_result(answer(some_files(5)))
        assert pane.model.rowCount() == 5
    assert message.args[0].rank == 1
    assert pane.model.rowCount() == 9


def test_down_goes_from_file_to_file_and_right_into_the_chunks(pane, qtbot):
    shown(pane, qtbot, some_files(5))
    press(pane, Qt.Key.Key_Down)
    assert row(pane).file.rank == 2
    press(pane, Qt.Key.Key_Up)
    with qtbot.waitSignal(pane.chunkSelected) as message:
        press(pane, Qt.Key.Key_Right)
    assert message.args[1] is row(pane).chunk
    press(pane, Qt.Key.Key_Down)
    assert isinstance(row(pane), ChunkRow)
    press(pane, Qt.Key.Key_Left)
    assert isinstance(row(pane), FileRow)
    press(pane, Qt.Key.Key_Left)
    assert pane.model.rowCount() == 5


def test_the_header_counts_what_a_new_order_keeps(pane, qtbot):
    files = some_files(5)
    shown(pane, qtbot, files)
    assert "5 files" in [text.text() for text in pane.header.findChildren(Text)]
    pane.rerank(files[:1], RankSettings(min_score=0.9), 1)
    assert "1 file" in [text.text() for text in pane.header.findChildren(Text)]


def test_up_on_the_first_file_leaves_the_list(pane, qtbot):
    shown(pane, qtbot, some_files(3))
    with qtbot.waitSignal(pane.leftUpwards):
        press(pane, Qt.Key.Key_Up)


def test_home_end_and_page_keys_land_on_files(pane, qtbot):
    shown(pane, qtbot, some_files(60))
    press(pane, Qt.Key.Key_End)
    assert row(pane).file.rank == 60
    press(pane, Qt.Key.Key_PageUp)
    assert isinstance(row(pane), FileRow)
    assert 40 < row(pane).file.rank < 60
    press(pane, Qt.Key.Key_Home)
    assert row(pane).file.rank == 1
    press(pane, Qt.Key.Key_PageDown)
    assert row(pane).file.rank > 1


@pytest.mark.parametrize(
    ("key", "modifiers"),
    [
        (Qt.Key.Key_Menu, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier),
    ],
)
def test_the_keys_for_a_menu_open_that_of_the_current_row(pane, qtbot, key, modifiers):
    shown(pane, qtbot, some_files(2))
    with qtbot.waitSignal(pane.view.menuRequested, timeout=1_000) as message:
        press(pane, key, modifiers)
    QApplication.activePopupWidget().close()
    assert message.args[0] == row(pane).file


def test_enter_opens_the_file_at_the_line_of_its_best_chunk(pane, qtbot):
    shown(pane, qtbot, some_files(2))
    with qtbot.waitSignal(pane.openRequested) as message:
        press(pane, Qt.Key.Key_Return)
    assert (message.args[0].rank, message.args[1]) == (1, 9)


def test_ctrl_enter_shows_the_folder_and_ctrl_c_copies_the_path(pane, qtbot):
    shown(pane, qtbot, some_files(2))
    with qtbot.waitSignal(pane.revealRequested):
        press(pane, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    with qtbot.waitSignal(pane.copyRequested) as message:
        press(pane, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert message.args == ["/home/someone/relay/relay/worker/file0001.py"]


def test_space_asks_for_the_best_chunks_of_a_file_or_for_the_selected_one(pane, qtbot):
    shown(pane, qtbot, some_files(2))
    with qtbot.waitSignal(pane.contextToggled) as message:
        press(pane, Qt.Key.Key_Space)
    assert message.args[0] == tuple(chunk.id for chunk in pane.current_file.chunks[:3])
    press(pane, Qt.Key.Key_Right)
    with qtbot.waitSignal(pane.contextToggled) as message:
        press(pane, Qt.Key.Key_Space)
    assert message.args[0] == (row(pane).chunk.id,)


def menu_entries(pane) -> list[str]:
    file = pane.current_file
    menu = file_menu(file, pane.actions_on(file), pane)
    texts = [action.text() for action in menu.actions()]
    menu.deleteLater()
    return texts


def test_the_menu_says_what_it_does_to_the_context(pane, qtbot):
    """Space and this entry remove a file whose chunks are all collected."""
    shown(pane, qtbot, some_files(2))
    assert "Add to context" in menu_entries(pane)
    pane.set_in_context(frozenset(chunk.id for chunk in pane.current_file.chunks))
    assert "Remove from context" in menu_entries(pane)
    assert "Add to context" not in menu_entries(pane)


def test_the_menu_says_what_it_does_to_the_favourites(pane, qtbot):
    shown(pane, qtbot, some_files(2))
    assert "Add to favourites" in menu_entries(pane)
    pane.set_marks(frozenset((pane.current_file.file_id,)), {})
    assert "Remove from favourites" in menu_entries(pane)
    assert "Add to favourites" not in menu_entries(pane)


def test_enter_on_the_last_row_of_a_file_shows_its_other_chunks(pane, qtbot):
    shown(pane, qtbot, some_files(2, chunks=6))
    press(pane, Qt.Key.Key_Right)
    for _ in range(3):
        press(pane, Qt.Key.Key_Down)
    assert isinstance(row(pane), MoreRow)
    press(pane, Qt.Key.Key_Return)
    assert row(pane).chunk is pane.current_file.chunks[3]


def test_a_click_on_the_last_row_of_a_file_shows_its_other_chunks(pane, qtbot):
    shown(pane, qtbot, some_files(2, chunks=6))
    rect = pane.view.visualRect(pane.model.index(4, 0)).center()
    QTest.mouseClick(pane.view.viewport(), Qt.MouseButton.LeftButton, pos=rect)
    assert sum(isinstance(pane.model.row_at(pane.model.index(at, 0)), ChunkRow) for at in range(9)) == 6


@pytest.mark.parametrize("count", [30, 400])
def test_the_selected_file_keeps_its_place_on_the_screen_when_the_order_changes(pane, qtbot, count):
    files = some_files(count)
    shown(pane, qtbot, files)
    pane.view.setFocus()
    pane.view.select_file(files[17].file_id)
    pane.view.open_now()
    before = top(pane)
    order = (*files[5:25], *files[:5], *files[25:])
    pane.rerank(
        [structs.replace(file, rank=rank) for rank, file in enumerate(order, 1)],
        RankSettings(weight=0.9),
        len(order),
    )
    assert row(pane).file.file_id == files[17].file_id
    assert top(pane) == before


def test_a_block_that_closes_above_does_not_move_the_selected_file(pane, qtbot):
    files = some_files(40)
    shown(pane, qtbot, files)
    pane.view.select_file(files[20].file_id)
    pane.view.open_now()
    pane.view.select_file(files[22].file_id)
    before = top(pane)
    pane.view.open_now()
    assert top(pane) == before


def test_the_selected_chunk_stays_selected_when_the_order_changes(pane, qtbot):
    files = some_files(10)
    shown(pane, qtbot, files)
    press(pane, Qt.Key.Key_Right)
    chunk = row(pane).chunk
    pane.rerank(
        [structs.replace(file, rank=rank) for rank, file in enumerate(reversed(files), 1)],
        RankSettings(weight=0.1),
        len(files),
    )
    assert row(pane).chunk.id == chunk.id


def test_after_the_slider_was_let_go_the_move_of_the_selected_file_is_announced(pane, qtbot):
    files = some_files(3)
    shown(pane, qtbot, files)
    pane.remember_ranks()
    pane.rerank(
        [structs.replace(file, rank=rank) for rank, file in enumerate(reversed(files), 1)],
        RankSettings(weight=0.1),
        len(files),
    )
    with qtbot.waitSignal(pane.rankAnnounced) as message:
        pane.rest_ranks()
    assert message.args == ["file0001.py is now 3, was 1"]


def test_texts_that_are_not_here_are_asked_for_once(pane, qtbot):
    bare = tuple(chunk_hit("a.py", number, 9, 15, text="") for number in range(2))
    with qtbot.waitSignal(pane.textsNeeded) as message:
        pane.show_result(answer((file_hit(1, "a.py", 2, chunks=bare),)))
    assert message.args[0] == tuple(chunk.id for chunk in bare)
    with qtbot.assertNotEmitted(pane.textsNeeded, wait=50):
        pane.resize(556, 700)


def test_an_answer_to_the_same_question_keeps_the_selection(pane, qtbot):
    files = some_files(5)
    shown(pane, qtbot, files)
    pane.view.setFocus()
    pane.view.select_file(files[3].file_id)
    pane.show_result(answer(files))
    assert row(pane).file.file_id == files[3].file_id


def test_an_answer_to_the_same_question_begins_at_the_top_while_nobody_has_been_in_the_list(pane, qtbot):
    files = some_files(10)
    pane.show_result(answer(files))
    better = [structs.replace(file, rank=rank) for rank, file in enumerate((files[4], *files[:4], *files[5:]), 1)]
    pane.show_result(answer(better))
    assert row(pane).file.file_id == files[4].file_id
    pane.view.setFocus()
    pane.show_result(answer(files))
    assert row(pane).file.file_id == files[4].file_id


def test_ctrl_e_opens_the_chunks_of_all_files(pane, qtbot):
    shown(pane, qtbot, some_files(4, chunks=2))
    pane.toggle_all()
    assert pane.model.rowCount() == 12


def test_no_files_give_suggestions_that_can_be_taken_with_the_keyboard(pane, qtbot):
    pane.show_result(answer(()))
    offer = Suggestion("Search for lease", "tokn is in no file", 2, "languages", "lease")
    pane.show_suggestions("No file reaches a confidence of 0.60.", [offer])
    pane.select_first()
    qtbot.waitUntil(lambda: isinstance(pane.focusWidget(), SuggestionCard))
    with qtbot.waitSignal(pane.suggestionChosen) as message:
        QTest.keyClick(pane.focusWidget(), Qt.Key.Key_Return)
    assert message.args == [offer]


@pytest.mark.parametrize(("dark", "tokens"), [(False, LIGHT), (True, DARK)])
def test_the_list_is_painted_in_the_colours_of_the_theme(pane, qtbot, dark, tokens):
    apply(dark=dark)
    pane.show_result(answer(some_files(3)))
    pane.view.open_now()
    picture = pane.view.viewport().grab().toImage()
    width = pane.view.viewport().width()
    assert picture.pixelColor(1, 20) == QColor(tokens["accent"])
    assert picture.pixelColor(40, 5) == QColor(tokens["sel"])
    bar = width - 16 - 36 - 80
    assert picture.pixelColor(bar + 8, 20) == QColor(tokens["kw"])
    assert picture.pixelColor(bar + 60, 20) == QColor(tokens["sem"])
    assert picture.pixelColor(bar + 77, 20) == QColor(tokens["track"])
    assert picture.pixelColor(20, 60) == QColor(tokens["sunken"])


def test_the_rule_of_an_opened_file_has_no_gaps_at_one_and_a_half_device_pixels(themed):
    picture = QImage(150, 363, QImage.Format.Format_RGB32)
    picture.setDevicePixelRatio(1.5)
    with QPainter(picture) as painter:
        for row in (QRectF(0, 0, 100, 121), QRectF(0, 121, 100, 121)):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
            painter.fillRect(row, QColor(LIGHT["sunken"]))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_block(painter, row, ruled=True, ends=False)
    assert {picture.pixelColor(1, y).name() for y in range(363)} == {QColor(LIGHT["accent"]).name()}


@pytest.mark.parametrize("first", [1, 10_000, 1_000_000])
def test_line_numbers_of_a_card_stand_inside_it_and_left_of_its_code(themed, first):
    chunk = chunk_hit("relay/lease.py", 1, first, first + 9)
    code = CardLine(first, QTextLayout("", font(12, mono=True)), ())
    look = ChunkLook(ruled=False, selected=False, focused=False, hovered=False, in_context=False)
    picture = QImage(556, 130, QImage.Format.Format_RGB32)
    picture.fill(QColor(LIGHT["sunken"]))
    box = card_box(QRectF(0, 0, 556, 130), 110)
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_card(painter, box, chunk, [code] * 4, look)
    left, end = int(box.left()), int(box.right() - CODE_RIGHT - code_room(QRectF(0, 0, 556, 130), chunk))
    columns = {x for x in range(left + 2, end) for y in range(44, 110) if picture.pixelColor(x, y) != Qt.white}
    assert columns
    assert min(columns) >= left + 6
    assert max(columns) <= end - 8


def test_a_row_that_nobody_chose_is_not_held_so_that_the_rows_that_win_can_be_seen(pane, qtbot):
    files = some_files(30, 0)
    shown(pane, qtbot, files)
    assert not pane.view.chosen
    winners = tuple(
        structs.replace(file, rank=rank) for rank, file in enumerate((*files[9:], *files[:9]), start=1)
    )
    pane.remember_ranks()
    pane.rerank(winners, RankSettings(weight=0.1), 30)
    assert pane.view.verticalScrollBar().value() == 0
    assert pane.view.indexAt(QPoint(10, 10)).row() == 0
    assert pane.view.current_file.file_id == files[0].file_id


def test_a_row_that_a_person_chose_keeps_its_place_while_the_slider_moves(pane, qtbot):
    files = some_files(30, 0)
    shown(pane, qtbot, files)
    pane.view.setFocus()
    top = pane.view.visualRect(pane.view.currentIndex()).top()
    winners = tuple(
        structs.replace(file, rank=rank) for rank, file in enumerate((*files[1:7], files[0], *files[7:]), start=1)
    )
    pane.rerank(winners, RankSettings(weight=0.1), 30)
    assert pane.view.visualRect(pane.view.currentIndex()).top() == top
    assert pane.view.verticalScrollBar().value() > 0


def test_a_marked_word_is_painted_on_its_ground(pane, qtbot):
    shown(pane, qtbot, some_files(1))
    card = pane.view.visualRect(pane.model.index(1, 0))
    picture = pane.view.viewport().grab(card).toImage()
    colours = {picture.pixelColor(x, y).name() for x in range(90, 500) for y in range(44, 110, 6)}
    assert QColor(LIGHT["mark"]).name() in colours


def test_cards_take_the_colours_of_the_whole_file_when_it_is_known(pane, qtbot):
    file = file_hit(1, "a.py", 1, chunks=(chunk_hit("a.py", 0, 9, 16),))
    shown(pane, qtbot, (file,))
    with qtbot.waitSignal(pane._cards.changed):
        pane.set_file_text(file, CODE)
    lines = pane._cards.lines(file, file.chunks[0], file.chunks[0].text, CardSize(4, 80))
    assert any(line.layout.formats() for line in lines)


def test_the_tooltip_over_the_bar_tells_what_the_score_is_made_of(pane, qtbot):
    shown(pane, qtbot, some_files(1))
    tip = pane.model.data(pane.model.index(0, 0), Qt.ItemDataRole.ToolTipRole)
    assert tip.startswith("Score 0.94: words 0.47, meaning 0.47\nRelevance 0.70: ")


def test_the_menu_of_a_file_offers_its_folder(pane, qtbot):
    shown(pane, qtbot, some_files(1))
    with qtbot.waitSignal(pane.view.menuRequested) as message:
        pane.view.ask_menu(QPoint(100, 20))
    assert message.args[0].rank == 1


def test_the_row_of_a_file_that_could_not_be_indexed_says_why(themed: QApplication, monkeypatch):
    drawn, picture = [], QImage(900, 60, QImage.Format.Format_RGB32)
    look = file_row.FileLook("surface", ruled=False, repository="relay", badges=())
    monkeypatch.setattr(file_row, "draw", lambda painter, style, x, y, text: drawn.append(text) or x)
    signal = Signal("failed", 1.0, 0.0, "is no zip file")
    for signals in ((signal,), (Signal("indexed", 1.0, 0.0, ""),), ()):
        file = file_hit(1, "plans/a.docx", count=0, why=Why(signals=signals))
        with QPainter(picture) as painter:
            file_row.paint_file(painter, QRectF(0, 0, 900, 60), file, look)
    assert drawn.count("Could not be indexed: is no zip file") == 1
    assert drawn.count("plans") == 3
