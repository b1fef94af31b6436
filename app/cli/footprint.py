"""What Dowse keeps on this machine outside of its program: where it is, how large, and its removal."""

import contextlib
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from app.desktop.autostart import entry_of
from app.desktop.menu_entry import MenuEntry
from app.installation.coding_agents.agents import AGENTS, Machine
from app.installation.coding_agents.connect import Change, apply, disconnection
from app.installation.locations import PROGRAM, cache_folder, ignore_file, settings_file, state_folder
from app.installation.program import program
from search.errors import BadInputError, IndexWriteError
from search.storage.layout import Layout

AGENT = "agent"
MENU = "menu"

OF_THE_ENGINE = ("engine.*", "window.key", "mcp.token", "logs", "*.draft")
"""Files of an index folder other than the tables and data derived from them."""


@dataclass(frozen=True, slots=True)
class StoredItem:
    """Something that Dowse stored.

    Attributes:
        kind: index, settings, cache, window, login, menu, or agent for a file of a coding agent that names Dowse.
        path: where it is; on Windows the login entry is in the registry.
        removed: whether it was taken away.
    """

    kind: str
    path: str
    size_bytes: int
    removed: bool = False


def stored_items(index: Path) -> tuple[StoredItem, ...]:
    """Return the parts of the installation, in the order of removal; of indexes, only the chosen one."""
    items = [StoredItem(kind, str(path), _size(path)) for kind, path in _paths(index) if path.exists()]
    entry = entry_of()
    if entry.is_there():
        items.append(StoredItem("login", entry.location, _size(Path(entry.location))))
    items += [StoredItem(AGENT, str(change.file), 0) for change in _agent_changes()]
    return tuple(items)


def remove(item: StoredItem) -> None:
    """Take one thing away; a folder of an index keeps what Dowse did not put there.

    Raises:
        IndexWriteError: a permission is missing.
    """
    path = Path(item.path)
    try:
        if item.kind == AGENT:
            _disconnect(path)
        elif item.kind == "login":
            entry_of().remove()
        elif item.kind == MENU:
            MenuEntry(program()).remove()
        elif item.kind == "index":
            _remove_index(path)
        elif path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            path.parent.rmdir() if path.parent.name == PROGRAM else None
    except OSError as error:
        raise IndexWriteError("index.file_not_writable", path=path, reason=error.strerror or error) from error


def _agent_changes() -> Iterator[Change]:
    """Yield the changes that remove Dowse from configurations of coding agents; unreadable files stay."""
    machine = Machine.here()
    for agent in AGENTS.values():
        with contextlib.suppress(BadInputError):
            yield from (change for change in disconnection(agent, machine) if change.is_needed)


def _disconnect(file: Path) -> None:
    for change in tuple(_agent_changes()):
        if change.file == file:
            apply(change)


def _paths(index: Path) -> Iterator[tuple[str, Path]]:
    if Layout(index).versions.is_file():
        yield "index", index
    yield "settings", settings_file()
    yield "settings", ignore_file()
    yield "cache", cache_folder()
    yield "window", state_folder()
    yield from ((MENU, file) for file in MenuEntry(program()).files())


def _remove_index(folder: Path) -> None:
    layout = Layout(folder)
    parts = (layout.tables, layout.versions, layout.roots, layout.checkpoint, layout.damaged, layout.paused)
    others = [path for pattern in OF_THE_ENGINE for path in folder.glob(pattern)]
    for path in (*parts, *layout.derived, *others):
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    with contextlib.suppress(OSError):  # a file of somebody else is in it
        folder.rmdir()


def _size(path: Path) -> int:
    if not path.is_dir():
        return path.stat().st_size if path.is_file() else 0
    return sum(file.stat().st_size for file in path.rglob("*") if file.is_file() and not file.is_symlink())
