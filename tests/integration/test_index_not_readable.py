"""An index that a person may not read, such as that of somebody else: it is not said to be damaged."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.privileges import without_privileges
from tests.integration.mcp_parts import make_index


@pytest.fixture
def closed_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    for name in ("XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "lease.md").write_text("The worker renews its lease.\n")
    index = tmp_path / "index"
    make_index(index, tmp_path / "docs")
    index.chmod(0)
    yield index
    index.chmod(0o700)


@pytest.mark.skipif(sys.platform == "win32", reason="rights are those of POSIX")
@pytest.mark.parametrize("command", [["search", "lease"], ["status"], ["doctor"]])
def test_the_reason_and_what_helps_are_said(closed_index: Path, command: list[str]) -> None:
    whole = without_privileges(sys.executable, "-P", "-m", "app", *command, "--index", str(closed_index))
    run = subprocess.run(whole, capture_output=True, text=True, check=False)
    printed = run.stdout + run.stderr
    assert run.returncode != 0
    assert "Permission denied" in printed
    assert "Delete" not in printed
    assert "Traceback" not in printed
