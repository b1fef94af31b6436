"""The state of the window between two runs: a small JSON file in the user's state folder."""

import contextlib
import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path

from search.atomic_write import atomic_write


@dataclass(slots=True)
class WindowState:
    """Everything that is kept; unknown or unreadable values fall back to these defaults, one by one.

    Attributes:
        query_index: name of the folder of the index in which ``query`` was typed.
    """

    position: list[int] = field(default_factory=list)
    width: int = 1440
    height: int = 900
    maximized: bool = False
    splitter: list[int] = field(default_factory=lambda: [240, 556, 644])
    theme: str = "system"
    language: str = ""
    scale_percent: int = 100
    system_fonts: bool = False
    reduced_motion: bool = False
    weight: float | None = None
    advanced_open: bool = False
    right_shown: bool = True
    right_split: bool | None = None
    rendered: bool = True
    wrap_prose: bool = True
    wrap_code: bool = False
    right_tab: int = 0
    graph_drawn: bool = False
    tray: bool = False
    toured: bool = False
    hotkey: str = ""
    query: str = ""
    query_index: str = ""
    mode: str = "hybrid"
    reads: bool = True
    left_tab: str = "filters"
    folded: list[str] | None = None
    editor: str = "auto"
    editor_command: str = ""
    keys: dict[str, str] = field(default_factory=dict)


def load_state(file: Path) -> WindowState:
    """Return the saved state; a missing or damaged file gives the defaults."""
    state = WindowState()
    try:
        stored = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return state
    if isinstance(stored, dict):
        for known in fields(WindowState):
            value, default = (
                stored.get(known.name, stored.get(_FORMER_NAMES.get(known.name, ""))),
                getattr(state, known.name),
            )
            if _fits(value, default, known.name):
                setattr(state, known.name, value)
    return state


def save_state(state: WindowState, file: Path) -> None:
    """Write the file whole or not at all; a full disk must not keep the window from closing."""
    with contextlib.suppress(OSError):
        atomic_write(file, json.dumps(asdict(state), indent=1).encode(), fsync=False)


class WindowStateFile:
    """The state of one window and its file, which other windows write too.

    Attributes:
        now: what the window changes; `keep` writes it.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self.now = load_state(file)
        self._written = deepcopy(self.now)

    def keep(self) -> None:
        """Write what this window changed since the last time; what others wrote meanwhile stays."""
        if self.now == self._written:
            return
        stored = load_state(self._file)
        for known in fields(WindowState):
            value = getattr(self.now, known.name)
            if value != getattr(self._written, known.name):
                setattr(stored, known.name, value)
        save_state(stored, self._file)
        self._written = deepcopy(self.now)


_FORMER_NAMES = {"position": "place"}
"""What earlier versions of the program called a value in the file."""

_OPTIONAL: dict[str, Callable[[object], bool]] = {
    "weight": lambda value: isinstance(value, float | int) and 0 <= value <= 1,
    "right_split": lambda value: isinstance(value, bool),
    "folded": lambda value: isinstance(value, list) and all(isinstance(part, str) for part in value),
}
"""The value for None, which means no choice yet."""


def _fits(value: object, default: object, name: str) -> bool:
    if name in _OPTIONAL:
        return value is None or _OPTIONAL[name](value)
    if isinstance(default, bool) or isinstance(value, bool):
        return isinstance(value, bool) and isinstance(default, bool)
    if isinstance(default, list):
        return isinstance(value, list) and all(isinstance(part, int) for part in value)
    if isinstance(default, dict):
        return isinstance(value, dict) and all(isinstance(part, str) for part in value.values())
    return isinstance(value, type(default))
