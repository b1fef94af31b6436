"""Takes out each access filter of the program in turn, and says whether the differential test notices.

Run: ``python -P tests/mutants/access_filters.py [--only TEXT]``. The filters are those of filters.toml. Two
indexes are made once, one with hidden files. For each filter both are opened again, the function that holds the
filter gets the code without it, and the questions of tests/contracts/differential.py are asked until an answer
differs; ``text`` is a query that is asked first, where few questions need the filter. Where another filter hides
the same, ``needs`` names its file, and that one is taken out too. The exit status is 1 if a filter can be taken
out unnoticed.
"""

import argparse
import importlib
import os
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import pytest
from hypothesis import given

from app.composition import hosted_core
from search.types.filters import Access
from search.types.query import SearchQuery
from tests.contracts.differential import QUESTIONS, questions
from tests.contracts.test_differential import calls, same
from tests.contracts.twin_worlds import Twins, change, load_vectors, twins
from tests.fakes.encoder import BagOfWordsEncoder
from tests.mutants.table import ROOT

os.environ.setdefault("DOWSE_READER", "off")  # an answer that is read says how long that took

CALLS = 150
"""Questions of each operation before a filter counts as unneeded."""

BASELINE_CALLS = 15
"""Questions of each operation that must be answered alike before any filter is taken out."""

FILTERS: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("filters.toml").read_text())["filter"]


def codes(code: CodeType) -> Iterator[CodeType]:
    """Yield the code of each function in a compiled module."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from codes(constant)


def mutated_code(row: dict[str, Any]) -> tuple[str, CodeType]:
    """Return the qualified name of the function that holds a filter, and its code without it."""
    path = ROOT / row["file"]
    text = path.read_text(encoding="utf-8")
    assert text.count(row["before"]) == 1, row
    line = text[: text.index(row["before"])].count("\n") + 1
    whole = compile(text, str(path), "exec", dont_inherit=True)
    inside = [code for code in codes(whole) if line in {at for *_, at in code.co_lines()}]
    name = min(inside, key=lambda code: len(set(code.co_lines()))).co_qualname.removesuffix(".<listcomp>")
    name = name.removesuffix(".<dictcomp>").removesuffix(".<locals>")
    changed = compile(text.replace(row["before"], row["after"]), str(path), "exec", dont_inherit=True)
    return name, next(code for code in codes(changed) if code.co_qualname == name)


@contextmanager
def taken_out(row: dict[str, Any]) -> Iterator[None]:
    """Give a function the code without its filter until the end of the block."""
    name, code = mutated_code(row)
    target: Any = importlib.import_module(row["file"].removesuffix(".py").replace("/", "."))
    for part in name.split("."):
        target = vars(target)[part]
    function = getattr(target, "fget", getattr(target, "__wrapped__", target))
    assert isinstance(function, FunctionType), name
    before, function.__code__ = function.__code__, code
    try:
        yield
    finally:
        function.__code__ = before


@contextmanager
def opened(home: Path) -> Iterator[Twins]:
    """Yield both indexes, opened again so that nothing is cached."""
    with ExitStack() as stack:
        config = home / "with" / "config.toml"
        cores = {
            name: stack.enter_context(
                hosted_core(home / name / "index", config=config, serves=False, follows=False)
            )
            for name in ("without", "with")
        }
        both = Twins(home, cores["without"], cores["with"])
        load_vectors(both)
        yield both


def ask(both: Twins, operation: str, count: int) -> None:
    """Ask both indexes questions of an operation; fail where an answer differs."""

    @calls(count)
    @given(questions(operation))
    def hold(question: Any) -> None:
        same((both.with_hidden, both.without), question)

    hold()


def is_noticed(both: Twins, operation: str, text: str) -> bool:
    """Return whether some question of an operation, or the search for a text, is answered differently."""
    try:
        if text:
            query = SearchQuery(text, access=Access(tenant="acme", groups=("staff",)))
            same((both.with_hidden, both.without), lambda core: core.search(query))
        ask(both, operation, CALLS)
    except pytest.fail.Exception:
        return True
    return False


def require_equal_answers(home: Path) -> None:
    """Refuse to go on if the indexes differ with all filters in place."""
    with opened(home) as both:
        for operation in QUESTIONS:
            ask(both, operation, BASELINE_CALLS)


def survives(home: Path, row: dict[str, Any]) -> bool:
    """Return whether a filter can be taken out unnoticed."""
    needed = [other for other in FILTERS if other["file"] == row.get("needs")]
    with ExitStack() as stack:
        for each in (row, *needed):
            stack.enter_context(taken_out(each))
        both = stack.enter_context(opened(home))
        return not any(is_noticed(both, operation, row.get("text", "")) for operation in row["operations"])


def main() -> int:
    """Print what became of each filter."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="only filters of files that contain this text")
    only = parser.parse_args().only
    chosen = [row for row in FILTERS if only in row["file"]]
    surviving = 0
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr("app.composition.open_encoder", lambda *_: BagOfWordsEncoder())
        home = Path(folder)
        with twins(home) as both:
            change(both)
        if not only:
            require_equal_answers(home)
        for row in chosen:
            began = time.monotonic()
            alive = survives(home, row)
            surviving += alive
            outcome = "SURVIVES" if alive else "killed"
            print(
                f"{outcome:9} {time.monotonic() - began:5.1f} s  {row['file']}: {row['before'][:80]}", flush=True
            )
    print(f"{len(chosen)} filters, {len(chosen) - surviving} noticed, {surviving} not")
    return int(surviving > 0)


if __name__ == "__main__":
    sys.exit(main())
