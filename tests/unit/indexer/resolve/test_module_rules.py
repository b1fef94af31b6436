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


def test_a_function_of_a_member_is_reached_through_its_module_and_never_by_its_bare_name() -> None:
    files = {
        "utils.js": "exports.tidy = function () {};\nres.send = function () {};\n",
        "main.js": "var utils = require('./utils');\nfunction run() { utils.tidy(); send(); }\n",
        "other.js": "var { tidy } = require('./utils');\nfunction go() { tidy(); }\n",
    }
    calls = {each for each in edges(graph_of(files)) if " calls " in each}
    assert calls == {"js:main.js#run calls js:utils.js#tidy", "js:other.js#go calls js:utils.js#tidy"}


def test_a_type_is_not_what_a_module_gives_by_default() -> None:
    files = {
        "link.tsx": "export type LinkProps = { a: string };\nconst Link = wrap((p) => p);\nexport default Link;\n",
        "nav.tsx": "import Link from './link';\nexport function Nav() { return <Link to='a' />; }\n",
    }
    assert not any("LinkProps" in each and "instantiates" in each for each in edges(graph_of(files)))
