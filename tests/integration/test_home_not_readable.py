"""A home in which a person may not read the settings or may not write: the reason is said, in one line."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.privileges import without_privileges

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="rights are those of POSIX")


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    home = tmp_path / "home"
    (home / ".config" / "dowse").mkdir(parents=True)
    (home / ".config" / "dowse" / "config.toml").write_text("[search]\n")
    yield home
    for folder in (home, home / ".config" / "dowse"):
        folder.chmod(0o700)


def run(home: Path, *command: str) -> subprocess.CompletedProcess[str]:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "DOWSE_"))}
    whole = without_privileges(sys.executable, "-P", "-m", "app", *command)
    return subprocess.run(
        whole, capture_output=True, text=True, check=False, env={**inherited, "HOME": str(home), "LANG": "C.UTF-8"}
    )


@pytest.mark.parametrize("closed", [".config/dowse", ".config/dowse/config.toml"])
def test_settings_that_may_not_be_read_are_an_error_of_one_line(home: Path, closed: str):
    mode = (home / closed).stat().st_mode
    (home / closed).chmod(0)
    done = run(home, "search", "lease")
    (home / closed).chmod(mode)
    file = home / ".config" / "dowse" / "config.toml"
    assert done.stderr == (
        f"error: {file} cannot be read: Permission denied. Save it as UTF-8 text that you may read.\n"
    )


def test_settings_that_are_a_folder_are_not_passed_over(home: Path):
    file = home / ".config" / "dowse" / "config.toml"
    file.unlink()
    file.mkdir()
    assert f"error: {file} cannot be read: Is a directory." in run(home, "search", "lease").stderr


def test_the_doctor_says_that_no_index_can_be_made(home: Path):
    home.chmod(0o500)
    done = run(home, "doctor")
    assert done.returncode == 1
    (wrong,) = [line for line in done.stdout.splitlines() if line.startswith("wrong  index")]
    assert f"and {home} cannot be written; give yourself write permission, or" in wrong


@pytest.mark.parametrize("command", [("search", "lease"), ("status",), ("doctor",), ("uninstall",)])
def test_a_home_that_may_not_be_read_is_no_crash(home: Path, command: tuple[str, ...]):
    home.chmod(0)
    done = run(home, *command)
    assert "Traceback" not in done.stdout + done.stderr
