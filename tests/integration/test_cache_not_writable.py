"""The cache folder cannot be written, so that the model cannot be prepared: every command says so."""

import json
import sys
from pathlib import Path

import pytest

from app.cli.checks import installation
from app.cli.main import main
from app.installation.locations import INDEX_VARIABLE
from search.embedding import choose, preparation

REASON = "the converted model cannot be kept in"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put a file where the cache folder would be, which nobody can write into."""
    for name in ("XDG_RUNTIME_DIR", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv(INDEX_VARIABLE, str(tmp_path / "index"))
    for module in (choose, preparation, installation):  # a model that is part of the program needs no cache
        monkeypatch.setattr(module, "bundled_model", lambda: None)
    cache = tmp_path / "cache"
    cache.write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "lease.md").write_text("The worker renews its lease.\n")
    return cache


@pytest.mark.skipif(sys.platform != "linux", reason="the folder is chosen as on Linux")
def test_every_command_names_the_folder(cache: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["index", str(cache.parent / "docs")]) == 0
    assert REASON in capsys.readouterr().err
    assert main(["doctor", "--json"]) == 1
    (model,) = [item for item in json.loads(capsys.readouterr().out) if item["name"] == "model"]
    assert not model["well"]
    assert f"{REASON} {cache}" in model["text"]
    assert "make the folder writable" in model["text"]
    assert main(["status"]) == 0
    assert f"Search by meaning is off: {REASON} {cache}" in capsys.readouterr().out
    assert main(["search", "lease"]) == 0
    printed = capsys.readouterr()
    assert f"Search by meaning is off: {REASON} {cache}" in printed.out + printed.err
    assert "not ready yet" not in printed.out + printed.err
    assert main(["context", "lease"]) == 0
    printed = capsys.readouterr()
    assert f"Search by meaning is off: {REASON} {cache}" in printed.out + printed.err
    assert "not ready yet" not in printed.out + printed.err
    assert main(["search", "lease", "--documents"]) == 1
    printed = capsys.readouterr()
    assert f"Search by meaning is off: {REASON} {cache}" in printed.err
    assert "make the folder writable" in printed.err


@pytest.mark.skipif(sys.platform != "linux", reason="the folder is chosen as on Linux")
@pytest.mark.parametrize("command", [["status"], ["search", "lease"], ["index", "docs"]])
def test_an_index_on_object_storage_names_the_folder_that_it_needs_here(
    cache: Path, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    assert main([*command, "--index", "s3://bucket/index"]) == 1
    error = capsys.readouterr().err
    assert f"{cache}/dowse/remote" in error
    assert "cannot be written" in error
