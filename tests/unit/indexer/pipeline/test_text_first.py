import shutil

from indexer.pipeline import text_stage
from indexer.pipeline.ports import Depth
from indexer.pipeline.reading import Reader
from resources.locate import resource
from tests.faults.contents import difference, rows_of


class NotingReader(Reader):
    """Notes how far each file was read."""

    def __init__(self):
        self.depths = []

    def read(self, root, labelled, known_hash, depth, /):
        self.depths.append(depth)
        return super().read(root, labelled, known_hash, depth)


def test_text_that_is_read_before_its_facts_gives_the_same_index(make_bench, monkeypatch):
    whole = make_bench()
    shutil.copytree(resource("sample") / "service", whole.root_folder / "service")
    whole.write("pkg/__init__.py", "from pkg.cart import Cart\n")
    whole.write("pkg/cart.py", "class Cart:\n    def add(self): return total()\n\ndef total(): return 1\n")
    whole.index(semantic=False)
    expected = rows_of(whole.storage)
    whole.indexer.forget(whole.root())
    whole.storage.facts.keep_only([])

    monkeypatch.setattr(text_stage, "TEXT_FIRST_BYTES", 0)
    in_steps = make_bench(reader=NotingReader())
    in_steps.index(semantic=False)
    reader = in_steps.indexer._context.reader
    assert set(reader.depths) == {Depth.TEXT, Depth.FACTS}
    result = difference(rows_of(in_steps.storage), expected)
    assert (result.missing, result.surplus) == ((), ())
