"""The set-up of ``.venv``: done once, redone when what it depends on changes, honest when it cannot."""

import sys
import tomllib
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from tests.unit.packaging.scripts import REPOSITORY, script


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script, set up to work in an empty repository."""
    module = script("environment.py")
    tmp_path.joinpath("pyproject.toml").write_text("[project]")
    tmp_path.joinpath("constraints.txt").write_text("a==1")
    monkeypatch.setattr(module, "REPOSITORY", tmp_path)
    monkeypatch.setattr(module, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(module, "CONSTRAINTS", tmp_path / "constraints.txt")
    return module


def _installed(environment: ModuleType, use: str) -> None:
    environment.venv_python().parent.mkdir(parents=True, exist_ok=True)
    environment.venv_python().touch()
    (environment.VENV / f".dowse-{use}").write_text(environment.state())


def test_what_is_installed_for_development_serves_tests_and_running(environment: ModuleType) -> None:
    _installed(environment, "dev")
    assert [environment.is_current(use) for use in ("run", "test", "dev")] == [True, True, True]


def test_what_is_installed_for_running_does_not_serve_tests(environment: ModuleType) -> None:
    _installed(environment, "run")
    assert [environment.is_current(use) for use in ("run", "test", "dev")] == [True, False, False]


def test_the_environment_of_installers_is_theirs_alone(environment: ModuleType) -> None:
    _installed(environment, "package")
    assert [environment.is_current(use) for use in ("run", "test", "package")] == [False, False, True]
    _installed(environment, "bench")
    (environment.VENV / ".dowse-package").unlink()
    assert not environment.is_current("package")


@pytest.mark.parametrize("changed", ["pyproject.toml", "constraints.txt"])
def test_a_changed_requirement_asks_for_a_new_installation(
    environment: ModuleType, tmp_path: Path, changed: str
) -> None:
    _installed(environment, "run")
    tmp_path.joinpath(changed).write_text("something else")
    assert not environment.is_current("run")


def test_a_stamp_without_an_interpreter_counts_for_nothing(environment: ModuleType) -> None:
    _installed(environment, "run")
    environment.venv_python().unlink()
    assert not environment.is_current("run")


def test_torch_comes_before_anything_that_wants_it_and_on_linux_as_the_build_for_processors(
    environment: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    requests: list[tuple[str, ...]] = []
    monkeypatch.setattr(environment, "install", lambda *arguments: requests.append(arguments))
    monkeypatch.setattr(environment.sys, "platform", "linux")
    environment.VENV.mkdir()
    environment.install_for("run")
    (torch, *options), rest = requests
    assert (torch, rest) == ("torch==2.13.0", (".[models]",))
    assert environment.CPU_BUILDS in options
    assert environment.torch_options("darwin") == ()


def test_installers_are_built_without_torch(environment: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    requests: list[tuple[str, ...]] = []
    monkeypatch.setattr(environment, "install", lambda *arguments: requests.append(arguments))
    environment.VENV.mkdir()
    environment.install_for("package")
    assert requests == [(".[package]",)]


def test_torch_is_pinned_as_the_constraints_pin_it() -> None:
    constraints = (REPOSITORY / "packaging" / "constraints.txt").read_text().splitlines()
    assert "torch==2.13.0" in constraints


def test_without_any_way_to_make_an_environment_the_command_is_named(
    environment: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for way in ("with_venv", "with_virtualenv", "may_install_system_packages"):
        monkeypatch.setattr(environment, way, lambda: False)
    assert environment.main(["run"]) == 1
    error = capsys.readouterr().err
    assert "sudo apt-get install python3" in error
    assert error.count("\n") == 1


def test_an_environment_of_another_python_is_made_again(
    environment: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    monkeypatch.setattr(environment, "venv_python", lambda: sys.executable)
    monkeypatch.setattr(environment, "with_venv", lambda: made.append("venv") is None)
    environment.make_venv()
    assert made == []
    monkeypatch.setattr(environment, "sys", SimpleNamespace(version_info=(3, 99)))
    environment.make_venv()
    assert made == ["venv"]


def test_an_unknown_use_is_bad_input(environment: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert environment.main(["nonsense"]) == 2
    assert "run|test|dev" in capsys.readouterr().err


def test_the_version_of_the_program_is_that_of_the_package() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())

    assert project["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "app.installation.version.VERSION"}
