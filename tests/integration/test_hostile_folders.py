"""Folders and patterns made to be too much, through the real command line: each ends, and the rest is found."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from app.cli.main import main

DEEP_FOLDERS = 5_000
MANY_FILES = 50_000


@pytest.fixture
def dowse(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Run a command on an index of this test, by word only; return its status, its JSON answer and its remarks."""
    config = tmp_path / "config.toml"
    config.write_text("[embeddings]\nsemantic = false\n[docs]\nmax_file_size_mb = 100\n")

    def run(*arguments: str) -> tuple[int, Any, str]:
        options = ("--index", str(tmp_path / "index"), "--config", str(config), "--json")
        status = main([*arguments, *options])
        output = capsys.readouterr()
        return status, json.loads(output.out) if output.out else None, output.err

    return run


def paths(answer: dict[str, Any]) -> list[str]:
    return [file["path"] for file in answer["files"]]


@pytest.mark.heavy
def test_folders_nested_beyond_what_the_system_opens_are_named_and_what_is_above_is_read(dowse, tmp_path):
    folder = tmp_path / "root"
    folder.mkdir()
    (folder / "top.md").write_text("# A lease\n")
    here = os.open(folder, os.O_RDONLY)
    for _ in range(DEEP_FOLDERS):
        os.mkdir("d", dir_fd=here)
        inner = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = inner
    os.close(here)
    try:
        _, report, remarks = dowse("index", str(folder))
        assert (report["files"], report["failed"]) == (1, 0)
        assert "cannot be read" in remarks
        assert "whether the path is too long" in remarks
        assert len(remarks) < 300
        assert dowse("search", "is:skipped")[1]["files"][0]["path"].count("d/") > 1_000
        assert paths(dowse("search", "lease")[1]) == ["top.md"]
    finally:
        subprocess.run(["rm", "-rf", str(folder)], check=True)  # deeper than Python's own stack


@pytest.mark.heavy
def test_fifty_thousand_files_in_one_folder_are_all_read(dowse, tmp_path):
    folder = tmp_path / "root"
    folder.mkdir()
    for number in range(MANY_FILES):
        (folder / f"{number}.md").write_text(f"# Lease {number}\n")
    _, report, _ = dowse("index", str(folder))
    assert (report["files"], report["failed"]) == (MANY_FILES, 0)
    assert paths(dowse("search", '"lease 49999"', "--top", "1")[1]) == ["49999.md"]


@pytest.mark.heavy
def test_a_line_of_fifty_megabytes_is_cut_and_said_and_others_are_found(dowse, tmp_path):
    folder = tmp_path / "root"
    folder.mkdir()
    (folder / "line.txt").write_text("lease " * 8_500_000)
    (folder / "other.md").write_text("# A lease\n")
    _, report, _ = dowse("index", str(folder))
    assert (report["files"], report["failed"]) == (2, 0)
    assert set(paths(dowse("search", "lease")[1])) == {"line.txt", "other.md"}
    assert "truncated" in dowse("why", str(folder / "line.txt"))[1]["state"]


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|aa)*b$", "((a*)*)*c", r"(x+x+)+y"])
def test_a_pattern_made_to_be_slow_is_answered(dowse, tmp_path, pattern):
    folder = tmp_path / "root"
    folder.mkdir()
    (folder / "a.txt").write_text("a" * 50_000 + "!\n" + "x" * 50_000 + "\n")
    dowse("index", str(folder))
    assert dowse("search", "--exact", "--regex", pattern)[0] in {0, 1}


def test_a_pattern_that_grows_without_measure_is_refused_in_one_line(dowse, tmp_path):
    (tmp_path / "root").mkdir()
    (tmp_path / "root" / "a.txt").write_text("a\n")
    dowse("index", str(tmp_path / "root"))
    status, _, remarks = dowse("search", "--exact", "--regex", "((a{100}){100}){100}")
    assert (status, remarks.count("\n")) == (2, 1)
