"""Starting the engine at login: an entry that is written, found again and removed, in the form of each system."""

import plistlib
import sys
from pathlib import Path

import pytest

from app.cli.main import main
from app.desktop.autostart import entry_of, without_terminal
from search.errors import BadInputError


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "config"


of_this_system = pytest.mark.skipif(
    sys.platform != "linux", reason="elsewhere the entry is that of the person who runs the tests"
)


@of_this_system
def test_the_engine_is_started_at_login_until_that_is_switched_off(config: Path, tmp_path: Path) -> None:
    index = str(tmp_path / "my index")
    assert main(["engine", "autostart", "on", "--index", index]) == 0
    entry = (config / "autostart" / "dowse-engine.desktop").read_text("utf-8")
    assert entry.startswith("[Desktop Entry]\nType=Application\n")
    assert f'engine start --keep --index "{index}"' in entry
    assert main(["engine", "autostart", "off"]) == 0
    assert not (config / "autostart").exists()
    assert main(["engine", "autostart", "off"]) == 0


@of_this_system
def test_without_a_choice_it_is_told_which_holds(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["engine", "autostart"])
    main(["engine", "autostart", "on"])
    main(["engine", "autostart"])
    output = capsys.readouterr().out.splitlines()
    assert output[0].startswith("The engine is not started at login")
    assert output[2].startswith("The engine is started at login")
    assert str(config) in output[2]


def test_signs_that_a_desktop_entry_reads_are_escaped(config: Path) -> None:
    entry_of("linux").write(["/a b/dowse", "50%", 'q"$`\\'])
    line = (config / "autostart" / "dowse-engine.desktop").read_text("utf-8").splitlines()[3]
    assert line == r'Exec="/a b/dowse" 50%% "q\\"\\$\\`\\\\"'


def test_a_launch_agent_holds_the_command_as_it_is(tmp_path: Path) -> None:
    entry = entry_of("darwin", tmp_path)
    entry.write(["/Applications/Dowse.app/Contents/MacOS/dowse", "engine", "start", "--keep"])
    message = plistlib.loads(Path(entry.location).read_bytes())
    assert message["ProgramArguments"] == [
        "/Applications/Dowse.app/Contents/MacOS/dowse",
        "engine",
        "start",
        "--keep",
    ]
    assert message["RunAtLoad"] is True
    assert entry.is_there()


def test_a_folder_that_cannot_be_written_is_told(config: Path) -> None:
    config.write_text("a file where the folder should be")
    with pytest.raises(BadInputError, match="cannot be written"):
        entry_of("linux").write(["dowse"])


@pytest.mark.parametrize(
    ("program", "beside", "expected"),
    [
        ("dowse.exe", "dowse-window.exe", "dowse-window.exe"),
        ("python.exe", "pythonw.exe", "pythonw.exe"),
        ("python.exe", "other.exe", "python.exe"),
        ("dowse-window.exe", "dowse.exe", "dowse-window.exe"),
    ],
)
def test_at_login_windows_starts_the_program_without_a_terminal(
    tmp_path: Path, program: str, beside: str, expected: str
) -> None:
    (tmp_path / beside).touch()
    command = without_terminal([str(tmp_path / program), "engine", "start"])
    assert command == [str(tmp_path / expected), "engine", "start"]
