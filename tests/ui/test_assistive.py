"""The real window as assistive technology has it: every control named, the main job done with keys."""

import json
from typing import Any

import pytest

from tests.ui.assistive_session import HERE, MARKS, heard_in

pytestmark = MARKS


@pytest.fixture(scope="module")
def spoken(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("assistive")
    report = heard_in(folder, "assistive_client.py", str(HERE / "shown_window.py"))
    states = [line for line in (folder / "states").read_text("utf-8").splitlines() if line.endswith("}")]
    return report | {"clipboard": json.loads(states[-1])["clipboard"]}


def test_every_control_says_what_it_is(spoken: dict[str, Any]) -> None:
    assert spoken["controls"] > 20
    assert spoken["unnamed"] == []


def test_the_main_job_is_done_with_keys_and_can_be_read(spoken: dict[str, Any]) -> None:
    assert [item["role"] for item in spoken["begins_in"]] == ["text"]
    assert spoken["begins_in"][0]["name"]
    assert any(line.startswith("1. retry.py") for line in spoken["results"])
    assert spoken["then_in"][-1]["name"]
    assert any("deliveries.py, imports" in line for line in spoken["tree"])
    assert spoken["clipboard"].startswith("# Context for: retry")
