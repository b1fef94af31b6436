"""A process that is killed between writing a file and giving it its name leaves nothing that stays."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from app.composition import hosted_core
from search.atomic_write import ENDING, atomic_write, draft_beside, sweep
from search.types.query import Mode, RankSettings, SearchQuery
from tests.faults.contents import leftovers

WRITERS = Path(__file__).with_name("killed_writers.py")
WRITTEN = (
    *("index.json", "roots.json", "graphs.json", "engine.json", "engine.key", "histories/root.json"),
    *("histories/root/manifest.json", "keyword/manifest.json", "catalogue/manifest.json", "shown/manifest.json"),
)


@pytest.mark.skipif(sys.platform == "win32", reason="needs fork and SIGKILL")
def test_whoever_opens_an_index_next_deletes_what_killed_writers_left(tmp_path: Path) -> None:
    index, folder, config = tmp_path / "index", tmp_path / "shop", tmp_path / "config.toml"
    folder.mkdir()
    folder.joinpath("lease.md").write_text("# Lease\n\nA voucher.\n")
    config.write_text("[embeddings]\nsemantic = false\n")
    with hosted_core(index, config=config, serves=True, follows=False) as core:
        core.index([str(folder)])
    retained = set(index.glob("keyword/*/*.npy"))
    assert retained
    other = tmp_path / "other"
    other.mkdir()
    process = subprocess.run(
        [sys.executable, "-P", str(WRITERS), str(index), str(other)], stdout=subprocess.PIPE, text=True, check=True
    )
    assert tuple(process.stdout.split()) == WRITTEN
    left = leftovers(index)
    for name in WRITTEN:
        assert any(item.startswith(f"{name}.") for item in left), name

    with hosted_core(index, config=config, serves=False, follows=False) as core:
        assert leftovers(index) == []
        query = SearchQuery("voucher", RankSettings(mode=Mode.KEYWORD))
        assert [file.path for file in core.search(query).files] == ["lease.md"]
    assert set(index.glob("keyword/*/*.npy")) == retained


def test_a_draft_that_another_process_may_be_writing_stays_until_it_is_old(tmp_path: Path) -> None:
    model, state = draft_beside(tmp_path / "model-1"), draft_beside(tmp_path / "indexes" / "walks.json")
    for file in (model / "model.bin", state, tmp_path / "indexes" / "names.json"):
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(b"half")
    assert sweep(tmp_path, older_than_s=60.0) == []
    old = time.time() - 61.0
    for draft in (model, state):
        os.utime(draft, (old, old))
    assert set(sweep(tmp_path, older_than_s=60.0)) == {model, state}
    assert [path.name for path in tmp_path.rglob("*")] == ["indexes", "names.json"]
    assert sweep(tmp_path / "nowhere") == []


def test_a_file_that_cannot_be_written_whole_stays_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "walks.json"
    atomic_write(file, b"old")
    with pytest.raises(TypeError):
        atomic_write(file, "new")  # type: ignore[arg-type] -- writing text fails once the draft is there
    assert file.read_bytes() == b"old"
    assert not list(tmp_path.glob(f"*{ENDING}"))
