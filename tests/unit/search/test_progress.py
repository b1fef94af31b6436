"""The one line about progress, in English and German."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.messages import text
from search.progress import progress_line
from search.types.status import Activity, Step

LLM = {"folder": "llm", "position": 2, "folders": 4}


@pytest.mark.parametrize(
    ("activity", "english", "german"),
    [
        (
            Activity("words", 78, 114, 2.0, 18.0, **LLM),
            "llm (2 of 4): words 78 of 114 files, about 20 s left",
            "llm (2 von 4): Wörter 78 von 114 Dateien, noch etwa 20 s",
        ),
        (Activity("graph", 1240, **LLM), "llm (2 of 4): dependencies, 1,240 found so far", None),
        (Activity("names", 240, **LLM), "llm (2 of 4): looking for files, 240 so far", None),
        (Activity("graph", folder="llm", folders=1), "llm: dependencies", "llm: Abhängigkeiten"),
        (
            Activity("meaning", 3, 10, 1.0, 200.0, folder="llm"),
            "llm: meaning 3 of 10 files, about 3 min left",
            None,
        ),
        (
            Activity("meaning", 3, 10, 1.0, 9_000.0, paused=True, folder="a"),
            "Paused: a: meaning 3 of 10 files",
            None,
        ),
        (Activity("words", 9, 10, 1.0, 2.0, folder="a"), "a: words 9 of 10 files, a few seconds left", None),
        (Activity(), "Up to date", "Aktuell"),
        (Activity(waiting=321), "Found by word; 321 files wait for meaning", None),
        (
            Activity(waiting=321, preparing=True),
            "Found by word; 321 files wait for the model, which is prepared",
            "Über Wörter zu finden; 321 Dateien warten auf das Modell, das vorbereitet wird",
        ),
        (Activity(paused=True), "Indexing is paused", None),
    ],
)
def test_the_line_names_folder_step_files_and_time(activity: Activity, english: str, german: str | None):
    assert str(progress_line(activity)) == english
    if german is not None:
        assert text(progress_line(activity), "de") == german


def test_a_line_without_the_word_paused_has_no_time_either():
    paused = Activity("words", 169, 261, 20.0, 5.0, paused=True, folder="black")
    assert str(progress_line(paused, says_paused=False)) == "black: words 169 of 261 files"
    assert str(progress_line(Activity(paused=True), says_paused=False)) == "Up to date"


@given(
    st.sampled_from(Step), st.integers(0, 10**6), st.integers(0, 10**6), st.floats(0, 1e7), st.booleans(),
    st.integers(0, 40),
)  # fmt: skip
def test_every_activity_has_one_line_without_codes(step, done, total, left, paused, folders):
    activity = Activity(step, done, total, 1.0, left, paused=paused, folder="llm", position=1, folders=folders)
    for language in ("en", "de"):
        line = text(progress_line(activity), language)
        assert "\n" not in line
        assert "progress." not in line
        assert "llm" in line
        assert "{" not in line


@given(st.integers(1, 10**6), st.data())
def test_nothing_is_up_to_date_while_files_wait(waiting: int, data: st.DataObject):
    activity = Activity(waiting=waiting, paused=data.draw(st.booleans()))
    assert "up to date" not in str(progress_line(activity)).lower()
