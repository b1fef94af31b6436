"""Every key of the design, pressed in the real window on an X server, with what it does."""

from collections.abc import Callable

import pytest

from tests.ui.test_xvfb_smoke import Window, display, pytestmark, window  # noqa: F401 -- fixtures and marks

State = dict[str, object]
Step = tuple[str, Callable[[State, State], object]]
"""Keys as xdotool writes them, and what must be true of the state before and after."""

PREVIEW, DEPENDENCIES, CONTEXT = range(3)
PATIENCE_S = 30

MOVING: tuple[Step, ...] = (
    ("Down", lambda _, now: now["focus"] == "Results" and now["selected"] == now["files"][0]),
    ("Down", lambda _, now: now["selected"] == now["files"][1]),
    ("Up", lambda _, now: now["selected"] == now["files"][0]),
    ("End", lambda _, now: now["selected"] == now["files"][-1]),
    ("Home", lambda _, now: now["selected"] == now["files"][0]),
    ("Page_Down", lambda _, now: now["selected"] != now["files"][0]),
    ("Page_Up", lambda _, now: now["selected"] == now["files"][0]),
    ("Right", lambda _, now: now["chunk"]),
    ("Left", lambda _, now: not now["chunk"]),
    ("Return", lambda before, now: len(now["opened"]) > len(before["opened"]) and now["opened"][-1]["line"] >= 1),
    ("ctrl+Return", lambda before, now: len(now["revealed"]) > len(before["revealed"])),
    ("ctrl+c", lambda _, now: str(now["clipboard"]).endswith(str(now["selected"]))),
    ("space", lambda before, now: now["context"] != before["context"]),
    ("space", lambda before, now: now["context"] != before["context"]),
    ("slash", lambda _, now: now["focus"] == "Search query" and now["picked"] == now["query"]),
    ("alt+2", lambda _, now: now["focus"] == "Results"),
    ("ctrl+l", lambda _, now: now["focus"] == "Search query" and now["picked"] == now["query"]),
    ("alt+1", lambda _, now: now["focus"] == "Filters"),
    ("F6", lambda _, now: now["focus"] == "Results"),
    ("shift+F6", lambda _, now: now["focus"] == "Filters"),
    ("alt+3", lambda _, now: now["tab"] == PREVIEW and "review" in str(now["focus"])),
    ("alt+4", lambda _, now: now["tab"] == DEPENDENCIES and now["focus"].startswith("Dependencies")),
    ("alt+5", lambda _, now: now["tab"] == CONTEXT),
    ("alt+3", lambda _, now: now["tab"] == PREVIEW),
    ("ctrl+d", lambda _, now: now["tab"] == DEPENDENCIES and now["nodes"]),
    ("ctrl+shift+g", lambda _, now: now["focus"].startswith("Graph of the dependencies") and now["drawn"] > 1),
    ("Left", lambda before, now: now["cell"] != before["cell"] and now["lit"] == 2),
    ("ctrl+Down", lambda before, now: now["moved"] == 1 and now["cell"] == before["cell"]),
    ("Menu", lambda _, now: now["menu"] > 10),
    ("Escape", lambda before, now: not now["menu"] and now["cell"] == before["cell"]),
    ("ctrl+shift+g", lambda _, now: now["focus"].startswith("Dependencies") and not now["drawn"]),
)
RANKING: tuple[Step, ...] = (
    ("ctrl+1", lambda _, now: now["weight"] == 0.2),
    ("ctrl+2", lambda _, now: now["weight"] == 0.5),
    ("ctrl+3", lambda _, now: now["weight"] == 0.8),
    ("ctrl+4", lambda _, now: now["weight"] == 1.0),
    ("ctrl+bracketleft", lambda _, now: now["weight"] == 0.95),
    ("ctrl+bracketright", lambda _, now: now["weight"] == 1.0),
    ("ctrl+2", lambda _, now: now["weight"] == 0.5 and now["selected"]),
    ("ctrl+shift+a", lambda _, now: now["advanced"]),
    ("ctrl+shift+a", lambda _, now: not now["advanced"]),
)
VIEW: tuple[Step, ...] = (
    ("ctrl+k", lambda _, now: now["popup"] == "Command palette"),
    ("Escape", lambda _, now: not now["popup"]),
    ("ctrl+shift+p", lambda _, now: now["popup"] == "Command palette"),
    ("Escape", lambda _, now: not now["popup"]),
    ("ctrl+comma", lambda _, now: now["popup"] == "Settings"),
    ("Escape", lambda _, now: not now["popup"]),
    ("F1", lambda _, now: now["popup"] == "Keys and query syntax"),
    ("Escape", lambda _, now: not now["popup"]),
    ("ctrl+backslash", lambda _, now: now["split"]),
    ("ctrl+backslash", lambda _, now: not now["split"]),
    ("ctrl+alt+b", lambda _, now: not now["right"]),
    ("ctrl+alt+b", lambda _, now: now["right"]),
    ("alt+3", lambda _, now: now["tab"] == PREVIEW and now["match"]),
    ("F3", lambda before, now: now["match"] != before["match"]),
    ("shift+F3", lambda before, now: now["match"] != before["match"]),
    ("alt+p", lambda _, now: now["pinned"] == 1),
    ("alt+shift+p", lambda _, now: not now["pinned"]),
    ("alt+g", lambda _, now: now["popup"] == "What changed since a commit"),
    ("Escape", lambda _, now: not now["popup"]),
    ("ctrl+f", lambda _, now: now["focus"] == "Find in this file"),
    ("Escape", lambda _, now: now["focus"] != "Find in this file"),
    ("ctrl+e", lambda before, now: now["rows"] > before["rows"]),
    ("ctrl+e", lambda before, now: now["rows"] < before["rows"]),
    ("ctrl+shift+c", lambda before, now: now["clipboard"] != before["clipboard"]),
    ("ctrl+s", lambda _, now: now["query"] in now["saved"]),
    ("ctrl+l", lambda _, now: now["focus"] == "Search query"),
    ("ctrl+i", lambda _, now: now["listed"]),
    ("Escape", lambda _, now: not now["listed"]),
    ("Escape", lambda _, now: not now["query"]),
)


@pytest.mark.heavy
@pytest.mark.usefixtures("display")
def test_every_key_of_the_design_does_in_the_real_window_what_it_says(window: Window):  # noqa: F811 -- the fixture
    window.until(lambda state: state["colours"] > 1)
    window.do("search", "--sync", "--onlyvisible", "--name", "Dowse", "windowfocus")
    window.do("type", "--delay", "40", "job lang:python")
    window.until(lambda state: state["query"] == "job lang:python" and state["files"])
    for keys, done in (*MOVING, *RANKING, *VIEW):
        before = window.until(lambda state: state["settled"])
        window.do("key", keys)
        now = window.until(lambda now, before=before, done=done: done(before, now), f"after {keys}", PATIENCE_S)
        assert done(before, now), f"{keys}: {before} -> {now}"
