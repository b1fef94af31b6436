"""Tries an installed Dowse on any system, without a screen: ``make smoke`` and ``make smoke-package``.

Indexes the sample into a folder of its own, searches it, and draws a tree. Without options it is the Dowse that is
installed beside this interpreter, and PyTorch may not be there; ``--program`` names that of an installer.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

EXPECTED = "worker/roastery_worker/retry.py"


def dowse(program: Path, home: Path, *arguments: str) -> str:
    """Run a command with its index in ``home``, print how long it took, and return its output.

    Raises:
        subprocess.CalledProcessError: it failed.
    """
    environment = {**os.environ, "DOWSE_INDEX": str(home / "index"), "PYTHONUTF8": "1"}
    began = time.monotonic()
    done = subprocess.run(
        [str(program), *arguments],
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        check=True,
        env=environment,
    )
    print(f"{time.monotonic() - began:6.1f} s  dowse {' '.join(arguments)}", flush=True)
    return done.stdout


def installed() -> tuple[Path, Path] | None:
    """Return the program beside this interpreter and its sample; None where it is not there, or PyTorch is."""
    resources = find_spec("resources")
    if resources is None or resources.origin is None or find_spec("torch") is not None:
        return None
    name = "dowse.exe" if sys.platform == "win32" else "dowse"
    return Path(sys.executable).with_name(name), Path(resources.origin).parent / "sample"


def tries_well(program: Path, sample: Path, home: Path) -> bool:
    """Return whether the program answers about the sample as it should."""
    print(dowse(program, home, "--version").strip())
    print(dowse(program, home, "index", str(sample)).strip())
    try:
        answer = dowse(program, home, "search", "how is a delivery tried again", "--json")
        dowse(program, home, "tree", "OrderService", "--json")
    finally:
        dowse(program, home, "engine", "stop")
    return EXPECTED in answer


def main() -> int:
    """Try; return 0 when all of it worked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", type=Path, help="the program of an installer")
    parser.add_argument("--sample", type=Path, help="the sample, for that program")
    options = parser.parse_args()
    tried = (options.program, options.sample) if options.program else installed()
    if tried is None:
        print("error: Dowse is not installed here, or PyTorch is", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        if not tries_well(*tried, Path(folder)):
            print(f"error: the search did not name {EXPECTED}", file=sys.stderr)
            return 1
    print("the installed program indexes, searches and draws a tree")
    return 0


if __name__ == "__main__":
    sys.exit(main())
