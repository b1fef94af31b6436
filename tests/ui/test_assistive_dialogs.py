"""Every dialog of the program itself as assistive technology has it: reached, read and used with keys alone."""

from typing import Any

import pytest

from tests.ui.assistive_session import MARKS, heard_in

SETTINGS = "[embeddings]\nsemantic = false\n[engine]\ngrace_seconds = 0.5\n"

pytestmark = MARKS


@pytest.fixture(scope="module")
def heard(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("dialogs")
    (folder / ".config" / "dowse").mkdir(parents=True)
    (folder / ".config" / "dowse" / "config.toml").write_text(SETTINGS)
    report = heard_in(folder, "assistive_dialogs.py", "-m", "app", "--index", "index")
    marks = [file.read_text("utf-8") for file in folder.glob(".local/state/dowse/indexes/*/marks.json")]
    return report | {"marks": marks}


def test_every_control_of_every_dialog_says_what_it_is(heard: dict[str, Any]) -> None:
    assert {place: found["unnamed"] for place, found in heard["found"].items() if found["unnamed"]} == {}
    assert all(found["controls"] > 3 for found in heard["found"].values())
    assert len({found["controls"] for found in heard["found"].values()}) > 3, "the places differ"


def test_the_first_run_leads_to_results_without_a_mouse(heard: dict[str, Any]) -> None:
    assert heard["first"]


def test_a_filter_is_set_a_command_run_and_a_note_written_with_keys(heard: dict[str, Any]) -> None:
    assert heard["filter"].startswith("retry repo:")
    assert heard["palette"].startswith("Keys and query syntax")
    assert heard["key_sheet"]
    assert heard["note"].startswith("Note on retry")
    assert ["look here again" in kept for kept in heard["marks"]] == [True]


def test_every_page_of_the_settings_is_reached_with_keys(heard: dict[str, Any]) -> None:
    assert len(heard["settings"]) == 9
