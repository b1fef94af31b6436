"""Work trees of a repository, and a branch in its objects: equal files are carried over, each stands alone."""

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from indexer.discovery.finder import FileFinder
from indexer.pipeline.content_reuse import Elsewhere
from indexer.pipeline.indexer import Indexer
from indexer.pipeline.reading import Reader
from search.errors import IndexWriteError
from search.storage.storage import Storage
from search.types.files import FileState, Root
from tests.examples import examples
from tests.fakes.encoder import BagOfWordsEncoder
from tests.fakes.listener import NoListener
from tests.fakes.readers import NotingReader
from tests.faults.contents import Difference, difference, duplicates, rows_of

RATES = "".join(f"def step_{number}():\n    return {number} * rate\n\n\n" for number in range(40))
LEASE = "def renew(holder):\n    return holder\n"


class NotingEncoder(BagOfWordsEncoder):
    """Notes what it is asked to encode."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def encode(self, texts, /):
        self.texts += texts
        return super().encode(texts)


class WorkTrees:
    """An index of a repository's folder ``shop`` and of its work tree ``fix``, which has a branch of that name."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.shop, self.fix = folder / "shop", folder / "fix"
        self.shop.mkdir(parents=True)
        self.git("init", "-q", "-b", "main")
        self.write(self.shop, "src/rates.py", RATES)
        self.write(self.shop, "src/lease.py", LEASE)
        self.commit(self.shop)
        self.git("worktree", "add", "-q", "-b", "fix", str(self.fix))
        self.reader, self.encoder = NotingReader(), NotingEncoder()
        self.open()

    def open(self) -> None:
        self.storage = Storage(self.folder / "index")
        self.indexer = Indexer(self.storage, FileFinder(), self.reader, lambda _: None, NoListener())
        self.indexer.use_encoder(self.encoder)

    def git(self, *arguments: str, at: Path | None = None) -> None:
        command = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org", *arguments]
        subprocess.run(command, cwd=at or self.shop, capture_output=True, check=True)

    def write(self, tree: Path, path: str, text: str) -> Path:
        file = tree / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    def commit(self, tree: Path) -> None:
        self.git("add", "-A", at=tree)
        self.git("commit", "-q", "--allow-empty", "-m", "more", at=tree)

    def index(self, tree: Path) -> Root:
        root = self.storage.roots.add(tree)
        self.indexer.index_roots([root])
        return root

    def read_by(self, tree: Path) -> list[str]:
        self.reader.paths.clear()
        self.index(tree)
        return sorted(set(self.reader.paths))

    def rows(self, tree: Path):
        return self.storage.files.of_root(self.storage.roots.add(tree).id)

    def text(self, tree: Path, path: str) -> str:
        chunks = self.storage.chunks.of_files([self.rows(tree)[path].id])
        return "\n".join(chunk.text for chunk in chunks if chunk.ordinal >= 0)

    def kill_after(self, writes: int) -> None:
        """Have the database refuse all writes after so many, as if the engine had ended."""
        done = iter(range(writes))
        write = self.storage.database.write

        def write_or_end(*arguments):
            if next(done, None) is None:
                raise IndexWriteError("the end", remedy="None.")
            return write(*arguments)

        self.storage.database.write = write_or_end

    def reopen(self) -> None:
        self.indexer.close()
        self.storage.close()
        self.open()

    def beside_a_fresh_index(self, folder: Path) -> Difference:
        """Return how this index differs from one of the same roots that reads every file and carries none."""
        folder.mkdir()
        shutil.copy(self.folder / "index" / "roots.json", folder)
        fresh = Storage(folder)
        indexer = Indexer(fresh, FileFinder(), Reader(), lambda _: None, NoListener())
        indexer._manifest_stage._reuse.elsewhere = lambda *_: Elsewhere()
        indexer.use_encoder(BagOfWordsEncoder())
        for root in fresh.roots.all():
            if not root.from_git:
                indexer.index_roots([root])
        indexer.close()
        result = difference(rows_of(self.storage), rows_of(fresh))
        fresh.close()
        return result


EQUAL = Difference((), ())


@pytest.fixture
def trees(tmp_path: Path) -> Iterator[WorkTrees]:
    made = WorkTrees(tmp_path)
    yield made
    made.indexer.close()


def test_of_a_second_work_tree_only_what_differs_is_parsed_and_embedded(trees, tmp_path):
    trees.write(trees.fix, "src/lease.py", LEASE.replace("holder", "tenant"))
    trees.write(trees.fix, "src/refund.py", "def refund(order):\n    return order\n")
    trees.index(trees.shop)
    trees.encoder.texts.clear()

    assert trees.read_by(trees.fix) == ["src/lease.py", "src/refund.py"]

    assert trees.text(trees.fix, "src/rates.py") == RATES.rstrip()
    assert not any("rates" in text for text in trees.encoder.texts)
    assert trees.beside_a_fresh_index(tmp_path / "fresh") == EQUAL


def test_a_file_that_differs_in_size_and_time_by_nothing_is_not_taken_for_equal(trees):
    item, other = trees.shop / "src/lease.py", trees.write(trees.fix, "src/lease.py", LEASE.replace("new", "pay"))
    for file in (item, other):
        os.utime(file, ns=(10**18, 10**18))
    trees.index(trees.shop)
    trees.index(trees.fix)
    assert trees.text(trees.fix, "src/lease.py").startswith("def repay")


def test_a_clone_is_another_repository(trees, tmp_path):
    trees.git("clone", "-q", str(trees.shop), str(tmp_path / "clone"))
    trees.index(trees.shop)
    assert trees.read_by(tmp_path / "clone") == ["src/lease.py", "src/rates.py"]


def test_the_same_folder_of_two_work_trees_is_carried_and_another_is_not(trees):
    for tree in (trees.shop, trees.fix):
        trees.write(tree, "docs/src/rates.py", RATES)
    trees.index(trees.shop / "src")
    assert trees.read_by(trees.fix / "docs") == ["src/rates.py"]
    assert trees.read_by(trees.fix / "src") == []


def test_what_the_rules_of_a_work_tree_leave_out_is_not_copied_from_another(trees):
    trees.index(trees.shop)
    trees.write(trees.fix, ".dowseignore", "rates.py\n")
    trees.index(trees.fix)
    row = trees.rows(trees.fix)["src/rates.py"]
    assert (row.state, row.reason) == (FileState.SKIPPED, "ignored")
    assert trees.storage.chunks.of_files([row.id]) == []


@pytest.mark.parametrize("rules", ['groups = ["board"]\n', '[[rules]]\nglob = "**"\ndoc_type = "manual"\n'])
def test_rights_and_labels_are_those_of_the_work_tree(trees, tmp_path, rules):
    trees.write(trees.fix, ".dowse.toml", rules)
    trees.index(trees.shop)
    trees.index(trees.fix)
    assert trees.beside_a_fresh_index(tmp_path / "fresh") == EQUAL
    trees.write(trees.shop, ".dowse.toml", rules)
    (trees.fix / ".dowse.toml").unlink()
    trees.index(trees.fix)
    trees.index(trees.shop)
    assert trees.beside_a_fresh_index(tmp_path / "again") == EQUAL


def test_rules_that_changed_after_a_work_tree_was_indexed_are_not_those_of_its_rows(trees):
    trees.index(trees.shop)
    for tree in (trees.shop, trees.fix):
        trees.write(tree, ".dowse.toml", '[[rules]]\nglob = "**"\ndoc_type = "manual"\n')
    trees.index(trees.fix)
    assert {row.doc_type for row in trees.rows(trees.fix).values()} == {"manual"}


def test_rules_that_a_branch_no_longer_has_label_none_of_its_files(trees, tmp_path):
    trees.write(trees.shop, ".dowse.toml", '[[rules]]\nglob = "**"\ndoc_type = "manual"\n')
    trees.commit(trees.shop)
    trees.index(trees.shop)
    trees.git("checkout", "-q", "-b", "before", "fix")
    trees.index(trees.shop)
    assert trees.beside_a_fresh_index(tmp_path / "fresh") == EQUAL


@pytest.mark.parametrize("first", ["shop", "fix"])
def test_a_work_tree_that_is_forgotten_leaves_the_other_whole(trees, tmp_path, first):
    for tree in (trees.shop, trees.fix):
        trees.index(tree)
    trees.indexer.forget(trees.storage.roots.find(str(tmp_path / first)))
    assert len(trees.storage.roots.all()) == 1
    assert trees.beside_a_fresh_index(tmp_path / "fresh") == EQUAL


def test_a_work_tree_that_is_not_there_leaves_the_other_whole_and_is_no_source(trees):
    trees.index(trees.shop)
    retained = trees.shop.rename(trees.folder / "away")
    trees.indexer.index_roots([trees.storage.roots.all()[0]])
    trees.write(trees.fix, ".git", f"gitdir: {retained}/.git/worktrees/fix\n")
    assert trees.read_by(trees.fix) == ["src/lease.py", "src/rates.py"]
    retained.rename(trees.shop)
    trees.index(trees.shop)
    for tree in (trees.shop, trees.fix):
        assert trees.rows(tree)["src/rates.py"].state is FileState.INDEXED
        assert trees.text(tree, "src/rates.py") == RATES.rstrip()


PATHS = [f"part{number}.py" for number in range(4)]
TEXTS = [
    f"def total_{number}(order):\n    return order * {number}\n\n\nclass Order{number}:\n    pass\n"
    for number in range(3)
]
RULES = ["", 'groups = ["board"]\n', '[[rules]]\nglob = "**"\ndoc_type = "manual"\n']

trees_named = st.sampled_from(["shop", "fix"])
steps = st.one_of(
    st.tuples(st.just("write"), trees_named, st.sampled_from(PATHS), st.sampled_from(TEXTS)),
    st.tuples(st.just("write"), trees_named, st.just(".dowseignore"), st.sampled_from(["", "part1.py\n"])),
    st.tuples(st.just("write"), trees_named, st.just(".dowse.toml"), st.sampled_from(RULES)),
    st.tuples(st.just("delete"), trees_named, st.sampled_from([*PATHS, ".dowse.toml"])),
    st.tuples(st.just("commit"), trees_named),
    st.tuples(st.just("switch"), trees_named, st.sampled_from(["one", "two", "release"])),
    st.tuples(st.just("release"), trees_named),
    st.tuples(st.just("index"), trees_named),
    st.tuples(st.just("branch"), trees_named),
    st.tuples(st.just("forget"), trees_named),
    st.tuples(st.just("killed"), trees_named, st.integers(0, 12)),
)


class Walk:
    """Carries out the steps of one example."""

    def __init__(self, trees: WorkTrees) -> None:
        self.trees = trees
        for path, text in zip(PATHS, TEXTS, strict=False):
            trees.write(trees.shop, path, text)
        trees.commit(trees.shop)
        trees.git("branch", "release")
        trees.git("merge", "-q", "main", at=trees.fix)

    def tree(self, name: str) -> Path:
        return self.trees.folder / name

    def write(self, name: str, path: str, text: str) -> None:
        self.trees.write(self.tree(name), path, text)

    def delete(self, name: str, path: str) -> None:
        (self.tree(name) / path).unlink(missing_ok=True)

    def commit(self, name: str) -> None:
        self.trees.commit(self.tree(name))

    def switch(self, name: str, branch: str) -> None:
        self.trees.git("checkout", "-q", "-f", "--detach", at=self.tree(name))
        if branch != "release":
            self.trees.git("checkout", "-q", "-f", "-B", f"{name}-{branch}", at=self.tree(name))
        else:
            self.trees.git("checkout", "-q", "-f", "--detach", "release", at=self.tree(name))

    def release(self, name: str) -> None:
        self.commit(name)
        self.trees.git("branch", "-f", "release", "HEAD", at=self.tree(name))

    def index(self, name: str) -> None:
        self.trees.index(self.tree(name))

    def branch(self, name: str) -> None:
        root = self.trees.index(self.tree(name))
        self.trees.indexer.index_roots([self.trees.storage.roots.add_branch(root, "release")])

    def forget(self, name: str) -> None:
        known = {root.folder: root for root in self.trees.storage.roots.all()}
        if (root := known.get(str(self.tree(name)))) is not None:
            self.trees.indexer.forget(root)

    def killed(self, name: str, writes: int) -> None:
        self.trees.kill_after(writes)
        with contextlib.suppress(IndexWriteError):
            self.trees.index(self.tree(name))
        self.trees.reopen()

    def settle(self) -> None:
        for root in self.trees.storage.roots.all():
            if not root.from_git:
                self.trees.indexer.index_roots([root])


@pytest.mark.examples
@settings(max_examples=examples(4, 12), deadline=None, suppress_health_check=list(HealthCheck))
@given(walk=st.lists(steps, min_size=4, max_size=14))
def test_after_any_sequence_the_index_is_what_a_fresh_one_would_be(tmp_path_factory, walk):
    trees = WorkTrees(tmp_path_factory.mktemp("walk").resolve())
    doing = Walk(trees)
    doing.index("shop")
    for name, *arguments in walk:
        getattr(doing, name)(*arguments)
        assert duplicates(trees.storage.database) == []
    doing.settle()
    assert trees.beside_a_fresh_index(trees.folder / "fresh") == EQUAL
    trees.indexer.close()
    shutil.rmtree(trees.folder)
