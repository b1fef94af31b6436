"""A user without a home gets an answer that says so."""

import os
import sys
from pathlib import Path

import pytest

from app.cli.main import main

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows names a home for every user")

NO_USER = 4_123_456
"""A number that no system gives to a user."""


@pytest.mark.parametrize("command", [["status"], ["doctor"], ["uninstall"], []])
def test_a_number_that_names_no_user_is_an_error_with_a_remedy(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    monkeypatch.delenv("HOME")
    monkeypatch.delenv("DOWSE_INDEX", raising=False)
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(os, "getuid", lambda: NO_USER)
    assert main(command) == 2
    assert "Set HOME to a folder" in capsys.readouterr().err


def test_an_index_in_the_home_of_nobody_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--index", "~no-such-user-here/index", "status"]) == 2
    assert "~no-such-user-here/index" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
