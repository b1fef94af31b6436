"""Every dialog of the program itself as assistive technology has it: reached, read and used with keys alone."""

from typing import Any

import pytest

from tests.ui.assistive_session import MARKS, heard_in

SETTINGS = "[embeddings]\nsemantic = false\n[engine]\ngrace_seconds = 0.5\n"

pytestmark = MARKS


@pytest.fixture(scope="module")
def spoken(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("dialogs")
    (folder / ".config" / "dowse").mkdir(parents=True)
    (folder / ".config" / "dowse" / "config.toml").write_text(SETTINGS)
    report = heard_in(folder, "assistive_dialogs.py", "-m", "app", "--index", "index")
    marks = [file.read_text("utf-8") for file in folder.glob(".local/state/dowse/indexes/*/marks.json")]
    return report | {"marks": marks}


def test_every_control_of_every_dialog_says_what_it_is(spoken: dict[str, Any]) -> None:
    assert {position: result["unnamed"] for position, result in spoken["found"].items() if result["unnamed"]} == {}
    assert all(result["controls"] > 3 for result in spoken["found"].values())
    assert len({result["controls"] for result in spoken["found"].values()}) > 3, "the places differ"


def test_the_first_run_leads_to_results_without_a_mouse(spoken: dict[str, Any]) -> None:
    assert spoken["first"]


def test_a_filter_is_set_a_command_run_and_a_note_written_with_keys(spoken: dict[str, Any]) -> None:
    assert spoken["filter"].startswith("retry repo:")
    assert spoken["palette"].startswith("Keys and query syntax")
    assert spoken["key_sheet"]
    assert spoken["note"].startswith("Note on retry")
    assert ["look here again" in mark for mark in spoken["marks"]] == [True]


def test_every_page_of_the_settings_is_reached_with_keys(spoken: dict[str, Any]) -> None:
    assert len(spoken["settings"]) == 9
