"""SIGKILL of the engine while it follows a switch of the branch in a git repository."""

import itertools
import subprocess
from pathlib import Path

from tests.faults.contents import Rows
from tests.faults.engines import Engines
from tests.faults.killing import FILES, Answers, Killing, Kind, Undisturbed
from tests.faults.trees import Tree

BRANCHES = ("main", "next")


class BranchedTree(Tree):
    """A tree in a git repository with two branches, of which one is checked out."""

    def __init__(self, folder: Path, files: int, seed: int) -> None:
        super().__init__(folder, files, seed)
        self._names_of: dict[str, list[str]] = {}
        self._git("init", "-q", "-b", BRANCHES[0])
        self._commit()
        self._git("checkout", "-q", "-b", BRANCHES[1])
        self._names_of[BRANCHES[0]] = list(self._names)
        self.alter(files)
        self._commit()
        self._branches = itertools.cycle(BRANCHES)

    def switch(self) -> None:
        """Check the other branch out and commit a few changes to it."""
        self._commit()
        branch = next(self._branches)
        (other,) = set(BRANCHES) - {branch}
        self._names_of[other] = list(self._names)
        self._git("checkout", "-q", branch)
        self._names = list(self._names_of[branch])
        self.alter(5)
        self._commit()

    def _commit(self) -> None:
        self._git("add", "-A")
        self._git("commit", "-q", "--allow-empty", "-m", "Change the tree")

    def _git(self, *arguments: str) -> None:
        identity = ("-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false")
        subprocess.run(["git", "-C", self.folder, *identity, *arguments], check=True, capture_output=True)


class _IndexedAnew:
    """An index of the tree as it is, made for each comparison: on another branch all rows have other names."""

    def __init__(self, folder: Path, tree: Tree) -> None:
        self._folders = (folder / str(number) for number in itertools.count())
        self._tree = tree
        self._made: Undisturbed | None = None

    def rows(self) -> Rows:
        """Return what a new index holds."""
        self.close()
        self._made = Undisturbed(next(self._folders), self._tree)
        return self._made.rows()

    def answers(self) -> Answers:
        """Return what the last one answers."""
        return self._made.answers() if self._made else {}

    def close(self) -> None:
        """Close the last one."""
        if self._made:
            self._made.close()


class Switching(Killing):
    """Kills of an engine below whose folder another branch was checked out."""

    def __init__(self, folder: Path, seed: int, engines: Engines, *, files: int = FILES) -> None:
        self._branched = BranchedTree(folder / "tree", files, seed)
        super().__init__(folder, seed, engines, self._branched, _IndexedAnew(folder / "anew", self._branched))

    @property
    def kinds(self) -> dict[str, Kind]:
        """Return the switch alone."""
        return {"switching the branch": Kind(self._index_all, self._switch)}

    def _switch(self) -> None:
        self._engine.acknowledged.clear()  # on the other branch nothing is yet
        self._branched.switch()
        self._engine.acknowledged.clear()
