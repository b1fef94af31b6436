"""Two indexes of the same folders: one with files that a client may not see, one made before these existed."""

import os
import re
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.core.local_core import LocalCore
from search.types.filters import RowFilter
from tests.contracts.service_parts import core_on, written
from tests.fakes.encoder import BagOfWordsEncoder

ZOO = "def okapi(cage):\n    return cage\n\n\ndef zebra(cage):\n    return cage\n"
"""Two definitions in one chunk, which is named after the first."""

LEASES = "".join(f"def renew_lease_{number}(lease):\n    return 'lease'\n\n\n" for number in range(40))
"""A file that repeats one word."""


def files_of(world: str) -> dict[str, str]:
    """Return the texts by path of one world of twin_worlds.txt."""
    text = Path(__file__).with_suffix(".txt").read_text()
    sections = re.findall(r"^==== (\w+) (\S+)\n(.*?)(?=^==== |\Z)", text, re.MULTILINE | re.DOTALL)
    return {path: body for name, path, body in sections if name == world}


SHOP = {
    **files_of("SHOP"),
    "pub/data.bin": "\0\1\2lease",
    "pub/zoo.py": "def feed(cage):\n"
    + "    cage = sum(map(int, str(cage)))\n" * 90
    + "    return cage\n\n\n"
    + ZOO,
}
RULES = SHOP[".dowse.toml"]
HIDDEN = {
    **files_of("HIDDEN"),
    "hidden/lease.py": LEASES,
    "hidden/quokka.bin": "\0\1\2quokka",
    **{f"hidden/gnu{number}.md": "# Gnu\n\nA gnu of the quokka.\n" for number in range(6)},
    **{f"hidden/zoo{number}.py": ZOO for number in range(9)},
}
LEDGER = {".dowse.toml": RULES, **files_of("LEDGER")}
LEDGER_HIDDEN = files_of("LEDGER_HIDDEN")
LEDGER_AUDIT = {**LEDGER_HIDDEN, "hidden/post.py": "from book import post\n\n\ndef post_quokka():\n    post(1)\n"}
"""Files of a branch of which nothing else is left, so that its name is hidden too."""
BOARD = {".dowse.toml": 'tenant = "acme"\ngroups = ["board"]\n', **files_of("BOARD")}
CHANGED, CHANGED_HIDDEN = files_of("CHANGED"), files_of("CHANGED_HIDDEN")


@dataclass(frozen=True)
class Twins:
    """Both cores, and the folders that they index."""

    home: Path
    without: LocalCore
    with_hidden: LocalCore

    @property
    def shop(self) -> Path:
        return self.home / "shop"

    @property
    def indexes(self) -> tuple[Path, Path]:
        """Return the folders of both indexes: with hidden files, and without."""
        return self.home / "with" / "index", self.home / "without" / "index"


def git(folder: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false")
    subprocess.run(["git", "-C", str(folder), *identity, *arguments], check=True, capture_output=True)


def committed(folder: Path, files: Mapping[str, str], subject: str) -> None:
    written(folder, files)
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", subject)


def make_visible(home: Path) -> None:
    """Write the folders as everybody may see them; the ledger is a repository with a branch aside."""
    written(home / "shop", SHOP)
    ledger = home / "ledger"
    ledger.mkdir()
    git(ledger, "init", "-q", "-b", "main")
    committed(ledger, LEDGER, "Post a lease")
    git(ledger, "checkout", "-q", "-b", "next")
    committed(ledger, {"main.py": LEDGER["main.py"] + "\n\ndef open_year():\n    close_year()\n"}, "Open the year")
    git(ledger, "checkout", "-q", "main")


def add_hidden(home: Path) -> None:
    """Add what a limited client may not see: files of both folders, of the branch, and a whole folder."""
    written(home / "shop", HIDDEN)
    written(home / "board", BOARD)
    ledger = {home / "ledger" / name: (home / "ledger" / name).stat() for name in LEDGER}
    for branch in ("next", "main"):
        git(home / "ledger", "checkout", "-q", branch)
        committed(home / "ledger", LEDGER_HIDDEN, "Audit the quokka")
    git(home / "ledger", "checkout", "-q", "--orphan", "audit")
    git(home / "ledger", "rm", "-rfq", ".")
    committed(home / "ledger", {".dowse.toml": RULES, **LEDGER_AUDIT}, "Audit all")
    git(home / "ledger", "checkout", "-q", "main")
    for path, status in ledger.items():  # git wrote some of them again
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


@contextmanager
def out_of_the_way(home: Path) -> Iterator[None]:
    """Move the hidden files of the shop elsewhere, as if they were not there."""
    aside = home / "aside"
    names = [name for name in {**HIDDEN, **CHANGED_HIDDEN} if (home / "shop" / name).exists()]
    for name in names:
        (aside / name).parent.mkdir(parents=True, exist_ok=True)
        (home / "shop" / name).rename(aside / name)
    for folder in ("hidden", "partner"):
        if (home / "shop" / folder).is_dir():
            (home / "shop" / folder).rmdir()
    try:
        yield
    finally:
        for name in names:
            (home / "shop" / name).parent.mkdir(parents=True, exist_ok=True)
            (aside / name).rename(home / "shop" / name)


def indexed(home: Path, stack: ExitStack, name: str, *before: Path, branches: Sequence[str] = ()) -> LocalCore:
    """Return a core of the shop, some folders, and the ledger with more branches, until the stack ends."""
    core = stack.enter_context(core_on(home / name, home / "shop", serves=True))
    for folder in before:
        core.index([str(folder)])
    core.index([str(home / "ledger")], branches=("next", *branches))
    return core


@contextmanager
def twins(home: Path) -> Iterator[Twins]:
    """Yield both indexes; their encoder is a bag of words, so that equal texts have equal scores."""
    with ExitStack() as stack, pytest.MonkeyPatch.context() as patch:
        patch.setattr("app.composition.open_encoder", lambda *_: BagOfWordsEncoder())
        make_visible(home)
        without = indexed(home, stack, "without")
        add_hidden(home)
        with_hidden = indexed(home, stack, "with", home / "board", branches=("audit",))
        both = Twins(home, without, with_hidden)
        load_vectors(both)
        yield both


def change(both: Twins) -> None:
    """Save files that all may see, and hidden ones, and bring both indexes up to date."""
    written(both.shop, CHANGED)
    (both.shop / "pub/elk.md").unlink()
    with out_of_the_way(both.home):
        both.without.index([str(both.shop)])
    written(both.shop, CHANGED_HIDDEN)
    (both.shop / "hidden/ring.py").unlink()
    both.with_hidden.index([str(both.shop)])
    _leave_unfinished(both.with_hidden)
    load_vectors(both)


def load_vectors(both: Twins) -> None:
    """Wait until both copies of the vectors are in memory: before that the database computes the cosines."""
    for core in (both.without, both.with_hidden):
        memory = core._parts.service._retriever._memory
        while memory.now() is None:
            time.sleep(0.01)


def _leave_unfinished(core: LocalCore) -> None:
    """Take the vectors of hidden files for missing, and one of them for read by an older program."""
    files = core._parts.storage.files
    rows = [row for row in files.matching(RowFilter()) if "hidden" in row.path]
    files.set_numbers("meaning", {row.id: False for row in rows})
    files.begin_writing([rows[0].id])
