"""The entry point of the installed program."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.unit.packaging.scripts import script


def test_a_program_without_outputs_prints_to_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    program = script("freeze/program.py")
    stderr = sys.stderr
    monkeypatch.setattr(sys, "stdout", None)

    program.give_outputs()

    with sys.stdout:
        assert program.main(["engine", "autostart"]) == 0
    assert sys.stderr is stderr


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a program that runs is not replaced")
def test_after_an_update_modules_are_read_from_the_file_that_was_started(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    archive = tmp_path / "dowse"
    archive.write_bytes(b"modules of the older version")
    loader = SimpleNamespace(pyz_archive=SimpleNamespace(_filename=str(archive)))
    monkeypatch.setitem(sys.modules, "pyimod02_importers", loader)

    script("freeze/program.py").keep_archive_open()
    (tmp_path / "update").write_bytes(b"other modules at other positions")
    (tmp_path / "update").replace(archive)

    assert Path(loader.pyz_archive._filename).read_bytes() == b"modules of the older version"
