"""``make run``: makes the sample index once, then opens the window or runs one command on that index."""

import os
import sys
from pathlib import Path

from app.cli.main import main as command_line
from app.installation.display import has_display
from app.installation.locations import INDEX_VARIABLE
from resources.locate import resource

SAMPLE_INDEX = Path(__file__).resolve().parents[2] / "build" / "sample-index"
SAMPLE_QUESTION = "where is the lease renewed"


def main(arguments: list[str]) -> int:
    """Run a command on the sample index, or open the window, or without a display answer one question."""
    os.environ.setdefault(INDEX_VARIABLE, str(SAMPLE_INDEX))
    made = _make_sample_index()
    if made != 0 or arguments:
        return made or command_line(arguments)
    if has_display():
        return command_line([])
    sys.stderr.write(
        "There is no display here, so the window stays closed; the command line answers instead:\n"
        f"make run ARGS=\"search '{SAMPLE_QUESTION}'\"\n"
    )
    return command_line(["search", SAMPLE_QUESTION, "--top", "3"])


def _make_sample_index() -> int:
    """Index the sample corpus unless it is in the index; return the exit status."""
    if (Path(os.environ[INDEX_VARIABLE]) / "roots.json").is_file():
        return 0
    sys.stderr.write("Indexing the sample corpus (once)\n")
    stdout, sys.stdout = sys.stdout, sys.stderr
    try:
        return command_line(["index", str(resource("sample"))])
    finally:
        sys.stdout = stdout


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
