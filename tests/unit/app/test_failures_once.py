"""A file that cannot be read is one line of ``dowse index``, however often an engine tries it meanwhile."""

from pathlib import Path

import pytest

from app.cli.index import progress_unless
from app.composition import Role, make_core
from search.config.settings import Embeddings, Settings
from search.events import FileFailed


@pytest.mark.parametrize("quiet", [False, True])
def test_a_failure_is_printed_once_for_each_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], quiet: bool
) -> None:
    core = make_core(tmp_path / "index", Settings(embeddings=Embeddings(semantic=False)), Role(follows=False))
    failures = [
        FileFailed("plan.pdf", "is damaged", "shop"),
        FileFailed("plan.pdf", "is damaged", "bank"),
        FileFailed("plan.pdf", "needs a password", "shop"),
    ]
    with progress_unless(core, quiet=quiet):
        for failure in (*failures, *failures):
            core._parts.events.emit(failure)
    core.close()
    printed = capsys.readouterr().err.splitlines()
    assert [line for line in printed if "failed" in line] == [
        "failed: shop/plan.pdf: is damaged",
        "failed: bank/plan.pdf: is damaged",
        "failed: shop/plan.pdf: needs a password",
    ]
