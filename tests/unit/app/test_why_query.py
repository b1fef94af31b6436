from pathlib import Path

import pytest

from app.composition import Role, make_core
from app.core.why_ranked import rank_in_answers
from search.config.settings import Embeddings, Settings
from search.types.filters import OWNER


@pytest.fixture
def core(tmp_path: Path):
    folder = tmp_path / "shop"
    folder.mkdir()
    (folder / "lease.py").write_text("class Lease:\n    def renew(self):\n        return 'lease'\n")
    (folder / "notes.md").write_text("# Notes\n\nThe lease is renewed once.\n")
    (folder / "other.py").write_text("class Basket:\n    pass\n")
    made = make_core(tmp_path / "index", Settings(embeddings=Embeddings(semantic=False)), Role(follows=False))
    made.index([str(folder)], semantic=False)
    yield made
    made.close()


@pytest.mark.parametrize(
    ("path", "query", "sentence"),
    [
        ("lease.py", "lease", "Matched by 'lease': number 1 of 2 answers"),
        ("notes.md", "lease ext:py", "Hidden by a filter of 'lease ext:py': without filters it would be number 2"),
        ("other.py", "lease", "Not an answer to 'lease': it holds none of the words, and other files are nearer"),
    ],
)
def test_a_file_has_a_place_among_the_answers_or_a_reason(core, tmp_path, path, query, sentence):
    assert rank_in_answers(core, str(tmp_path / "shop" / path), query, OWNER).startswith(sentence)
