"""Services of the program around the engine for the window: settings file, models, GPUs, menu entry, restart."""

import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from app.desktop.menu_entry import MenuEntry
from app.desktop.model_cards import card_of, packaged_card
from app.installation.locations import settings_file, usual_index
from app.installation.program import program
from app.installation.settings_file import write_settings
from indexer.discovery.ignore_files import IgnoreList, list_of_lines
from indexer.discovery.rules import IGNORE_CASE
from search.config.settings import Settings, load_settings
from search.embedding.settings import PACKAGED_MODEL
from search.errors import IndexWriteError
from search.ports import SearchCore
from search.processes import NO_WINDOW, installed_program
from search.types.query import Mode, RankSettings, SearchQuery
from search.types.results import FileHit
from ui.services import MenuEntryState, ModelCard

DERIVED = ("lance", "keyword", "index.json")
"""What of an index is made of the files and can be made again; the list of folders is not."""

_KNOWN_FILES = ("is:indexed", "is:skipped")
_GPU_QUERY = ("--query-gpu=name,memory.total", "--format=csv,noheader,nounits")
_GPU_S = 5.0


class RestartableCore(SearchCore, Protocol):
    """A core whose engine can be ended; the next call starts another."""

    def stop_engine(self) -> None:
        """End the engine and return when it is gone."""
        ...

    def ping(self) -> None:
        """Return when an engine answers."""
        ...


class WindowProgram:
    """Answers `ui.services.Program` for the window of one index.

    Args:
        core: returns the connection of the window; it is asked from any thread.
        config: settings file that was named; None for the person's own.
    """

    def __init__(self, index: Path, config: Path | None, core: Callable[[], RestartableCore]) -> None:
        self._index, self._file, self._core = index, config or settings_file(), core

    def settings(self) -> Settings:
        """Return the settings that hold; see `Program.settings`."""
        return load_settings(self._file)

    def change(self, settings: Settings, /) -> None:
        """Write the settings and have the engine follow them; see `Program.change`.

        Other groups of ignore rules apply immediately; for anything else the engine is restarted.
        """
        before = self.settings()
        write_settings(self._file, settings)
        core = self._core()
        if _with_rules_of(before, settings) == settings:
            core.turn_rules_off(settings.docs.rules_off)
            return
        core.stop_engine()
        core.ping()

    def hidden_by(self, patterns: Sequence[str], /) -> int:
        """Return how many known files these patterns leave out; see `Program.hidden_by`."""
        rules = list_of_lines(patterns, "settings", ignore_case=IGNORE_CASE)
        if rules is None:
            return 0
        paths = {(file.root_path, file.path) for text in _KNOWN_FILES for file in self._listed(text)}
        return sum(_hides(rules, path) for _root, path in paths)

    def models(self) -> tuple[ModelCard, ...]:
        """Return the packaged model and the one that is set; see `Program.models`."""
        chosen = self.settings().embeddings.model
        return (packaged_card(),) if chosen == PACKAGED_MODEL else (packaged_card(), card_of(Path(chosen)))

    def graphics(self) -> tuple[str, ...]:
        """Return the NVIDIA GPUs with their memory; see `Program.graphics`."""
        tool = installed_program("nvidia-smi")
        if tool is None:
            return ()
        try:
            process = subprocess.run(
                [tool, *_GPU_QUERY],
                capture_output=True,
                text=True,
                timeout=_GPU_S,
                check=True,
                creationflags=NO_WINDOW,
            )
        except (OSError, subprocess.SubprocessError):
            return ()
        rows = (line.rpartition(",") for line in process.stdout.splitlines() if "," in line)
        return tuple(f"{name.strip()}, {int(memory) / 1024:.0f} GB" for name, _, memory in rows)

    def menu_entry(self) -> MenuEntryState:
        """Return whether Dowse is in the menu of applications; see `Program.menu_entry`."""
        entry = MenuEntry(program())
        if entry.foreign() is not None:
            return MenuEntryState.FOREIGN
        if not entry.is_whole():
            return MenuEntryState.ABSENT
        return MenuEntryState.PRESENT if entry.effective() in entry.files() else MenuEntryState.OF_ALL_USERS

    def set_menu_entry(self, *, on: bool) -> None:
        """Make or remove the entry in the menu; see `Program.set_menu_entry`."""
        entry = MenuEntry(program())
        if on:
            entry.write([] if self._index == usual_index() else ["--index", str(self._index)])
        else:
            entry.remove()

    def rebuild(self) -> None:
        """Delete what can be made again and start the engine, which makes it; see `Program.rebuild`."""
        core = self._core()
        core.stop_engine()
        for name in DERIVED:
            _remove(self._index / name)
        core.ping()

    def _listed(self, text: str) -> Sequence[FileHit]:
        query = SearchQuery(text, ranking=RankSettings(mode=Mode.KEYWORD), all_candidates=True, explain=False)
        return self._core().search(query).files


def _with_rules_of(settings: Settings, other: Settings) -> Settings:
    """Return settings with the groups of ignore rules that others have."""
    docs = settings.docs.model_copy(update={"rules_off": other.docs.rules_off})
    return settings.model_copy(update={"docs": docs})


def _hides(rules: IgnoreList, path: str) -> bool:
    """Return whether a file, or a folder above it, is left out; the first entry that is ignored decides."""
    parts = path.rstrip("/").split("/")
    for count in range(1, len(parts) + 1):
        is_folder = count < len(parts) or path.endswith("/")
        pattern = rules.decide("/".join(parts[:count]), parts[count - 1], is_folder=is_folder)
        if pattern is not None and not pattern.negated:
            return True
    return False


def _remove(path: Path) -> None:
    try:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    except OSError as error:
        raise IndexWriteError("desktop.not_removable", path=path, reason=error.strerror) from error
