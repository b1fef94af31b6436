"""Source trees to index, and changes to them; all from a seed, so that a run can be repeated."""

import random
from pathlib import Path

_WORDS = ("lease", "voucher", "ledger", "basket", "parcel", "tariff", "anchor", "beacon", "harbour", "tide")


def sentence(random_source: random.Random) -> str:
    """Return a few words."""
    return " ".join(random_source.choices(_WORDS, k=9))


class Tree:
    """A folder of small source and text files that refer to each other.

    Args:
        folder: made here.
        files: how many there are at the start.
    """

    def __init__(self, folder: Path, files: int, seed: int) -> None:
        self.folder = folder
        self._random = random.Random(seed)
        self._names: list[str] = []
        self._next = 0
        folder.mkdir(parents=True)
        for _ in range(files):
            self._add()

    def alter(self, changes: int) -> list[str]:
        """Save, add, move and delete files; return the paths that are there and new or different."""
        touched = set()
        for _ in range(changes):
            kind = self._random.random()
            if kind < 0.7:
                touched.add(self._save(self._random.choice(self._names)))
            elif kind < 0.85:
                touched.add(self._add())
            elif kind < 0.93:
                touched.add(self._move())
            else:
                self._delete()
        return sorted(path for path in touched if (self.folder / path).exists())

    def _add(self) -> str:
        name = f"part{self._next % 7}/module_{self._next}.{'py' if self._next % 3 else 'md'}"
        self._next += 1
        self._names.append(name)
        return self._save(name)

    def _save(self, name: str) -> str:
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(self._text(name), "utf-8")
        return name

    def _move(self) -> str:
        old = self._names.pop(self._random.randrange(len(self._names)))
        new = f"moved/{self._next}_{Path(old).name}"
        self._next += 1
        (self.folder / "moved").mkdir(exist_ok=True)
        (self.folder / old).rename(self.folder / new)
        self._names.append(new)
        return new

    def _delete(self) -> None:
        (self.folder / self._names.pop(self._random.randrange(len(self._names)))).unlink()

    def _text(self, name: str) -> str:
        other = self._random.choice(self._names)
        if name.endswith(".md"):
            return "\n\n".join(f"# {sentence(self._random)}\n\n{sentence(self._random)}" for _ in range(6))
        module = other.removesuffix(".py").replace("/", ".")
        parts = [f"from {module} import Thing"] if other.endswith(".py") else []
        parts += [
            f"class {word.title()}{number}:\n    def {word}(self):\n        return '{sentence(self._random)}'\n"
            for number, word in enumerate(self._random.sample(_WORDS, 8))
        ]
        return "\n\n".join(parts)
