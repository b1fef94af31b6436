"""A program of assistive technology: reads the window of Dowse over AT-SPI and works it with keys; prints JSON.

Run by the system's Python, which has pyatspi; the window is a process of its own.
"""

import json
import subprocess
import time

import gi
import pyatspi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402 -- its version is named first

ANSWER_MS = 20_000
"""For one question to the window, which may be busy."""

PATIENCE_S = 200
QUESTION = "retry"
WORKED = {
    pyatspi.ROLE_PUSH_BUTTON,
    pyatspi.ROLE_TOGGLE_BUTTON,
    pyatspi.ROLE_CHECK_BOX,
    pyatspi.ROLE_RADIO_BUTTON,
    pyatspi.ROLE_COMBO_BOX,
    pyatspi.ROLE_SLIDER,
    pyatspi.ROLE_SPIN_BUTTON,
    pyatspi.ROLE_TEXT,
    pyatspi.ROLE_ENTRY,
    pyatspi.ROLE_PAGE_TAB,
    pyatspi.ROLE_LINK,
    pyatspi.ROLE_LIST,
    pyatspi.ROLE_TREE,
    pyatspi.ROLE_TABLE,
    pyatspi.ROLE_MENU_ITEM,
}
"""Roles of what a person works with: each has to say what it is."""


def window():
    """Return the window of Dowse once it is there; what is told of it is never kept, for it still grows."""
    Atspi.set_timeout(ANSWER_MS, ANSWER_MS)
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        for program in pyatspi.Registry.getDesktop(0):
            for top in program or ():
                if top is not None and top.getRole() == pyatspi.ROLE_FRAME and "Dowse" in top.name:
                    program.set_cache_mask(Atspi.Cache.NONE)
                    return top
        time.sleep(0.3)
    raise SystemExit("no window of Dowse is told over AT-SPI")


def below(node, depth=0):
    """Yield a node and everything shown below it."""
    if node is None or depth > 40:
        return
    yield node
    for index in range(min(node.childCount, 60)):
        yield from below(node.getChildAtIndex(index), depth + 1)


def shown(node):
    return node.getState().contains(pyatspi.STATE_SHOWING)


def describe(node):
    return {"role": node.getRoleName(), "name": node.name, "description": node.description}


def keys(*pressed):
    subprocess.run(["xdotool", *pressed], check=True, timeout=60)


def focused(top):
    """Return everything that says it has the focus, from the outermost on."""
    at = (node for node in below(top) if node.getState().contains(pyatspi.STATE_FOCUSED))
    return [describe(node) for node in at if node.getRole() != pyatspi.ROLE_FRAME]


def until(find):
    """Return the first truthy result; None when the time is over. What goes away meanwhile is read again."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        try:
            result = find()
        except GLib.GError:
            result = None
        if result:
            return result
        time.sleep(0.3)
    return None


def names(top, *roles):
    return [node.name for node in below(top) if node.getRole() in roles and node.name and shown(node)]


def main():
    top = window()
    keys("search", "--sync", "--onlyvisible", "--name", "Dowse", "windowfocus")
    at_first = until(lambda: [item for item in focused(top) if item["role"] in ("text", "entry")]) or focused(top)
    report = {"begins_in": at_first}
    controls = [node for node in below(top) if shown(node) and node.getRole() in WORKED]
    report["controls"] = len(controls)
    report["unnamed"] = [describe(node) | {"in": node.parent.name} for node in controls if not node.name]
    keys("type", "--delay", "60", QUESTION)
    items = (pyatspi.ROLE_LIST_ITEM, pyatspi.ROLE_TREE_ITEM, pyatspi.ROLE_TABLE_CELL)
    report["results"] = until(lambda: [name for name in names(top, *items) if "retry.py" in name])
    keys("key", "Down")
    report["then_in"] = until(lambda: [item for item in focused(top) if item["role"] in ("list", "list item")])
    keys("key", "alt+4")
    report["tree"] = until(lambda: [name for name in names(top, *items) if "level 2" in name])
    keys("key", "ctrl+shift+c")
    print(json.dumps(report))


if __name__ == "__main__":
    main()
