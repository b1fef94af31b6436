"""What a module name means, rule by rule, in the languages with modules."""

from tests.unit.indexer.resolve.graph_samples import edges, graph_of


def imports(files: dict[str, str]) -> set[str]:
    return {each.replace("file:", "") for each in edges(graph_of(files)) if " imports file:" in each}


def test_the_import_of_a_compiled_module_imports_its_package() -> None:
    files = {
        "net/__init__.py": "def run(): pass\n",
        "net/a.py": "import net._fast as fast\nfast.run()\n",
        "net/b.py": "from ._fast import run\nrun()\n",
    }
    assert edges(graph_of(files)) == {"file:net/a.py imports file:net/__init__.py"}
