"""The entry in the menu of applications: written for this user, checked, and removed with what belongs to it."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app.cli.checks.desktop import entries
from app.cli.main import main
from app.desktop.autostart import entry_of
from app.desktop.desktop_entry import command_in, quoted
from app.desktop.menu_entry import ENTRY, HANDLER, MenuEntry, program_of
from tests.fakes.desktop_home import use_desktop_in

Capture = pytest.CaptureFixture[str]

if sys.platform != "linux":
    pytest.skip("elsewhere the installer makes the entry", allow_module_level=True)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return use_desktop_in(tmp_path, monkeypatch)


@pytest.fixture
def program(home: Path) -> Path:
    """Return a program whose path has signs that a desktop entry reads."""
    program = home / "my 50%u prográms" / "dowse"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    return program


def own_entry(home: Path) -> Path:
    return home / "data" / "applications" / ENTRY


def test_the_entry_has_icons_and_opens_addresses_until_it_is_removed(home: Path, capsys: Capture) -> None:
    assert main(["menu", "on", "--index", str(home / "my index")]) == 0
    text = own_entry(home).read_text("utf-8")
    assert f'Exec={quoted(sys.executable)} -P -m app %u --index "{home}/my index"\n' in text
    assert f"TryExec={sys.executable}\n" in text
    assert "MimeType=x-scheme-handler/dowse;\n" in text
    icons = home / "data" / "icons" / "hicolor"
    assert (icons / "scalable" / "apps" / "dowse.svg").read_text("utf-8").startswith("<svg")
    assert (icons / "256x256" / "apps" / "dowse.png").read_bytes().startswith(b"\x89PNG")
    assert main(["menu", "off"]) == 0
    assert not own_entry(home).exists()
    assert not (home / "data" / "icons").exists()
    assert capsys.readouterr().out.splitlines()[-1] == "Dowse is not in the menu of applications"


def test_the_entry_is_valid_by_the_rules_of_desktops(home: Path, program: Path) -> None:
    validator = shutil.which("desktop-file-validate")
    if validator is None:
        pytest.skip("desktop-file-utils is not installed")
    MenuEntry([str(program), 'a"$`\\b']).write([])
    done = subprocess.run([validator, own_entry(home)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize("folder", ["plain", "my prográms", "50%u"])
def test_programs_of_the_desktop_list_the_entry_as_the_handler_of_addresses(home: Path, folder: str) -> None:
    gio, noted = shutil.which("gio"), shutil.which("update-desktop-database")
    if gio is None or noted is None:
        pytest.skip("a program of the desktop is not installed")
    program = home / folder / "dowse"
    program.parent.mkdir()
    program.symlink_to(sys.executable)
    MenuEntry([str(program)]).write([])
    done = subprocess.run([gio, "mime", HANDLER], capture_output=True, text=True, check=False)
    assert ENTRY in done.stdout
    assert program_of(own_entry(home)) == str(program)


@pytest.mark.parametrize(
    "argument", ["plain", "with space", "", "50%u", "a=b", 'q"$`\\', "two\nlines\nExec=other", "tab\there", "ä"]
)
def test_a_command_is_read_from_an_entry_as_it_was_written(argument: str) -> None:
    entry = f"[Desktop Entry]\nExec={quoted('dowse')} %u {quoted(argument)}\nIcon=dowse\n"
    assert command_in(entry) == ["dowse", argument]
    assert len(entry.splitlines()) == 3


@pytest.mark.parametrize("start", ["env", "/usr/bin/env", 'env VAR=x "OTHER=y z"'])
def test_the_program_of_an_entry_is_the_one_that_env_starts(start: str) -> None:
    assert command_in(f"[Desktop Entry]\nExec={start} dowse a=b %u\n") == ["dowse", "a=b"]


def test_an_entry_whose_program_has_moved_is_reported_and_written_again(
    home: Path, program: Path, capsys: Capture
) -> None:
    MenuEntry([str(program)]).write([])
    entry_of().write([str(program), "engine", "start"])
    assert [finding.well for finding in entries()] == [True, True]
    program.rename(program.with_name("moved"))
    menu, login = entries()
    assert not menu.well
    assert f"{program}, which is not there; write it again: dowse menu on" in menu.text
    assert not login.well
    assert login.text.endswith("dowse engine autostart on")
    assert main(["menu"]) == 0
    assert "is not there" in capsys.readouterr().out
    assert main(["menu", "on"]) == 0
    assert entries()[0].well
    assert program_of(own_entry(home)) == sys.executable


def test_where_a_package_has_the_entry_of_this_program_no_other_hides_it(home: Path, program: Path) -> None:
    of_all = home / "usr" / "applications" / ENTRY
    of_all.parent.mkdir(parents=True)
    of_all.write_text(
        f"[Desktop Entry]\nType=Application\nName=Dowse\nExec={quoted(str(program))} %u\nMimeType={HANDLER};\n"
    )
    MenuEntry(["/gone/dowse"]).write([])
    assert MenuEntry([str(program)]).effective() == own_entry(home)
    MenuEntry([str(program)]).write([])
    assert MenuEntry([str(program)]).effective() == of_all
    assert not own_entry(home).exists()


def test_handlers_of_other_addresses_stay_when_the_entry_is_removed(home: Path) -> None:
    MenuEntry([sys.executable]).write([])
    handlers = home / "config" / "mimeapps.list"
    handlers.parent.mkdir(exist_ok=True)
    others = "[Default Applications]\nx-scheme-handler/dowser=dowse.desktop\ntext/html=browser.desktop\n"
    handlers.write_text(others + "x-scheme-handler/dowse=dowse.desktop;\n")
    MenuEntry([sys.executable]).remove()
    assert handlers.read_text() == others


@pytest.mark.parametrize("folder", ["data", "usr"])
def test_the_entry_of_another_program_stays_as_it_is(home: Path, folder: str, capsys: Capture) -> None:
    foreign = home / folder / "applications" / ENTRY
    foreign.parent.mkdir(parents=True)
    text = "[Desktop Entry]\nName=Dowse DNS\nExec=/opt/dowse-dns/run %u\nMimeType=x-scheme-handler/dowser;\n"
    foreign.write_text(text)
    (finding,) = entries()
    assert finding.well
    assert finding.text == f"no entry in the menu of applications: {foreign} is of another program"
    assert main(["menu", "on"]) == 2
    assert (
        f"another program has the entry of this name in the menu of applications: {foreign}. "
        in capsys.readouterr().err
    )
    assert main(["menu"]) == 0
    assert capsys.readouterr().out.endswith(
        f"not in the menu of applications: {foreign} is the entry of another program\n"
    )
    assert main(["menu", "off", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"menu": False, "entry": ""}
    assert main(["uninstall", "--json", "--yes", "--index", str(home / "index")]) == 0
    assert [path for path in home.rglob("*dowse*") if path.is_file()] == [foreign]
    assert foreign.read_text() == text


def test_icons_beside_the_entry_of_another_program_stay(home: Path) -> None:
    assert main(["menu", "on"]) == 0
    own_entry(home).write_text("[Desktop Entry]\nName=Dowse DNS\nExec=/opt/dowse-dns/run\nIcon=dowse\n")
    icon = home / "data" / "icons" / "hicolor" / "48x48" / "apps" / "dowse.png"
    assert main(["menu", "off"]) == 0
    assert icon.is_file()


def test_what_belongs_to_the_entry_is_listed_and_removed_at_the_end(home: Path, capsys: Capture) -> None:
    assert main(["menu", "on"]) == 0
    capsys.readouterr()
    assert main(["uninstall", "--json", "--yes", "--index", str(home / "index")]) == 0
    items = json.loads(capsys.readouterr().out)
    assert {item["kind"] for item in items} == {"menu"}
    assert str(own_entry(home)) in {item["path"] for item in items}
    assert not any(Path(item["path"]).exists() for item in items)


def test_a_file_that_cannot_be_removed_gives_one_line(home: Path, capsys: Capture) -> None:
    (home / "data" / "icons" / "hicolor" / "48x48" / "apps" / "dowse.png").mkdir(parents=True)
    (home / "config" / "autostart" / "dowse-engine.desktop").mkdir(parents=True)
    assert main(["menu", "off"]) == 2
    assert "dowse.png cannot be removed" in capsys.readouterr().err
    assert main(["engine", "autostart", "off"]) == 2
    assert "dowse-engine.desktop cannot be removed" in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_gives_one_line(home: Path, capsys: Capture) -> None:
    (home / "data").write_text("a file where the folder should be")
    assert main(["menu", "on"]) == 2
    assert "cannot be written" in capsys.readouterr().err
