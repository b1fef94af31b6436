"""An empty source is no text to search, but the graph must know that it is there."""


def imports(bench) -> set[tuple[str, str]]:
    bench.index()
    return {
        (edge.source.partition(":file:")[2], edge.target.partition(":file:")[2])
        for edge in bench.storage.graph.edges()
        if edge.type == "imports"
    }


def test_an_empty_init_makes_a_package_whose_modules_do_not_see_their_folder(bench):
    bench.write("shop/__init__.py", "VERSION = 1\n")
    bench.write("shop/tools/__init__.py", "")
    bench.write("shop/tools/asyncio.py", "WAIT = 1\n")
    bench.write("shop/tools/run.py", "import asyncio\nimport shop.tools\n")
    assert imports(bench) == {("shop/tools/run.py", "shop/tools/__init__.py")}


def test_an_init_that_appears_later_brings_the_graph_up_to_date(bench):
    bench.write("shop/tools/asyncio.py", "WAIT = 1\n")
    bench.write("shop/tools/run.py", "import asyncio\n")
    assert imports(bench) == {("shop/tools/run.py", "shop/tools/asyncio.py")}
    bench.write("shop/tools/__init__.py", "")
    bench.write("shop/__init__.py", "")
    assert imports(bench) == set()
