"""The Debian package: whole, or not there."""

import os
import shutil
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

from tests.unit.packaging.scripts import script

pytestmark = pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="only Debian and its kin have dpkg-deb")

resource = pytest.importorskip("resource")


@pytest.fixture
def deb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    module = script("linux/deb.py")
    monkeypatch.setattr(module, "ICONS", tmp_path / "icons")
    (tmp_path / "icons").mkdir()
    program = tmp_path / "program"
    program.mkdir()
    (program / "dowse").write_text("#!/bin/sh\n")
    (program / "dowse").chmod(0o755)
    (program / "library").write_bytes(os.urandom(3_000_000))
    (tmp_path / "target").mkdir()
    return module


def test_a_package_has_the_program_and_nothing_stays_beside_it(deb: ModuleType, tmp_path: Path) -> None:
    file = deb.make_deb(tmp_path / "program", tmp_path / "target")
    listed = subprocess.run(["dpkg-deb", "--contents", file], capture_output=True, text=True, check=True).stdout
    assert "./usr/lib/dowse/library" in listed
    assert list((tmp_path / "target").iterdir()) == [file]


def test_a_package_that_could_not_be_written_leaves_the_earlier_one(deb: ModuleType, tmp_path: Path) -> None:
    file = deb.make_deb(tmp_path / "program", tmp_path / "target")
    before = file.read_bytes()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2_000_000, hard))
    try:
        with pytest.raises(subprocess.CalledProcessError):
            deb.make_deb(tmp_path / "program", tmp_path / "target")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert file.read_bytes() == before
    assert list((tmp_path / "target").iterdir()) == [file]
