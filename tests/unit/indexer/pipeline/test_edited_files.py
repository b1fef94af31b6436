"""What stands for the meaning of a file that was edited, until its new vectors are there."""

import subprocess
from collections.abc import Mapping

import numpy as np
import pytest

from search.types.ids import ChunkId
from tests.unit.indexer.pipeline.conftest import Bench

TOTAL = "def total_of(cart):\n" + "".join(f"    add_price(cart, {n}, 'discount')\n" for n in range(40))
EMPTY = "def empty(cart):\n" + "".join(f"    remove_article(cart, {n}, 'refund')\n" for n in range(40))
CART = f'"""The cart of a customer."""\n\n\n{TOTAL}\n\n{EMPTY}'
EDITED = CART.replace("remove_article(cart, 7, ", "remove_everything(cart, 7, ")


def embedded(bench: Bench, path: str = "cart.py") -> Mapping[ChunkId, np.ndarray]:
    """Return the vectors of the chunks of a file that have one."""
    chunks = bench.storage.chunks
    [row] = [row for row in bench.rows().values() if row.path == path]
    ids = [chunk for rows in chunks.batches([row.id]) for chunk in rows.ids]
    return chunks.vectors(ids)


def indexed(bench: Bench) -> None:
    bench.write("cart.py", CART)
    bench.indexer.use_encoder(bench.encoder)
    bench.index()
    bench.indexer.use_encoder(None)
    assert len(bench.encoder.texts) > 2  # several chunks and the card
    bench.encoder.texts.clear()


def edited(bench: Bench, text: str) -> None:
    bench.write("cart.py", text)
    bench.indexer.update_paths(bench.root().id, ["cart.py"])


def test_a_changed_chunk_keeps_its_vector_until_the_new_one_is_there(bench: Bench):
    indexed(bench)
    before = embedded(bench)
    edited(bench, EDITED)
    queued = embedded(bench)
    assert not bench.rows()["cart.py"].meaning
    assert queued.keys() == before.keys()
    assert all(np.array_equal(queued[chunk], before[chunk]) for chunk in before)


def test_only_changed_chunks_are_embedded_again_and_get_their_own_vector(bench: Bench):
    indexed(bench)
    before = embedded(bench)
    edited(bench, EDITED)
    bench.indexer.use_encoder(bench.encoder)
    bench.index()
    assert len(bench.encoder.texts) == 1
    assert "remove_everything" in bench.encoder.texts[0]
    after = embedded(bench)
    assert bench.rows()["cart.py"].meaning
    assert [chunk for chunk in before if not np.array_equal(before[chunk], after[chunk])] != []
    expected = bench.encoder.encode(bench.encoder.texts)[0].astype(np.float16).astype(np.float32)
    assert any(np.array_equal(vector, expected) for vector in after.values())


def test_a_renamed_definition_has_the_vector_of_the_one_at_its_place(bench: Bench):
    indexed(bench)
    before = embedded(bench)
    edited(bench, CART.replace("def empty", "def make_empty"))
    assert len(embedded(bench)) == len(before)


def test_a_second_edit_keeps_what_the_first_one_kept(bench: Bench):
    indexed(bench)
    before = embedded(bench)
    edited(bench, EDITED)
    edited(bench, EDITED.replace("everything", "all_items"))
    queued = embedded(bench)
    assert all(np.array_equal(queued[chunk], before[chunk]) for chunk in before)


def test_an_edit_that_is_taken_back_needs_no_encoder(bench: Bench):
    indexed(bench)
    before = embedded(bench)
    edited(bench, EDITED)
    edited(bench, CART)
    assert bench.rows()["cart.py"].meaning
    after = embedded(bench)
    assert all(np.array_equal(after[chunk], before[chunk]) for chunk in before)


def test_vectors_that_were_filled_in_part_are_not_taken_for_those_of_the_new_text(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
):
    """A process that is killed after the first of two windows leaves the second one for the next."""
    indexed(bench)
    edited(bench, EDITED)
    second = Bench(bench.folder)
    second.indexer.use_encoder(second.encoder)
    second.index()
    assert len(second.encoder.texts) == 1
    assert second.rows()["cart.py"].meaning
    second.indexer.close()


def test_what_changed_on_another_branch_keeps_the_vectors_of_the_one_before(bench: Bench):
    def git(*arguments: str) -> None:
        identity = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        subprocess.run(["git", *identity, *arguments], cwd=bench.root_folder, check=True, capture_output=True)

    git("init", "-q", "-b", "main")
    indexed(bench)
    before = embedded(bench)
    git("checkout", "-q", "-b", "other")
    bench.write("cart.py", EDITED)
    bench.index(semantic=False)
    assert {row.branch for row in bench.rows().values()} == {"other"}
    queued = embedded(bench)
    assert len(queued) == len(before)
    assert all(any(np.array_equal(vector, old) for old in before.values()) for vector in queued.values())


def test_a_folder_that_is_searched_by_word_keeps_no_vectors_of_earlier_texts(bench: Bench):
    indexed(bench)
    before = embedded(bench)
    bench.storage.roots.search_by_meaning(bench.root(), wanted=False)
    edited(bench, EDITED)
    assert len(embedded(bench)) < len(before)
