"""A program of assistive technology: from the first run on, opens each dialog with keys, reads it and uses it.

Run by the system's Python, which has pyatspi; the window is the program itself. Prints JSON.
"""

import json

import pyatspi
from assistive_client import WORKED, describe, keys, shown, until, window

MOST_STOPS = 60
"""Presses of Tab after which something counts as out of reach."""

PAGES = (
    *("Folders", "Ignore patterns", "Model", "Device", "Limits", "Access", "Appearance", "Editor"),
    "Shortcuts",
)
LISTS = (pyatspi.ROLE_LIST, pyatspi.ROLE_TREE, pyatspi.ROLE_TABLE)
MOST_ITEMS = 12
"""Of a list that are read: each costs several messages."""


def seen(node, *, items=False):
    """Yield a node and what is shown below it; what a list holds only where ``items`` are asked for."""
    if node is None or not shown(node):
        return
    yield node
    is_list = node.getRole() in LISTS
    count = min(node.childCount, MOST_ITEMS if items else 0) if is_list else node.childCount
    for index in range(count):
        yield from seen(node.getChildAtIndex(index), items=items)


class Reader:
    """Reads one window."""

    def __init__(self, top):
        self.top = top
        self.controls = {}

    def read(self, position):
        """Note every control that is shown, and those that do not say what they are."""
        controls = [node for node in seen(self.top) if node.getRole() in WORKED]
        unnamed = [describe(node) | {"in": node.parent.name} for node in controls if not node.name]
        self.controls[position] = {"controls": len(controls), "unnamed": unnamed}

    def shows(self, name):
        """Wait until something of this name is shown; return whether it is."""
        return until(lambda: any(node.name == name for node in seen(self.top))) is not None

    def at(self):
        """Return the name of what has the focus, and what is said about it."""
        has = [node for node in seen(self.top) if node.getState().contains(pyatspi.STATE_FOCUSED) and node.name]
        return (has[-1].name, has[-1].description) if has else ("", "")

    def item(self, words):
        """Wait until a row with these words is shown, and return its name."""

        def row_name():
            rows = (node.name for node in seen(self.top, items=True))
            return next((name for name in rows if words in name), "")

        return until(row_name)

    def reach(self, name):
        """Go on with Tab until a control of this name has the focus."""
        for _ in range(MOST_STOPS):
            if self.at()[0] == name:
                return
            keys("key", "Tab")
        raise SystemExit(f"{name} is not reached with Tab; at {self.at()}")

    def texts(self):
        """Return the texts of what is typed into."""
        boxes = (node for node in seen(self.top) if node.getRole() in (pyatspi.ROLE_TEXT, pyatspi.ROLE_ENTRY))
        return [box.queryText().getText(0, -1) for box in boxes]


def main():
    reader = Reader(window())
    keys("search", "--sync", "--onlyvisible", "--name", "Dowse", "windowfocus")
    report = {"first": first_run(reader)}
    report["filter"] = filters(reader)
    report["settings"] = settings(reader)
    report["palette"] = palette(reader)
    report["key_sheet"] = key_sheet(reader)
    report["note"] = note(reader)
    print(json.dumps(report | {"found": reader.controls}))


def first_run(reader):
    """Index the sample from the first page; return what a search finds then."""
    assert reader.shows("Try a sample corpus")
    reader.read("first run")
    reader.reach("Try a sample corpus")
    keys("key", "space")
    keys("key", "ctrl+l")
    keys("type", "--delay", "60", "retry")
    return reader.item("retry.py")


def filters(reader):
    """Turn a filter on; return the query then."""
    keys("key", "alt+1")
    reader.read("filters")
    until(lambda: reader.at()[0] == "Filters")
    keys("key", "Down", "space")
    return until(lambda: next((text for text in reader.texts() if text.startswith("retry ")), ""))


def settings(reader):
    """Read every page; return the names of those that were reached."""
    reached = []
    for page in PAGES:
        keys("key", "ctrl+comma")
        assert reader.shows("Settings")
        reader.reach(page)
        keys("key", "space")
        reader.read(f"settings: {page}")
        reached.append(page)
        keys("key", "Escape")
    return reached


def palette(reader):
    """Run a command by its name; return what was said about the chosen row."""
    keys("key", "ctrl+k")
    assert reader.shows("Command palette")
    reader.read("palette")
    keys("type", "--delay", "60", "keys and")
    message = until(lambda: reader.at()[1])
    keys("key", "Return")
    return message


def key_sheet(reader):
    """Return whether the command has opened the key sheet."""
    opened = reader.shows("Keys and query syntax")
    reader.read("keys")
    keys("key", "Escape")
    return opened


def note(reader):
    """Write a note on the first result; return what the editor is called."""
    keys("key", "alt+2")
    until(lambda: reader.at()[0] == "Results")
    keys("key", "Home", "ctrl+m")
    name = until(lambda: reader.at()[0] if reader.at()[0].startswith("Note on") else "")
    reader.read("note")
    keys("type", "--delay", "60", "look here again")
    keys("key", "ctrl+Return")
    until(lambda: reader.at()[0] == "Results")
    return name


if __name__ == "__main__":
    main()
