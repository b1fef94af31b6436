"""Tries the Dowse that is installed beside this interpreter, on any system, without a screen: ``make smoke``.

Indexes the sample into a folder of its own, searches it, and draws a tree; PyTorch may not be there.
"""

import os
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

FOUND = "worker/roastery_worker/retry.py"


def dowse(home: Path, *arguments: str) -> str:
    """Run a command with its index in ``home``; return its output.

    Raises:
        subprocess.CalledProcessError: it failed.
    """
    name = "dowse.exe" if sys.platform == "win32" else "dowse"
    command = [str(Path(sys.executable).with_name(name)), *arguments]
    environment = {**os.environ, "DOWSE_INDEX": str(home / "index"), "PYTHONUTF8": "1"}
    done = subprocess.run(
        command, stdout=subprocess.PIPE, text=True, encoding="utf-8", check=True, env=environment
    )
    return done.stdout


def main() -> int:
    """Try; return 0 when all of it worked."""
    resources = find_spec("resources")
    if resources is None or resources.origin is None or find_spec("torch") is not None:
        print("error: Dowse is not installed here, or PyTorch is", file=sys.stderr)
        return 1
    sample = Path(resources.origin).parent / "sample"
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        home = Path(folder)
        print(dowse(home, "--version").strip())
        print(dowse(home, "index", str(sample)).strip())
        try:
            if FOUND not in dowse(home, "search", "how is a delivery tried again", "--json"):
                print(f"error: the search did not find {FOUND}", file=sys.stderr)
                return 1
            dowse(home, "tree", "OrderService", "--json")
        finally:
            dowse(home, "engine", "stop")
    print("the installed program indexes, searches and draws a tree")
    return 0


if __name__ == "__main__":
    sys.exit(main())
