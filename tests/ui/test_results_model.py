"""The results model: rows, opening, re-ranking, what a screen reader hears."""

from msgspec import structs
from PySide6.QtCore import Qt

from search.types.query import RankSettings
from search.types.results import Parts, Signal, Why
from tests.ui.pane_samples import answer, chunk_hit, file_hit, some_files
from ui.i18n.language import counted
from ui.panels.results.model import ResultRole, ResultsModel
from ui.panels.results.rows import ChunkRow, FileRow, MoreRow
from ui.panels.results.sentences import adding_up, badges, score_tip, title_of
from ui.panels.results.sorting import SortBy, sorted_files

SETTINGS = RankSettings(weight=0.5)
PARTS = Parts(words=0.44, meaning=0.31, structure=0.16)


def kinds(model):
    return [type(model.row_at(model.index(row, 0))).__name__ for row in range(model.rowCount())]


def test_a_model_keeps_qts_rules_while_files_open_close_and_move(qtmodeltester, qapp):
    model = ResultsModel()
    qtmodeltester.check(model)
    files = some_files(6)
    model.set_files(files, SETTINGS)
    model.open_only(files[2].file_id)
    model.open_only(files[4].file_id)
    model.show_more(files[4].file_id)
    model.set_files(tuple(reversed(files)), SETTINGS, keep=True)
    model.open_all(opened=True)
    model.show_more(files[0].file_id)
    model.open_all(opened=False)
    model.set_files((), SETTINGS)
    model.set_files(some_files(2), SETTINGS)


def test_an_opened_file_shows_three_chunks_and_says_how_many_more_there_are(qapp):
    model = ResultsModel()
    model.set_files(some_files(2, chunks=7), SETTINGS)
    model.open_only(model.files[0].file_id)
    assert kinds(model) == ["FileRow", "ChunkRow", "ChunkRow", "ChunkRow", "MoreRow", "FileRow"]
    assert model.data(model.index(4, 0), Qt.ItemDataRole.AccessibleTextRole) == "Show 4 more chunks"


def test_showing_more_replaces_the_last_row_by_all_chunks(qapp):
    model = ResultsModel()
    model.set_files(some_files(2, chunks=7), SETTINGS)
    model.open_only(model.files[0].file_id)
    model.show_more(model.files[0].file_id)
    assert kinds(model) == ["FileRow", *["ChunkRow"] * 7, "FileRow"]
    assert model.row_at(model.index(7, 0)).last


def test_a_file_with_three_chunks_has_nothing_more_to_show(qapp):
    model = ResultsModel()
    model.set_files(some_files(1, chunks=3), SETTINGS)
    model.open_only(model.files[0].file_id)
    model.show_more(model.files[0].file_id)
    assert kinds(model) == ["FileRow", "ChunkRow", "ChunkRow", "ChunkRow"]
    assert model.row_at(model.index(3, 0)).last


def test_opening_a_file_closes_the_one_before(qapp):
    model = ResultsModel()
    model.set_files(some_files(3, chunks=2), SETTINGS)
    model.open_only(model.files[0].file_id)
    model.open_only(model.files[1].file_id)
    assert kinds(model) == ["FileRow", "FileRow", "ChunkRow", "ChunkRow", "FileRow"]


def test_all_files_can_be_opened_and_the_single_one_comes_back(qapp):
    model = ResultsModel()
    model.set_files(some_files(3, chunks=1), SETTINGS)
    model.open_only(model.files[1].file_id)
    model.open_all(opened=True)
    assert kinds(model).count("ChunkRow") == 3
    model.open_all(opened=False)
    assert kinds(model) == ["FileRow", "FileRow", "ChunkRow", "FileRow"]


def test_a_new_order_keeps_what_is_open_and_tells_how_far_each_file_moved(qapp):
    model = ResultsModel()
    files = some_files(3, chunks=1)
    model.set_files(files, SETTINGS)
    model.open_only(files[2].file_id)
    model.remember_ranks()
    moved = (
        structs.replace(files[2], rank=1),
        structs.replace(files[0], rank=2),
        structs.replace(files[1], rank=3),
    )
    model.set_files(moved, RankSettings(weight=0.8), keep=True)
    assert kinds(model) == ["FileRow", "ChunkRow", "FileRow", "FileRow"]
    changes = [model.data(model.index_of(file.file_id), ResultRole.RANK_CHANGE) for file in moved]
    assert changes == [2, -1, -1]
    model.forget_ranks()
    assert model.data(model.index(0, 0), ResultRole.RANK_CHANGE) == 0


def test_a_new_answer_forgets_what_was_open(qapp):
    model = ResultsModel()
    model.set_files(some_files(3), SETTINGS)
    model.open_only(model.files[0].file_id)
    model.set_files(some_files(3), SETTINGS)
    assert kinds(model) == ["FileRow"] * 3


def test_a_row_tells_a_screen_reader_rank_name_place_and_scores(qapp):
    model = ResultsModel()
    file = file_hit(1, "relay/worker/lease.py", 7, level="critical", rank_score=0.91, parts=PARTS)
    model.set_files((file,), SETTINGS)
    message = model.data(model.index(0, 0), Qt.ItemDataRole.AccessibleTextRole)
    assert message == (
        "1. lease.py, critical, relay, relay/worker, "
        "score 0.91, words 0.44, meaning 0.31, structure 0.16, 7 chunks"
    )


def test_a_file_that_is_listed_by_its_state_tells_its_reason_and_no_score(qapp):
    failed = Why(signals=(Signal("failed", 1.0, 0.0, "is protected by a password"),))
    indexed = Why(signals=(Signal("indexed", 1.0, 0.0, ""),))
    model = ResultsModel()
    files = file_hit(1, "relay/a.pdf", 0, why=failed), file_hit(2, "relay/b.pdf", 2, why=indexed)
    model.set_files(files, SETTINGS)
    first, second = (model.index(row, 0) for row in range(2))
    assert model.data(first, Qt.ItemDataRole.ToolTipRole) == "Could not be indexed: is protected by a password"
    assert model.data(second, Qt.ItemDataRole.ToolTipRole) == ""
    assert model.data(first, Qt.ItemDataRole.AccessibleTextRole) == (
        "1. a.pdf, relay, relay, Could not be indexed: is protected by a password, 0 chunks"
    )
    assert model.data(second, Qt.ItemDataRole.AccessibleTextRole) == "2. b.pdf, relay, relay, 2 chunks"


def test_a_chunk_tells_its_symbol_lines_and_score(qapp):
    model = ResultsModel()
    model.set_files((file_hit(1, "a.py", 1),), SETTINGS)
    model.open_only(model.files[0].file_id)
    message = model.data(model.index(1, 0), Qt.ItemDataRole.AccessibleTextRole)
    assert message == "LeaseManager.f0, function, lines 9 to 15, relevance 0.80"


def test_chunks_without_text_are_listed_until_it_comes(qapp):
    model = ResultsModel()
    bare = tuple(chunk_hit("a.py", number, 9, 15, text="") for number in range(2))
    model.set_files((file_hit(1, "a.py", 2, chunks=bare),), SETTINGS)
    model.open_only(model.files[0].file_id)
    assert model.missing_texts(range(9)) == tuple(chunk.id for chunk in bare)
    model.set_texts({bare[0].id: "text", bare[1].id: ""})
    assert model.missing_texts(range(9)) == ()
    assert model.data(model.index(1, 0), ResultRole.TEXT) == "text"


def test_badges_name_the_level_the_kind_and_what_happened_to_the_file():
    assert badges(file_hit(1, "a.py", level="important", flags=("test", "document"))) == ("important", "test")
    assert badges(file_hit(1, "a.py", stale=True)) == ("changed",)
    in_git = file_hit(1, "a.py", root_path="", branch="release/2026.1-maintenance", flags=("test",))
    assert badges(in_git) == ("branch release/20\N{HORIZONTAL ELLIPSIS}aintenance", "test")
    assert badges(file_hit(1, "a.py", stale=True), deleted=True) == ("deleted",)


def test_the_score_tip_names_each_signal_that_moved_the_score():
    signals = (Signal("exact_definition", 1.0, 0.5, "renew"), Signal("card", 0.01, 0.001))
    why = Why(("leas",), 0.6, 12.0, signals)
    file = file_hit(1, "a.py", keyword=0.88, semantic=0.54, relevance=0.71, why=why, scale=0.5)
    file = structs.replace(file, rank_score=0.91, parts=PARTS)
    assert score_tip(file, 0.5) == (
        "Score 0.91: words 0.44, meaning 0.31, structure 0.16\n"
        "Relevance 0.71: 50% of semantic 0.54, 50% of keyword 0.88\n"
        "Exact definition (renew) +0.25\nWords: leas"
    )


def test_numbers_that_are_shown_add_up():
    third = 1 / 3
    assert adding_up([third, third, third]) == [0.34, 0.33, 0.33]
    assert adding_up([0.004, 0.004]) == [0.01, 0.0]


def test_numbers_are_grouped_and_nouns_agree():
    assert counted(1, "{n} chunk", "{n} chunks") == "1 chunk"
    assert counted(12_418, "{n} file", "{n} files") == "12,418 files"


def test_a_heading_path_is_shown_with_angles_and_a_nameless_chunk_says_what_it_is():
    assert (
        title_of(structs.replace(chunk_hit("a", 0, 1, 2), header_path="Operations > Lost"))
        == "Operations \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} Lost"
    )
    assert title_of(structs.replace(chunk_hit("a", 0, 1, 2), header_path="", kind="text")) == "Text"


def test_sorting_changes_the_order_but_not_the_ranks():
    files = (file_hit(1, "z/b.py"), file_hit(2, "a/c.py"), file_hit(3, "m/a.py"))
    assert [file.rank for file in sorted_files(files, SortBy.NAME)] == [3, 1, 2]
    assert [file.rank for file in sorted_files(files, SortBy.FOLDER)] == [2, 3, 1]
    assert sorted_files(files, SortBy.RELEVANCE) == files


def test_rows_are_typed_so_that_the_painter_needs_no_guess(qapp):
    model = ResultsModel()
    model.set_files(answer(some_files(1, chunks=4)).files, SETTINGS)
    model.open_only(model.files[0].file_id)
    rows = [model.data(model.index(row, 0), ResultRole.ROW) for row in range(model.rowCount())]
    assert isinstance(rows[0], FileRow)
    assert all(isinstance(row, ChunkRow) for row in rows[1:4])
    assert isinstance(rows[4], MoreRow)


def test_only_what_lies_on_the_disk_is_dragged_out_as_a_file(themed):
    model = ResultsModel()
    hits = (file_hit(1, "a.py"), file_hit(2, "b.py", root_path="", branch="next"))
    model.set_files(hits, RankSettings())
    rows = [model.index(row, 0) for row in range(model.rowCount())]
    data = model.mimeData(rows)
    assert [url.toLocalFile() for url in data.urls()] == ["/home/someone/relay/a.py"]
    assert data.text().splitlines() == ["/home/someone/relay/a.py", "b.py"]
