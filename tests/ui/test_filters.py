"""Filters, saved searches and history."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest

from search.types.files import Root
from search.types.ids import RootId
from search.types.results import Facet
from tests.ui.pane_samples import answer, some_files
from ui.panels.filters.facets import GROUPS, Choice, choices, chosen, cleared, is_set
from ui.panels.filters.model import FacetRole, FacetsModel
from ui.panels.filters.pane import FiltersPane, Tab
from ui.panels.saved.rows import ClearRow, Heading, SearchRow, history_rows
from ui.panels.saved.store import MOST_HISTORY, PastSearch, SearchStore
from ui.theme.tokens import LIGHT

LANGUAGE = next(group for group in GROUPS if group.key == "lang")
LEVEL = next(group for group in GROUPS if group.key == "level")
FACETS = answer(()).facets


def test_a_facet_and_its_chip_are_the_same_thing():
    text = chosen("retry", LANGUAGE, "python", Choice.INCLUDED)
    assert text == "retry lang:python"
    assert choices(text, LANGUAGE) == {"python": Choice.INCLUDED}
    assert chosen(text, LANGUAGE, "python", Choice.EXCLUDED) == "retry -lang:python"
    assert chosen(text, LANGUAGE, "python", Choice.NONE) == "retry"


def test_a_filter_that_was_typed_in_short_is_the_same_facet():
    assert choices("x lang:py", LANGUAGE) == {"python": Choice.INCLUDED}
    assert chosen("x lang:py,go", LANGUAGE, "python", Choice.NONE) == "x lang:go"
    assert choices("x level:Critical", LEVEL) == {"critical": Choice.INCLUDED}


def test_clearing_takes_out_the_facets_and_leaves_the_words():
    text = 'a "b c" lang:python -type:guide path:src'
    assert is_set(text)
    assert cleared(text) == 'a "b c" path:src'
    assert not is_set(cleared(text))


@given(
    st.text(alphabet='ab "-:', max_size=20),
    st.sampled_from(["python", "go", "c x"]),
    st.sampled_from(list(Choice)),
)
def test_choosing_a_value_gives_a_query_that_says_so(text, value, choice):
    text = text.replace('"', "").replace("-", "").replace(":", "")
    assert choices(chosen(text, LANGUAGE, value, choice), LANGUAGE).get(value, Choice.NONE) is choice


def labels(model):
    def below(parent):
        for row in range(model.rowCount(parent)):
            index = model.index(row, 0, parent)
            yield model.data(index, Qt.ItemDataRole.AccessibleTextRole)
            yield from below(index)

    return list(below(QModelIndex()))


def test_a_model_keeps_qts_rules_while_counts_and_choices_change(qtmodeltester, qapp):
    model = FacetsModel()
    qtmodeltester.check(model)
    model.set_facets(FACETS)
    model.set_query("x lang:language7 -level:critical")
    model.show_all(LANGUAGE)
    model.set_facets(())
    model.set_facets((Facet("branch", (("dev", 3),)),))
    model.set_query("")


def test_groups_show_five_values_and_how_many_more(qapp):
    model = FacetsModel()
    model.set_facets(FACETS)
    message = labels(model)
    assert message[:3] == ["Repository, 2 values", "relay, 18 files", "gateway, 9 files"]
    assert "Show 3 more of Language" in message
    model.show_all(LANGUAGE)
    assert "Language7, 13 files" in labels(model)


def test_one_value_and_one_file_are_said_as_one(qapp):
    model = FacetsModel()
    model.set_facets((Facet("repository", (("relay", 1),)),))
    assert labels(model)[:2] == ["Repository, 1 value", "relay, 1 file"]


def test_a_chosen_value_is_shown_even_among_those_that_are_folded_away(qapp):
    model = FacetsModel()
    model.set_facets(FACETS)
    model.set_query("-lang:language7")
    assert "Language7, 13 files, excluded" in labels(model)
    assert "Language, \N{MINUS SIGN}Language7" in labels(model)
    assert "Show 2 more of Language" in labels(model)


def test_values_that_are_found_no_more_stay_with_zero(qapp):
    model = FacetsModel()
    model.set_facets(FACETS)
    model.set_facets(())
    assert "relay, 0 files" in labels(model)


def test_while_nothing_is_searched_for_no_value_is_said_to_have_no_files(qapp):
    """After the query was cleared a click on a value still lists all files that have it."""
    model = FacetsModel()
    model.set_facets(FACETS)
    model.forget_counts()
    first = model.index(0, 0, model.index(0, 0))
    value = first.data(FacetRole.NODE)
    assert value.count is None
    assert first.data(Qt.ItemDataRole.AccessibleTextRole) == value.label
    model.set_facets(())
    assert first.data(FacetRole.NODE).count == 0


def test_a_filter_for_an_unknown_value_is_shown_as_a_facet(qapp):
    model = FacetsModel()
    model.set_facets(FACETS)
    model.set_query("repo:elsewhere")
    assert "elsewhere, 0 files, included" in labels(model)


def test_a_repository_that_was_typed_in_another_case_is_the_same_facet(qapp):
    model = FacetsModel()
    model.set_facets((Facet("repository", (("Relay", 1),)),))
    model.set_query("repo:relay")
    group = next(group for group in GROUPS if group.key == "repo")
    assert "Relay, 1 file, included" in labels(model)
    assert not any("relay, 0 files" in label for label in labels(model))
    assert chosen("x repo:relay", group, "Relay", Choice.EXCLUDED) == "x -repo:Relay"


@pytest.fixture
def store(tmp_path):
    times = iter(range(1_000, 10_000))
    return SearchStore(tmp_path / "state" / "searches.json", lambda: float(next(times)))


def test_the_newest_search_comes_first_and_once(store):
    for text in ("a", "b", "a"):
        store.note(text, 3)
    assert [past.text for past in store.load().history] == ["a", "b"]


def test_history_ends_after_five_hundred_searches(store):
    past = [{"text": f"search {number}", "at": 1.0, "files": 1} for number in range(MOST_HISTORY)]
    store.file._path.parent.mkdir()
    store.file._path.write_text(json.dumps({"saved": [], "history": past}))
    store.note("one more", 1)
    history = store.load().history
    assert len(history) == MOST_HISTORY
    assert (history[0].text, history[-1].text) == ("one more", f"search {MOST_HISTORY - 2}")


def test_two_windows_lose_nothing(store, tmp_path):
    other = SearchStore(tmp_path / "state" / "searches.json", lambda: 5.0)
    store.note("mine", 1)
    other.save("theirs", "x lang:go")
    store.note("mine again", 1)
    assert [saved.name for saved in store.load().saved] == ["theirs"]
    assert [past.text for past in other.load().history] == ["mine again", "mine"]


def test_saving_again_renames_and_unsaving_removes(store):
    store.save("one", "a")
    store.save("two", "a")
    assert [saved.name for saved in store.load().saved] == ["two"]
    store.unsave("a")
    assert store.load().saved == ()


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"saved": 3}', '{"saved": [], "history": [{"at": "x"}]}', "null"]
)
def test_a_broken_file_is_set_aside(tmp_path, content):
    path = tmp_path / "searches.json"
    path.write_text(content)
    store = SearchStore(path)
    assert store.load().history == ()
    assert path.with_name("searches.json.broken").read_text() == content
    store.note("goes on", 1)
    assert json.loads(path.read_text())["history"][0]["text"] == "goes on"


def test_a_folder_that_cannot_be_written_breaks_nothing(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    store = SearchStore(blocked / "searches.json")
    assert [past.text for past in store.note("a", 1).history] == ["a"]


def test_history_is_grouped_by_day():
    now = datetime(2026, 3, 15, 12, tzinfo=UTC)
    days = [
        datetime(2026, 3, 15, 9, 5, tzinfo=UTC),
        datetime(2026, 3, 14, 23, tzinfo=UTC),
        datetime(2026, 1, 2, tzinfo=UTC),
    ]
    rows = history_rows([PastSearch(str(at), day.timestamp()) for at, day in enumerate(days)], now)
    assert [row.text for row in rows if isinstance(row, Heading)] == ["Today", "Yesterday", "Earlier"]
    assert [row.note for row in rows if isinstance(row, SearchRow)] == ["09:05", "23:00", "02 Jan"]
    assert isinstance(rows[-1], ClearRow)
    assert history_rows([], now) == []


@pytest.fixture
def pane(themed, qtbot, store):
    pane = FiltersPane(store)
    qtbot.addWidget(pane)
    pane.resize(240, 700)
    pane.show()
    pane.set_facets(FACETS)
    pane.set_query("retry")
    return pane


def click(pane, group, row, modifiers=Qt.KeyboardModifier.NoModifier):
    index = pane.facets.index(row, 0, pane.facets.index(group, 0))
    rect = pane.view.visualRect(index).center()
    QTest.mouseClick(pane.view.viewport(), Qt.MouseButton.LeftButton, modifiers, rect)


def test_a_click_includes_alt_click_excludes(pane, qtbot):
    with qtbot.waitSignal(pane.queryEdited) as message:
        click(pane, 0, 1)
    assert message.args == ["retry repo:gateway"]
    with qtbot.waitSignal(pane.queryEdited) as message:
        click(pane, 0, 0, Qt.KeyboardModifier.AltModifier)
    assert message.args == ["retry -repo:relay"]


def test_a_second_click_takes_the_filter_away(pane, qtbot):
    pane.set_query("retry repo:gateway")
    with qtbot.waitSignal(pane.queryEdited) as message:
        click(pane, 0, 1)
    assert message.args == ["retry"]


def test_space_includes_and_minus_excludes(pane, qtbot):
    pane.view.setCurrentIndex(pane.facets.index(0, 0, pane.facets.index(0, 0)))
    with qtbot.waitSignal(pane.queryEdited) as message:
        QTest.keyClick(pane.view, Qt.Key.Key_Space)
    assert message.args == ["retry repo:relay"]
    with qtbot.waitSignal(pane.queryEdited) as message:
        QTest.keyClick(pane.view, Qt.Key.Key_Minus)
    assert message.args == ["retry -repo:relay"]


def test_groups_fold_with_a_click_and_with_keys(pane, qtbot):
    group = pane.facets.index(0, 0)
    QTest.mouseClick(pane.view.viewport(), Qt.MouseButton.LeftButton, pos=pane.view.visualRect(group).center())
    qtbot.waitUntil(lambda: not pane.view.isExpanded(group))
    QTest.keyClick(pane.view, Qt.Key.Key_Right)
    assert pane.view.isExpanded(group)
    assert "branch" in pane.view.folded


def test_a_group_unfolds_by_and_by(pane, qtbot):
    group, first = pane.facets.index(0, 0), pane.facets.index(0, 0, pane.facets.index(0, 0))
    full = pane.view.visualRect(first).height()
    QTest.keyClick(pane.view, Qt.Key.Key_Down)
    pane.view.setCurrentIndex(group)
    QTest.keyClick(pane.view, Qt.Key.Key_Left)
    qtbot.waitUntil(lambda: not pane.view.isExpanded(group))
    QTest.keyClick(pane.view, Qt.Key.Key_Right)
    assert pane.view.visualRect(first).height() < full
    qtbot.waitUntil(lambda: pane.view.visualRect(first).height() == full)


def test_new_counts_do_not_unfold_what_was_folded(pane):
    pane.view.fold(("repository",))
    pane.set_facets((Facet("repository", (("relay", 1), ("new", 2))),))
    assert not pane.view.isExpanded(pane.facets.index(0, 0))


def test_the_clear_button_is_there_only_when_something_is_set(pane, qtbot):
    assert not pane.clear.isVisible()
    pane.set_query("retry lang:go -level:critical")
    assert pane.clear.isVisible()
    with qtbot.waitSignal(pane.queryEdited) as message:
        pane.clear.click()
    assert message.args == ["retry"]


def test_an_excluded_value_has_a_red_box(pane):
    pane.set_query("retry -repo:relay")
    index = pane.facets.index(0, 0, pane.facets.index(0, 0))
    box = pane.view.visualRect(index)
    picture = pane.view.viewport().grab().toImage()
    colours = {picture.pixelColor(39, y).name() for y in range(box.top(), box.bottom())}
    assert QColor(LIGHT["danger"]).name() in colours


def test_a_search_that_was_looked_at_is_in_the_history_and_can_be_run_again(pane, qtbot):
    pane.note_search("  renew   lease ", some_files(2))
    pane.show_tab(Tab.HISTORY)
    pane.history.setCurrentIndex(pane.history.model().index(1, 0))
    with qtbot.waitSignal(pane.searchChosen) as message:
        QTest.keyClick(pane.history, Qt.Key.Key_Return)
    assert message.args == ["renew lease", ()]
    QTest.keyClick(pane.history, Qt.Key.Key_Delete)
    assert pane.recent(5) == ()


def test_a_saved_search_tells_how_many_files_are_new(pane):
    pane.save("renew lease")
    files = some_files(3)
    pane.note_search("renew lease", files[:2])
    pane.note_background("renew lease", [file.file_id for file in files])
    model = pane.saved.model()
    assert model.data(model.index(0, 0), Qt.ItemDataRole.AccessibleTextRole) == "renew lease, 1 new"
    pane.note_search("renew lease", files)
    assert model.data(model.index(0, 0), Qt.ItemDataRole.AccessibleTextRole) == "renew lease"


def test_files_below_those_that_were_shown_are_not_new(pane, qtbot):
    pane.save("renew lease")
    files = some_files(3)
    with qtbot.waitSignal(pane.partlySeen):
        pane.note_search("renew lease", files[:1], 2)
    model = pane.saved.model()
    for count, label in ((2, "renew lease"), (3, "renew lease, 1 new")):
        pane.note_background("renew lease", [file.file_id for file in files[:count]])
        assert model.data(model.index(0, 0), Qt.ItemDataRole.AccessibleTextRole) == label


def test_files_that_are_found_while_their_folder_is_split_are_not_new(pane):
    code = Root(RootId("code"), str(Path("/home/a/code")), "code", "-")
    shop = Root(RootId("shop"), str(Path("/home/a/code/shop")), "shop", "main")
    pane.save("renew lease")
    pane.follow([code])
    known = [replace(file, file_id=f"code@-:file:shop/{number}.py") for number, file in enumerate(some_files(2))]
    pane.note_search("renew lease", known)
    pane.follow([code, shop])
    pane.note_background("renew lease", ["code@-:file:shop/0.py", "shop@main:file:1.py", "shop@main:file:2.py"])
    model = pane.saved.model()
    assert model.data(model.index(0, 0), Qt.ItemDataRole.AccessibleTextRole) == "renew lease, 1 new"


def test_history_can_be_cleared(pane, store):
    pane.note_search("one", ())
    pane.show_tab(Tab.HISTORY)
    model = pane.history.model()
    rect = pane.history.visualRect(model.index(model.rowCount() - 1, 0)).center()
    QTest.mouseClick(pane.history.viewport(), Qt.MouseButton.LeftButton, pos=rect)
    assert store.load().history == ()
    assert "No searches yet" in pane._message.accessibleName()


def test_the_lists_keep_qts_rules(pane, qtmodeltester):
    qtmodeltester.check(pane.history.model())
    pane.note_search("one", ())
    pane.note_search("two", ())
    pane.save("two")
    qtmodeltester.check(pane.history.model())
    qtmodeltester.check(pane.saved.model())
