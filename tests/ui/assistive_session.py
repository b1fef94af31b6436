"""A desktop for a client of assistive technology: display, session bus and window, which end with it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.ui.virtual_display import missing

HERE = Path(__file__).resolve().parent
SYSTEM_PYTHON = "/usr/bin/python3"
"""The one that has pyatspi."""

PATIENCE_S = 600

_SCRIPT = f"""
Xvfb -displayfd 3 -screen 0 1440x900x24 -nolisten tcp 3> display 2> /dev/null &
server=$!
while [ ! -s display ]; do kill -0 $server || exit 1; sleep 0.1; done
export DISPLAY=:$(cat display)
python=$1 client=$2
shift 2
"$python" -P "$@" > states 2> window-said &
window=$!
timeout {PATIENCE_S} {SYSTEM_PYTHON} "$client" > report 2> client-said
status=$?
sleep 2
kill $window
wait $window
[ ! -d index ] || "$python" -P -m app engine stop --index index > /dev/null 2>&1
kill $server
wait $server
exit $status
"""


_MISSING = missing(["Xvfb", "xdotool", "dbus-run-session"])
if not Path("/usr/lib/python3/dist-packages/pyatspi").is_dir():
    _MISSING.append("pyatspi")
MARKS = [
    pytest.mark.heavy,
    pytest.mark.xvfb,
    pytest.mark.timeout(2 * PATIENCE_S),
    pytest.mark.skipif(bool(_MISSING), reason=f"{' and '.join(_MISSING)} not installed"),
]
"""Of every test that looks at such a session."""


def heard_in(folder: Path, client: str, *window: str) -> dict[str, Any]:
    """Run a client on a window and return what it reports.

    Args:
        folder: home of everything that the session writes; an engine that works for ``folder/index`` ends with it.
        client: name of the program beside this module that reads and works the window.
        window: arguments of Python that show the window.
    """
    folder.chmod(0o700)
    own = {"XDG_RUNTIME_DIR": str(folder), "HOME": str(folder), "QT_QPA_PLATFORM": "xcb", "LANG": "C.UTF-8"}
    listed = {"QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1", "QT_ACCESSIBILITY": "1"}
    retained = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    session = ["dbus-run-session", "--", "bash", "-c", _SCRIPT, "session", sys.executable, str(HERE / client)]
    done = subprocess.run(
        [*session, *window],
        cwd=folder,
        env={**retained, **own, **listed},
        capture_output=True,
        check=False,
        timeout=PATIENCE_S + 60,
    )
    text = "".join((folder / name).read_text("utf-8") for name in ("client-said", "window-said"))
    assert done.returncode == 0, text
    report: dict[str, Any] = json.loads((folder / "report").read_text("utf-8"))
    return report
