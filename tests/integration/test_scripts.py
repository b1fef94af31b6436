"""Scripts that use Dowse as a library."""

import subprocess
import sys
from pathlib import Path

SCRIPT = """
from pathlib import Path

from app.cli.open_core import Opening, opened_core
from search.types.query import SearchQuery

print("once")
with opened_core(Path({index!r}), Opening(make=True)) as core:
    core.index([{root!r}], semantic=False)
    print([file.path for file in core.search(SearchQuery("lease")).files])
"""


def test_a_script_without_a_main_guard_runs_once_and_answers(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.md").write_text("# Renew a lease\n")
    (tmp_path / "notes" / "b.html").write_text("<h1>Lease</h1><p>Renew it.</p>")
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.format(index=str(tmp_path / "index"), root=str(tmp_path / "notes")))
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0] == "once"
    assert done.stdout.count("once") == 1
    assert "a.md" in done.stdout
    assert "Traceback" not in done.stderr
