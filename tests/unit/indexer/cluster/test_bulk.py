"""Indexing in bulk without a cluster: what tasks write and a driver commits are the rows of an index."""

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import pytest

from indexer.cluster.task import Task, Written
from indexer.pipeline.ports import ReadRequest
from search.errors import ModelError
from search.storage.storage import Storage
from tests.fakes.encoder import BagOfWordsEncoder
from tests.integration.ray_run import TABLES, indexed, rows_of

pytest.importorskip("lance", reason="the extra `cluster` is not installed")


class Here:
    """Runs tasks in this process; the last of them is lost with its driver, when ``dies``."""

    def __init__(self, *, dies: bool = False) -> None:
        self._dies = dies

    def run(self, task: Task, batches: Sequence[Sequence[ReadRequest]], /) -> Iterator[Written]:
        halves = [half for batch in batches for half in (batch[:2], batch[2:]) if half]
        for number, files in enumerate(reversed(halves)):
            if self._dies and number == 1:
                task(files)
                raise KeyboardInterrupt
            yield task(files)

    def build_vector_index(self, _storage: Storage, /) -> None:
        """Leave it out: these are few."""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "shop").mkdir()
    for number in range(6):
        (tmp_path / "shop" / f"m{number}.py").write_text(
            f"from m{number + 1} import go\n\n\ndef renew_{number}(): go()\n"
        )
    (tmp_path / "shop" / "empty.py").write_text("")
    return tmp_path / "shop"


def equal(item: Storage, other: Storage) -> Iterable[str]:
    return [table for table in TABLES if rows_of(item, table) == rows_of(other, table)]


def test_it_gives_the_rows_of_an_index_made_one_file_after_the_other(tmp_path: Path, root: Path, capsys) -> None:
    (tmp_path / "died").touch()
    by_tasks = indexed(tmp_path / "a", root, Here(), tmp_path)
    output = [json.loads(line) for line in capsys.readouterr().out.splitlines() if line.startswith("{")]
    assert output[0]["loaded"] == 6
    assert output[1] == {"changed": 0, "embedded_after": 0, "files": 6}
    assert equal(by_tasks, indexed(tmp_path / "b", root, None, tmp_path)) == list(TABLES)


def test_a_driver_that_is_killed_leaves_nothing_twice(tmp_path: Path, root: Path) -> None:
    (tmp_path / "died").touch()
    with pytest.raises(KeyboardInterrupt):
        indexed(tmp_path / "a", root, Here(dies=True), tmp_path)
    again = indexed(tmp_path / "a", root, Here(), tmp_path)
    whole = indexed(tmp_path / "b", root, None, tmp_path)
    assert {"chunks", "files", "nodes", "edges"} <= set(equal(again, whole))


def test_a_machine_with_another_model_is_refused(tmp_path: Path, root: Path) -> None:
    class Other(BagOfWordsEncoder):
        model = "another"

    class WithOther(Here):
        def run(self, task: Task, batches: Sequence[Sequence[ReadRequest]], /) -> Iterator[Written]:
            yield Task(task.root, task.reader, task.writer, Other, task.model)(batches[0])

    with pytest.raises(ModelError, match="embeds with another"):
        indexed(tmp_path / "a", root, WithOther(), tmp_path)
