"""``make mutants``: break every rule of docs/contracts.md in a copy of the tree, and see which tests notice.

Each mutant of ``tests/mutants/table`` is applied to a copy, and only the tests that have to notice it run, in a
process of their own with a time limit. A mutant is killed when they fail, or do not end in time; it survives when
they pass. First the same tests run on the copy as it is: there they must pass. The exit status is 1 if a mutant
survives. ``GROUP=pipeline`` runs one group; ``--rule TEXT`` the mutants whose rule contains a text.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.mutants.table import ROOT, Mutant, mutants

LIMIT_S = 300.0
"""For the tests of one mutant; the slowest take 40 s on a quiet machine of two cores."""
BASELINE_LIMIT_S = 1_800.0
COPIED = ("app", "indexer", "resources", "search", "tests", "ui", "docs", "packaging", "pyproject.toml")
NICENESS = 5
"""Priority that leaves the machine to whoever works on it."""


def main() -> int:
    """Run the mutants that were chosen; 1 if one survives."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--group", default=os.environ.get("GROUP", ""), help="one file of the table")
    parser.add_argument("--rule", default="", help="only rules that contain this text")
    options = parser.parse_args()
    chosen = [
        item
        for item in mutants()
        if options.group in {"", item.group} and options.rule.lower() in item.rule.lower()
    ]
    if not chosen:
        parser.error(
            f"no mutant of this group and rule; the groups are {', '.join(sorted({m.group for m in mutants()}))}"
        )
    os.nice(NICENESS)
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copy = copied_tree(Path(folder) / "tree")
        if not baseline(copy, chosen):
            return 1
        outcomes = [(item, outcome(copy, item)) for item in chosen]
    print(summary(outcomes))
    return int(any(name == "SURVIVES" for _, name in outcomes))


def copied_tree(copy: Path) -> Path:
    """Return a copy of the sources, tests and what they read."""
    copy.mkdir()
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, copy / name, ignore=shutil.ignore_patterns("__pycache__", "runs", "pictures"))
        else:
            shutil.copy2(source, copy / name)
    return copy


def baseline(copy: Path, chosen: Iterable[Mutant]) -> bool:
    """Return whether all tests that are needed pass without a mutant."""
    tests = sorted({test for item in chosen for test in item.tests})
    began = time.monotonic()
    status, output = passed(copy, tests, BASELINE_LIMIT_S)
    print(f"{len(tests)} tests pass without a mutant" if status == 0 else output[-3_000:], end="")
    print(f" ({time.monotonic() - began:.0f} s)", flush=True)
    return status == 0


def outcome(copy: Path, mutant: Mutant) -> str:
    """Return what became of a mutant, and print it; the copy is as it was afterwards."""
    path = copy / mutant.file
    text = path.read_text(encoding="utf-8")
    began = time.monotonic()
    try:
        path.write_text(mutant.mutated(text), encoding="utf-8")
        status, output = passed(copy, mutant.tests, LIMIT_S)
    finally:
        path.write_text(text, encoding="utf-8")
    name = {0: "SURVIVES", 1: "killed", None: "killed by time"}.get(status, "BROKEN RUN")
    print(
        f"{name:15} {time.monotonic() - began:5.1f} s  {mutant.group}: {mutant.rule} ({mutant.file})", flush=True
    )
    if name == "BROKEN RUN":
        print(output[-2_000:], flush=True)
    return "SURVIVES" if name == "BROKEN RUN" else name


def passed(copy: Path, tests: Sequence[str], limit_s: float) -> tuple[int | None, str]:
    """Return pytest's exit status on the copy, None after the time limit, and what it printed."""
    command = [sys.executable, "-P", "-m", "pytest", "-q", "-x", "--tb=line", "-p", "no:cacheprovider"]
    command += ["--hypothesis-profile=mutants", *tests]
    environment = {
        **os.environ,
        "PYTHONPATH": str(copy),
        "PYTHONDONTWRITEBYTECODE": "1",
        "QT_QPA_PLATFORM": "offscreen",
    }
    try:
        done = subprocess.run(
            command, cwd=copy, env=environment, capture_output=True, text=True, timeout=limit_s, check=False
        )
    except subprocess.TimeoutExpired:
        return None, ""
    return done.returncode, done.stdout + done.stderr


def summary(outcomes: Sequence[tuple[Mutant, str]]) -> str:
    """Return a Markdown table of killed and surviving mutants by group, and the list of those that survive."""
    groups = Counter(item.group for item, _ in outcomes)
    surviving = Counter(item.group for item, name in outcomes if name == "SURVIVES")
    rows = [
        f"| {group} | {count} | {count - surviving[group]} | {surviving[group]} |"
        for group, count in groups.items()
    ]
    total = f"| all | {len(outcomes)} | {len(outcomes) - surviving.total()} | {surviving.total()} |"
    alive = [f"survives: {item.rule} ({item.file})" for item, name in outcomes if name == "SURVIVES"]
    return "\n".join(["| group | mutants | killed | surviving |", "|---|---|---|---|", *rows, total, *alive])


if __name__ == "__main__":
    sys.exit(main())
