"""Which file a module of Rust is: of the roots of further crates in a package."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

CARGO = '[package]\nname = "shop"\nedition = "2021"\n'
HELPER = "pub fn helper() { crate::common::other(); }\npub fn other() {}\n"
TEST = "mod common;\nuse crate::common::other;\nfn local() {}\nfn a() { common::helper(); other(); crate::local(); }\n"


@pytest.mark.parametrize("folder", ["tests", "benches", "examples", "src/bin", "kit/tests"])
@pytest.mark.parametrize("file", ["common.rs", "common/mod.rs"])
def test_a_module_of_a_test_is_beside_it(folder: str, file: str) -> None:
    files = {"Cargo.toml": CARGO, "kit/Cargo.toml": CARGO.replace("shop", "kit"), "src/lib.rs": ""}
    files |= {f"{folder}/it.rs": TEST, f"{folder}/{file}": HELPER}
    module = folder.replace("src/", "").replace("/", "::")
    assert edges(graph_of(files)) == {
        f"file:{folder}/it.rs imports file:{folder}/{file}",
        f"rs:{module}::it::a calls rs:{module}::common::helper",
        f"rs:{module}::it::a calls rs:{module}::common::other",
        f"rs:{module}::it::a calls rs:{module}::it::local",
        f"rs:{module}::common::helper calls rs:{module}::common::other",
    }


def test_a_module_beside_a_test_has_its_own_modules_below_it() -> None:
    files = {"Cargo.toml": CARGO, "tests/it.rs": "mod common;\n", "tests/common.rs": "mod inner;\n"}
    files |= {"tests/common/inner.rs": ""}
    assert "file:tests/common.rs imports file:tests/common/inner.rs" in edges(graph_of(files))


def test_a_module_of_any_other_file_is_below_it() -> None:
    files = {"Cargo.toml": CARGO, "src/lib.rs": "mod tests;\n", "src/tests/it.rs": TEST, "src/tests/common.rs": ""}
    assert "file:src/tests/it.rs imports file:src/tests/common.rs" not in edges(graph_of(files))
