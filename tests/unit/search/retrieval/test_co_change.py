"""Files that commits changed together with those that answer."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.retrieval.commits import CoChangeIndex
from search.storage.git.log import Commit
from search.storage.histories import History
from search.storage.storage import Storage
from search.types.ids import FileId, file_id
from tests.contracts.samples import IndexOnDisk

NAMES = ("door.py", "lock.py", "key.py", "wall.py")


class Log:
    """An index whose one root has the commits that are given."""

    def __init__(self, folder: Path, storage: Storage) -> None:
        (folder / "house").mkdir(exist_ok=True)
        self.storage, self.root = storage, storage.roots.add(folder / "house")
        self.together = CoChangeIndex(storage)
        self._heads = 0

    def holds(self, *commits: tuple[str, ...]) -> None:
        self._heads += 1
        commits_of_root = [Commit(f"Change {number}", "", paths) for number, paths in enumerate(commits)]
        self.storage.histories.put(self.root.id, History(f"{self._heads}" * self._heads, commits_of_root))

    def file(self, path: str) -> FileId:
        return file_id(self.root.repository, self.root.branch, path)

    def companions(self, *best: str, among: tuple[str, ...] = NAMES) -> dict[str, tuple[float, str]]:
        shares = self.together.with_best({self.file(path): 1.0 for path in best}, {self.file(p) for p in among})
        return {path: shares[self.file(path)] for path in NAMES if self.file(path) in shares}


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("together")
    disk = IndexOnDisk(folder / "index")
    yield Log(folder, disk.storage)
    disk.storage.close()


def test_the_closest_companion_has_the_whole_share_and_says_with_what(log: Log) -> None:
    log.holds(("door.py", "lock.py"), ("door.py", "lock.py"), ("door.py", "wall.py"), ("key.py",))
    shares = log.companions("door.py")
    assert shares.keys() == {"lock.py", "wall.py"}
    assert shares["lock.py"] == (1.0, "door.py")
    assert 0.0 < shares["wall.py"][0] < 1.0


def test_what_is_changed_with_everything_says_less(log: Log) -> None:
    log.holds(("door.py", "lock.py"), ("door.py", "wall.py"), ("wall.py",), ("key.py", "wall.py"))
    shares = log.companions("door.py")
    assert shares["lock.py"][0] > shares["wall.py"][0]


def test_other_files_than_those_asked_for_have_no_share(log: Log) -> None:
    log.holds(("door.py", "lock.py"), ("door.py", "wall.py"))
    assert log.companions("door.py", among=("wall.py",)) == {"wall.py": (1.0, "door.py")}


def test_commits_that_come_later_count_at_once(log: Log) -> None:
    log.holds(("door.py", "lock.py"))
    assert log.companions("door.py").keys() == {"lock.py"}
    log.holds(("door.py", "key.py"))
    assert log.companions("door.py").keys() == {"key.py"}


@pytest.mark.parametrize("commits", [(), (("door.py",),)])
def test_without_companions_nothing_is_said(log: Log, commits: tuple[tuple[str, ...], ...]) -> None:
    log.holds(*commits)
    assert log.companions("door.py") == {}


@given(st.lists(st.sets(st.sampled_from(NAMES), min_size=1).map(lambda paths: tuple(sorted(paths))), max_size=6))
def test_shares_are_within_bounds_and_the_largest_is_whole(log: Log, commits: list[tuple[str, ...]]) -> None:
    log.holds(*commits)
    shares = [share for share, _ in log.companions("door.py", "lock.py").values()]
    assert all(0.0 < share <= 1.0 for share in shares)
    assert not shares or max(shares) == 1.0
