"""Which file a module of Rust is: of the roots of further crates in a package, and in the edition of 2015."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

CARGO = '[package]\nname = "shop"\nedition = "2021"\n'
HELPER = "pub fn helper() { crate::common::other(); }\npub fn other() {}\n"
TEST = "mod common;\nuse crate::common::other;\nfn local() {}\n"
TEST += "fn a() { common::helper(); other(); crate::local(); }\n"


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


CONFIG = "pub struct Config;\nimpl Config { pub fn new() -> Config { Config } }\n"
UTIL = "use config::Config;\nuse outside::Other;\npub fn go() { Config::new(); Other::new(); }\n"


@pytest.mark.parametrize(
    ("edition", "is_own"), [("", True), ('edition = "2015"\n', True), ('edition = "2021"\n', False)]
)
def test_a_path_of_the_edition_of_2015_begins_at_the_root_of_the_crate(edition: str, is_own: bool) -> None:
    files = {
        "Cargo.toml": f'[package]\nname = "old"\n{edition}',
        "src/main.rs": "mod config;\nmod util;\nfn main() {}\n",
        "src/util.rs": UTIL,
        "src/config.rs": CONFIG,
    }
    result = edges(graph_of(files))
    assert ("rs:util::go calls rs:config::Config::new" in result) == is_own
    assert ("file:src/util.rs imports file:src/config.rs" in result) == is_own
    assert ("file:src/util.rs imports ext:crates:config" in result) != is_own
    assert "file:src/util.rs imports ext:crates:outside" in result


def test_the_edition_of_a_workspace_is_that_of_its_members() -> None:
    files = {
        "Cargo.toml": '[workspace]\nmembers = ["kit"]\n[workspace.package]\nedition = "2021"\n',
        "kit/Cargo.toml": '[package]\nname = "kit"\nedition.workspace = true\n',
        "kit/src/lib.rs": "mod config;\nmod util;\n",
        "kit/src/util.rs": UTIL,
        "kit/src/config.rs": CONFIG,
    }
    assert "file:kit/src/util.rs imports file:kit/src/config.rs" not in edges(graph_of(files))
