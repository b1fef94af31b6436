"""The real window as assistive technology has it: every control named, the main job done with keys."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
SYSTEM_PYTHON = "/usr/bin/python3"
PATIENCE_S = 600


def _missing() -> list[str]:
    programs = [name for name in ("Xvfb", "xdotool", "dbus-run-session") if shutil.which(name) is None]
    return programs if Path("/usr/lib/python3/dist-packages/pyatspi").is_dir() else [*programs, "pyatspi"]


MISSING = _missing()

SESSION = f"""
Xvfb -displayfd 3 -screen 0 1440x900x24 -nolisten tcp 3> display 2> /dev/null &
server=$!
while [ ! -s display ]; do kill -0 $server || exit 1; sleep 0.1; done
export DISPLAY=:$(cat display)
"$1" -P "{HERE}/shown_window.py" > states 2> window-said &
window=$!
{SYSTEM_PYTHON} "{HERE}/assistive_client.py" > report 2> client-said
status=$?
sleep 2
kill $window $server
wait $window $server
exit $status
"""
"""One session of a desktop: a display, the window, and the client that reads it; all end with it."""

pytestmark = [
    pytest.mark.heavy,
    pytest.mark.xvfb,
    pytest.mark.timeout(2 * PATIENCE_S),
    pytest.mark.skipif(bool(MISSING), reason=f"{' and '.join(MISSING)} not installed"),
]


@pytest.fixture(scope="module")
def heard(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("assistive")
    own = {"XDG_RUNTIME_DIR": str(folder), "HOME": str(folder), "QT_QPA_PLATFORM": "xcb"}
    told = {"QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1", "QT_ACCESSIBILITY": "1"}
    folder.chmod(0o700)
    session = ["dbus-run-session", "--", "bash", "-c", SESSION, "session", sys.executable]
    done = subprocess.run(
        session,
        cwd=folder,
        env={**os.environ, **own, **told},
        capture_output=True,
        check=False,
        timeout=PATIENCE_S,
    )
    said = "".join((folder / name).read_text("utf-8") for name in ("client-said", "window-said"))
    assert done.returncode == 0, said
    states = [line for line in (folder / "states").read_text("utf-8").splitlines() if line.endswith("}")]
    return json.loads((folder / "report").read_text("utf-8")) | {"clipboard": json.loads(states[-1])["clipboard"]}


def test_every_control_says_what_it_is(heard: dict[str, Any]) -> None:
    assert heard["controls"] > 20
    assert heard["unnamed"] == []


def test_the_main_job_is_done_with_keys_and_can_be_read(heard: dict[str, Any]) -> None:
    assert [one["role"] for one in heard["begins_in"]] == ["text"]
    assert heard["begins_in"][0]["name"]
    assert any(line.startswith("1. retry.py") for line in heard["results"])
    assert heard["then_in"][-1]["name"]
    assert any("deliveries.py, imports" in line for line in heard["tree"])
    assert heard["clipboard"].startswith("# Context for: retry")
