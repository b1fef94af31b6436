"""Whether a window can be shown is known before Qt is started, which would end the process."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.cli.checks.installation import window
from app.cli.main import main
from app.installation.display import require_answering_display
from search.errors import MissingExtraError

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems always have a display")


@pytest.fixture(autouse=True)
def no_display(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))


@pytest.fixture
def x11() -> Iterator[str]:
    server = subprocess.Popen(["Xvfb", "-displayfd", "1", "-nolisten", "tcp"], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    yield f":{server.stdout.readline().strip()}"
    server.terminate()
    server.communicate()


@pytest.mark.parametrize(
    ("variable", "value"), [("DISPLAY", ":5999"), ("DISPLAY", "no display"), ("WAYLAND_DISPLAY", "wayland-0")]
)
def test_a_display_that_is_not_there_is_an_error_that_names_it_and_no_crash(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str], variable: str, value: str
) -> None:
    monkeypatch.setenv(variable, value)
    assert main(["--index", str(tmp_path / "index")]) == 1
    assert f"the display of {variable}={value} does not answer" in capsys.readouterr().err
    assert not window().well
    assert variable in window().text


def test_without_a_runtime_folder_nothing_but_that_error_is_printed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISPLAY", ":5999")
    monkeypatch.delenv("XDG_RUNTIME_DIR")
    assert main(["--index", str(tmp_path / "index")]) == 1
    assert capfd.readouterr().err.count("error:") == 1


@pytest.mark.parametrize("platform", ["offscreen", "eglfs", "vnc:size=800x600"])
def test_a_platform_of_qt_that_draws_by_itself_needs_none(monkeypatch: pytest.MonkeyPatch, platform: str) -> None:
    monkeypatch.setenv("DISPLAY", ":5999")
    monkeypatch.setenv("QT_QPA_PLATFORM", platform)
    assert require_answering_display() is None


@pytest.mark.xvfb
@pytest.mark.skipif(shutil.which("Xvfb") is None, reason="the tests of the display need Xvfb")
def test_one_that_answers_is_enough_and_the_other_is_not_used(monkeypatch: pytest.MonkeyPatch, x11: str) -> None:
    monkeypatch.setenv("DISPLAY", x11)
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    require_answering_display()
    assert window().well
    monkeypatch.setenv("QT_QPA_PLATFORM", "wayland")
    with pytest.raises(MissingExtraError):
        require_answering_display()
    monkeypatch.setenv("QT_QPA_PLATFORM", "wayland;xcb")
    require_answering_display()
