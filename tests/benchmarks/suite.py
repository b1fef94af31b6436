"""Runs every benchmark (``make bench``), and writes what they found, by commit, to docs/benchmarks/runs.

``QUICK=1`` takes less of everything, under two minutes on a quiet machine of two cores, and the whole under 20.
``ONLY=keyword,vector`` runs some. Each benchmark is a process of its own and may take `LIMIT_S`. Figures with a
ratio are drawn in docs/benchmarks/ratios.svg, with how busy the machine was.
"""

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

LIMIT_S = 420.0


def chosen() -> list[Path]:
    """Return the files to run."""
    names = [name for name in os.environ.get("ONLY", "").split(",") if name] or (
        list(QUICK_ONES) if quick() else []
    )
    files = sorted(Path(__file__).parent.glob("*_bench.py"))
    return [path for path in files if not names or path.name.removesuffix("_bench.py") in names]


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
    told = subprocess.run(
        ["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return told.stdout.strip() or "unknown"


def processor_seconds() -> float:
    """Return what benchmarks took of the processors: on a busy machine the clock says little."""
    spent = os.times()
    return spent.children_user + spent.children_system


def run_one(path: Path, folder: Path) -> str:
    """Run a benchmark and return what became of it."""
    print(f"== {path.name}", flush=True)
    began = time.monotonic()
    try:
        environment = {**os.environ, "RESULTS": str(folder)}
        done = subprocess.run([sys.executable, str(path)], cwd=ROOT, env=environment, timeout=LIMIT_S, check=False)
        became = "done" if done.returncode == 0 else f"failed ({done.returncode})"
    except subprocess.TimeoutExpired:
        became = f"stopped after {LIMIT_S:.0f} s"
    print(f"== {path.name}: {became} in {time.monotonic() - began:.0f} s", flush=True)
    return became


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
        became = {path.name.removesuffix("_bench.py"): run_one(path, folder) for path in chosen()}
        found = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.json"))}
    run = {
        "commit": measured,
        "date": time.strftime("%Y-%m-%d"),
        "machine": machine(),
        "load_at_start": round(busy[0], 1),
        "quick": quick(),
        "became": became,
        "seconds": round(time.monotonic() - began),
        "processor_seconds": round(processor_seconds() - spent),
        "figures": found,
    }
    RUNS.mkdir(parents=True, exist_ok=True)
    kept = RUNS / f"{run['commit']}{'-quick' if quick() else ''}.json"
    kept.write_text(json.dumps(run, indent=1) + "\n", "utf-8")
    PICTURE.write_text(plotted(run), "utf-8")
    print(f"{len(became)} benchmarks in {run['seconds']} s; {kept.relative_to(ROOT)}, {PICTURE.relative_to(ROOT)}")
    return int(any(one != "done" for one in became.values()))


if __name__ == "__main__":
    sys.exit(main())
