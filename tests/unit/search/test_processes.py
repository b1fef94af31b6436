"""Programs are taken from the folders of the person alone, and a command that waits can be interrupted."""

import os
import shutil
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

from search import processes
from search.errors import MissingExtraError
from search.processes import installed_program, wait_for, wait_until
from search.storage.git import command


def program(file: Path) -> str:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("#!/bin/sh\n")
    file.chmod(0o755)
    return str(file)


@pytest.fixture
def repository(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Return the working directory of this process, on a Windows that looks there for programs first."""
    program(tmp_path / "cloned" / "git.EXE")
    monkeypatch.chdir(tmp_path / "cloned")
    monkeypatch.setenv("PATHEXT", ".EXE")
    monkeypatch.setenv("PATH", str(tmp_path / "programs"))
    windows = SimpleNamespace(platform="win32")
    monkeypatch.setattr(shutil, "sys", windows)
    monkeypatch.setattr(processes, "sys", windows)
    return tmp_path / "cloned"


def test_on_windows_a_program_of_the_working_directory_is_none(repository: Path) -> None:
    assert shutil.which("git") == os.path.join(os.curdir, "git.EXE")  # noqa: PTH118 - as it is returned
    assert installed_program("git") is None
    installed = program(repository.parent / "programs" / "git.EXE")
    assert installed_program("git") == installed


def test_git_in_the_repository_that_is_indexed_is_not_run(repository: Path) -> None:
    with pytest.raises(MissingExtraError):
        command.git_output(repository, "status", remedy="git.see_log")


without_ending = pytest.mark.skipif(sys.platform == "win32", reason="a file without an ending is no program there")


@without_ending
def test_on_macos_programs_of_its_package_managers_are_known_without_a_terminal(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    editor = program(tmp_path / "homebrew" / "code")
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    monkeypatch.setattr(processes, "_PACKAGES_OF_MACOS", (str(tmp_path / "homebrew"),))
    assert installed_program("code") is None
    monkeypatch.setattr(processes, "sys", SimpleNamespace(platform="darwin"))
    assert installed_program("code") == editor


@without_ending
@pytest.mark.parametrize(("tools", "expected"), [("true", "git"), ("false", None)])
def test_on_macos_git_that_only_offers_to_be_installed_is_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, tools: str, expected: str | None
) -> None:
    git = program(tmp_path / "git")
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}/usr/bin{os.pathsep}/bin")
    monkeypatch.setattr(command, "sys", SimpleNamespace(platform="darwin"))
    monkeypatch.setattr(command, "_OF_THE_SYSTEM", git)
    monkeypatch.setattr(command, "_DEVELOPER_TOOLS", (tools,))
    assert command.git_program() == (expected and git)


class Noted(threading.Event):
    """Notes for how long each wait was to last, and is set after the third."""

    def __init__(self) -> None:
        super().__init__()
        self.waits: list[float | None] = []

    def wait(self, timeout: float | None = None) -> bool:
        self.waits.append(timeout)
        if len(self.waits) == 3:
            self.set()
        return self.is_set()


def test_on_windows_ctrl_c_is_noticed_between_two_short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "WAIT_AT_ONCE_S", 0.2)
    event = Noted()
    assert wait_for(event)
    assert event.waits == [0.2, 0.2, 0.2]
    assert wait_for(Noted(), 60.0)
    assert not wait_for(threading.Event(), 0.01)


def test_a_wait_for_a_condition_ends_when_it_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "WAIT_AT_ONCE_S", 0.001)
    condition, looks = threading.Condition(), iter([False, False, False, True])
    with condition:
        wait_until(condition, lambda: next(looks))
    assert next(looks, None) is None
