"""Runs every benchmark (``make bench``), and writes what they found, by commit, to docs/benchmarks/runs.

``QUICK=1`` takes less of everything, under two minutes on a quiet machine of two cores, and the whole under 20.
``ONLY=keyword,vector`` runs some, and waits for each. Each benchmark is a process of its own, with a limit by what
is left of the suite's time; one that fails or is stopped leaves the figures that it has. Figures with a ratio are
drawn in docs/benchmarks/ratios.svg, with how busy the machine was.
"""

import contextlib
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil
from ratio_plot import plotted
from source_chunks import quick

ROOT = Path(__file__).resolve().parents[2]
RUNS = ROOT / "docs" / "benchmarks" / "runs"
PICTURE = RUNS.parent / "ratios.svg"

QUICK_ONES = ("encoder", "handshake", "keyword", "limits", "pipeline", "vector")
"""Benchmarks of a quick run, short ones; the whole run has all."""

FIRST_ONES = ("vector", "engine", "pipeline", "query", "keyword", "handshake", "limits", "encoder")
"""Benchmarks of what is promised at size, and short ones: they run while most of the time is left."""

BUDGET_S, QUICK_BUDGET_S = 1_170.0, 117.0
"""Of the whole suite and of a quick run."""

SHARES = 3
"""A benchmark may take so many times its equal share of the time that is left; most need less than theirs."""

LIMIT_S = 900.0
"""Of a benchmark that is run by its name."""


def chosen() -> list[Path]:
    """Return the files to run."""
    names = [name for name in os.environ.get("ONLY", "").split(",") if name] or (
        list(QUICK_ONES) if quick() else []
    )
    results = {path.name.removesuffix("_bench.py"): path for path in Path(__file__).parent.glob("*_bench.py")}
    order = [*(name for name in FIRST_ONES if name in results), *sorted(results.keys() - set(FIRST_ONES))]
    return [results[name] for name in order if not names or name in names]


def machine() -> dict[str, object]:
    """Return what figures depend on, for a person who compares them."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "memory_gb": round(psutil.virtual_memory().total / 1e9, 1),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.release().split('-')[0]}",
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
        return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def commit() -> str:
    """Return the short name of the commit that is measured, marked where files differ from it."""
    process = subprocess.run(
        ["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return process.stdout.strip() or "unknown"


def processor_seconds() -> float:
    """Return what benchmarks took of the processors: on a busy machine the clock says little."""
    spent = os.times()
    return spent.children_user + spent.children_system


def limit_s(left_s: float, others: int) -> float:
    """Return how long a benchmark may take with so many others after it."""
    if os.environ.get("ONLY"):
        return LIMIT_S
    return max(5.0, min(left_s, SHARES * left_s / (others + 1)))


def run_one(path: Path, folder: Path, limit: float) -> str:
    """Run a benchmark, with all that it starts, and return what became of it."""
    print(f"== {path.name}, at most {limit:.0f} s", flush=True)
    began = time.monotonic()
    environment = {**os.environ, "RESULTS": str(folder)}
    with subprocess.Popen([sys.executable, str(path)], cwd=ROOT, env=environment) as process:
        try:
            status = process.wait(limit)
            became = "done" if status == 0 else f"failed ({status})"
        except subprocess.TimeoutExpired:
            _end(process.pid)
            became = f"stopped after {limit:.0f} s"
    print(f"== {path.name}: {became} in {time.monotonic() - began:.0f} s", flush=True)
    return became


def _end(pid: int) -> None:
    with contextlib.suppress(psutil.Error):
        process = psutil.Process(pid)
        for item in (*process.children(recursive=True), process):
            with contextlib.suppress(psutil.Error):
                item.kill()


def main() -> int:
    """Run, keep, draw; 1 where a benchmark failed."""
    began, spent, busy = (
        time.monotonic(),
        processor_seconds(),
        os.getloadavg() if hasattr(os, "getloadavg") else (0.0,),
    )
    measured = commit()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        became, files = {}, chosen()
        budget = QUICK_BUDGET_S if quick() else BUDGET_S
        for at, path in enumerate(files):
            left = budget - (time.monotonic() - began)
            name = path.name.removesuffix("_bench.py")
            became[name] = run_one(path, folder, limit_s(left, len(files) - at - 1))
        results = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.json"))}
    run = {
        "commit": measured,
        "date": time.strftime("%Y-%m-%d"),
        "machine": machine(),
        "load_at_start": round(busy[0], 1),
        "quick": quick(),
        "became": became,
        "seconds": round(time.monotonic() - began),
        "processor_seconds": round(processor_seconds() - spent),
        "figures": results,
    }
    RUNS.mkdir(parents=True, exist_ok=True)
    stored = RUNS / f"{run['commit']}{'-quick' if quick() else ''}.json"
    stored.write_text(json.dumps(run, indent=1) + "\n", "utf-8")
    PICTURE.write_text(plotted(run), "utf-8")
    print(
        f"{len(became)} benchmarks in {run['seconds']} s; {stored.relative_to(ROOT)}, {PICTURE.relative_to(ROOT)}"
    )
    return int(any(item != "done" for item in became.values()))


if __name__ == "__main__":
    sys.exit(main())
