"""A search for lines beside ripgrep, on the same files: the lines that differ, and the processor time of both.

``CORPORA=DIR`` holds checkouts; four of them are taken (``CHECKOUTS=a,b,c,d`` names them). Without it, this
checkout is taken. Each is indexed by words alone, and after one search that learns the trigrams, 75 patterns are
searched with both. Lines are compared in the files of the index that are UTF-8 and no notebooks. Where a match
spans lines, files with carriage returns are left out too: ``\\n`` matches their line ends here, as in an editor.
"""

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(CHECKOUT), str(Path(__file__).parent)]

from line_patterns import Case, cases_for  # noqa: E402
from results import Results  # noqa: E402

from app.composition import Role, make_core  # noqa: E402
from app.core.line_pages import line_pages  # noqa: E402
from app.core.local_core import LocalCore  # noqa: E402
from search.config.settings import Settings  # noqa: E402
from search.types.filters import OWNER  # noqa: E402
from search.types.lines import LineQuery  # noqa: E402

MOST_CHECKOUTS = 4

Lines = dict[tuple[str, int], str]
"""The text of each matching line, by path and number."""


def checkouts() -> list[Path]:
    """Return the folders to search."""
    corpora = os.environ.get("CORPORA")
    if not corpora:
        return [CHECKOUT]
    named = [name for name in os.environ.get("CHECKOUTS", "").split(",") if name]
    folders = [Path(corpora) / name for name in named] or sorted(
        path for path in Path(corpora).iterdir() if (path / ".git").exists()
    )
    return folders[:MOST_CHECKOUTS]


def by_ripgrep(root: Path, case: Case) -> tuple[Lines, float]:
    """Return the lines that ripgrep finds, and the seconds of processor time that it took."""
    options = ["--crlf", "--null", "--line-number", "--no-heading", "--no-config", "--no-ignore", "--hidden"]
    options += ["--color=never", "--glob=!.git", "--no-messages"]
    options += [] if case.options.regex else ["--fixed-strings"]
    options += [] if case.options.match_case else ["--ignore-case"]
    options += ["--word-regexp"] if case.options.whole_word else []
    options += ["--multiline"] if case.options.multiline else []
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    output = subprocess.run(
        ["rg", *options, "--regexp", case.pattern, "."], cwd=root, capture_output=True, check=False
    ).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    lines: Lines = {}
    for row in output.split(b"\n"):
        path, null, rest = row.partition(b"\0")
        number, _, text = rest.partition(b":")
        if null:
            name = path.decode("utf-8", "replace").removeprefix("./")
            lines[name, int(number)] = text.removesuffix(b"\r").decode("utf-8", "replace")
    return lines, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def by_dowse(core: LocalCore, case: Case) -> tuple[Lines, float]:
    """Return the lines that Dowse finds, and the seconds of processor time that it took."""
    before = time.process_time()
    pages = list(line_pages(core, LineQuery(case.pattern, case.options, most_lines=10_000)))
    seconds = time.process_time() - before
    files = [file for page in pages for file in page.files]
    return {(file.file.path, line.line): line.text for file in files for line in file.lines}, seconds


def differences(ours: Lines, theirs: Lines, files: frozenset[str]) -> Iterator[tuple[str, int]]:
    """Yield where the two differ in the files that both read; of a cut line only the part that is there counts."""
    for position in sorted(ours.keys() | theirs.keys()):
        if position[0] in files:
            mine, other = ours.get(position), theirs.get(position)
            if mine is None or other is None or mine not in other or (mine != other and len(mine) < 1_000):
                yield position


def measure(root: Path, scratch: Path, results: Results, totals: Counter[str]) -> None:
    """Compare on one checkout."""
    core = make_core(scratch / root.name, Settings(), Role(follows=True))
    try:
        core.index([str(root)], semantic=False)
        records = core._parts.storage.files.matching(OWNER.row_filter())
        plain = [r for r in records if r.encoding in {"utf-8", "utf-8-sig"} and r.language != "notebook"]
        files = frozenset(record.path for record in plain)
        carriage_returns = frozenset(path for path in files if b"\r" in (root / path).read_bytes())
        texts = [(root / path).read_text("utf-8", "replace") for path in sorted(files)]
        by_dowse(core, Case("", "zqxj", cases_for(texts)[0].options))  # learns the trigrams
        counts: Counter[str] = Counter()
        for case in cases_for(texts):
            theirs, theirs_s = by_ripgrep(root, case)
            ours, ours_s = by_dowse(core, case)
            compared = files - carriage_returns if case.options.multiline else files
            apart = list(differences(ours, theirs, compared))
            counts.update(lines=sum(path in files for path, _ in theirs), patterns=1, differences=len(apart))
            totals.update({f"{case.kind} ours": ours_s, f"{case.kind} rg": theirs_s, f"{case.kind} n": 1})
            totals.update(ours=ours_s, rg=theirs_s, slower=int(ours_s > theirs_s), n=1)
            if apart:
                print(f"   {case.pattern!r} {case.options}: {len(apart)} differ, first {apart[0]}")
        for name, value in counts.items():
            results.row(root.name, name, value, met=value == 0 if name == "differences" else None)
    finally:
        core.close(save=False)


def main() -> int:
    """Compare on every checkout and print the table."""
    if shutil.which("rg") is None:
        print("ripgrep (rg) is not installed")
        return 0
    results, totals = Results("exact"), Counter[str]()
    with tempfile.TemporaryDirectory(prefix="dowse-bench-") as scratch:
        for root in checkouts():
            measure(root.resolve(), Path(scratch).resolve(), results, totals)
    for kind in sorted({name.removesuffix(" n") for name in totals if name.endswith(" n")}):
        ours, theirs, count = totals[f"{kind} ours"], totals[f"{kind} rg"], totals[f"{kind} n"]
        results.row(kind, "ms of processor time a pattern", 1000 * ours / count, ratio=theirs / ours)
    results.row(
        "all patterns",
        "ms of processor time a pattern",
        1000 * totals["ours"] / totals["n"],
        ratio=totals["rg"] / totals["ours"],
    )
    results.row("all patterns", "patterns for which ripgrep took less", totals["slower"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
