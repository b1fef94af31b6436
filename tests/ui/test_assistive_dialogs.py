"""Every dialog of the program itself as assistive technology has it: reached, read and used with keys alone."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from tests.ui.test_assistive import HERE, MISSING, PATIENCE_S, SYSTEM_PYTHON

SESSION = f"""
Xvfb -displayfd 3 -screen 0 1440x900x24 -nolisten tcp 3> display 2> /dev/null &
server=$!
while [ ! -s display ]; do kill -0 $server || exit 1; sleep 0.1; done
export DISPLAY=:$(cat display)
"$1" -P -m app --index index 2> window-said &
window=$!
timeout {PATIENCE_S} {SYSTEM_PYTHON} "{HERE}/assistive_dialogs.py" > report 2> client-said
status=$?
kill $window
wait $window
"$1" -P -m app engine stop --index index > /dev/null 2>&1
kill $server
wait $server
exit $status
"""
"""A person's first session: a display, the program with no index, the client that reads it; all end with it."""

SETTINGS = "[embeddings]\nsemantic = false\n[engine]\ngrace_seconds = 0.5\n"

pytestmark = [
    pytest.mark.heavy,
    pytest.mark.xvfb,
    pytest.mark.timeout(2 * PATIENCE_S),
    pytest.mark.skipif(bool(MISSING), reason=f"{' and '.join(MISSING)} not installed"),
]


@pytest.fixture(scope="module")
def heard(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("dialogs")
    folder.chmod(0o700)
    (folder / ".config" / "dowse").mkdir(parents=True)
    (folder / ".config" / "dowse" / "config.toml").write_text(SETTINGS)
    own = {"XDG_RUNTIME_DIR": str(folder), "HOME": str(folder), "QT_QPA_PLATFORM": "xcb", "LANG": "C.UTF-8"}
    told = {"QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1", "QT_ACCESSIBILITY": "1"}
    kept = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    done = subprocess.run(
        ["dbus-run-session", "--", "bash", "-c", SESSION, "session", sys.executable],
        cwd=folder,
        env={**kept, **own, **told},
        capture_output=True,
        check=False,
        timeout=PATIENCE_S + 60,
    )
    said = "".join((folder / name).read_text("utf-8") for name in ("client-said", "window-said"))
    assert done.returncode == 0, said
    marks = [file.read_text("utf-8") for file in folder.glob(".local/state/dowse/indexes/*/marks.json")]
    report: dict[str, Any] = json.loads((folder / "report").read_text("utf-8"))
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
