"""Dart: which file a name leads to: imports, exports, parts and packages of pub."""

from indexer.facts.projects import project_facts
from tests.unit.indexer.resolve.graph_samples import edges, graph_of, parsed

STORE = "class Store { void load() {} }\nclass _Hidden {}\nvoid log() {}\nfinal limit = 3;\n"


def uses(files: dict[str, str], source: str = "dart:lib/page.dart#open") -> set[str]:
    """Return what a definition depends on, without its name."""
    return {each.removeprefix(f"{source} ") for each in edges(graph_of(files)) if each.startswith(f"{source} ")}


def shop(page: str, **others: str) -> dict[str, str]:
    files = {"pubspec.yaml": "name: shop\n", "lib/store.dart": STORE, "lib/page.dart": page}
    return {**files, **{f"lib/{name}.dart": text for name, text in others.items()}}


def test_an_import_by_path_or_by_package_shows_the_names_of_a_file() -> None:
    expected = {"instantiates dart:lib/store.dart#Store", "calls dart:lib/store.dart#Store.load"}
    for address in ("store.dart", "package:shop/store.dart", "../lib/store.dart"):
        assert uses(shop(f"import '{address}';\nvoid open() {{ Store().load(); }}")) == expected
    assert uses(shop("void open() { Store().load(); }")) == set()


def test_private_names_are_not_imported() -> None:
    assert uses(shop("import 'store.dart';\nvoid open() { _Hidden(); }")) == set()


def test_names_are_shown_and_hidden() -> None:
    body = "void open() { Store(); log(); }"
    assert uses(shop(f"import 'store.dart' show Store;\n{body}")) == {"instantiates dart:lib/store.dart#Store"}
    assert uses(shop(f"import 'store.dart' hide Store;\n{body}")) == {"calls dart:lib/store.dart#log"}


def test_a_prefix_stands_before_the_names_of_a_library() -> None:
    page = "import 'store.dart' as s;\nvoid open(s.Store a) { a.load(); s.log(); s.Store(); s.limit; log(); }"
    assert uses(shop(page)) == {
        "references dart:lib/store.dart#Store",
        "instantiates dart:lib/store.dart#Store",
        "calls dart:lib/store.dart#Store.load",
        "calls dart:lib/store.dart#log",
        "references dart:lib/store.dart#limit",
    }


def test_a_library_exports_names_of_others() -> None:
    page = "import 'all.dart';\nvoid open() { Store(); log(); }"
    assert uses(shop(page, all="export 'more.dart' show Store;", more="export 'store.dart';")) == {
        "instantiates dart:lib/store.dart#Store"
    }


def test_what_a_library_imports_is_not_seen_by_those_that_import_it() -> None:
    assert uses(shop("import 'all.dart';\nvoid open() { Store(); }", all="import 'store.dart';")) == set()


def test_a_name_of_two_libraries_leads_nowhere() -> None:
    page = "import 'store.dart';\nimport 'other.dart';\nvoid open() { Store(); }"
    assert uses(shop(page, other="class Store {}")) == set()


def test_parts_share_the_names_and_imports_of_their_library() -> None:
    page = "import 'store.dart';\npart 'page.g.dart';\nvoid open() { _make(); }\nclass _Own {}"
    part = "part of 'page.dart';\nvoid _make() { Store(); _Own(); }"
    files = {**shop(page), "lib/page.g.dart": part}
    assert uses(files) == {"calls dart:lib/page.g.dart#_make"}
    assert uses(files, "dart:lib/page.g.dart#_make") == {
        "instantiates dart:lib/store.dart#Store",
        "instantiates dart:lib/page.dart#_Own",
    }


def test_packages_of_one_repository_import_each_other() -> None:
    files = {
        "core/pubspec.yaml": "name: core\n",
        "core/lib/core.dart": STORE,
        "app/pubspec.yaml": "name: app\ndependencies:\n  core:\n    path: ../core\n",
        "app/lib/page.dart": "import 'package:core/core.dart';\nvoid open() { log(); }",
    }
    assert uses(files, "dart:app/lib/page.dart#open") == {"calls dart:core/lib/core.dart#log"}


def test_packages_outside_are_those_of_pub() -> None:
    page = (
        "import 'package:dio/dio.dart';\nimport 'dart:io';\nimport 'missing.dart';\nimport 'package:shop/x.dart';"
    )
    assert {each for each in edges(graph_of(shop(page))) if " imports " in each} == {
        "file:lib/page.dart imports ext:pub:dio"
    }


def test_a_manifest_tells_the_name_and_the_packages() -> None:
    text = "name: 'shop'\ndependencies:\n  flutter:\n    sdk: flutter\n  dio: ^5.0.0\nflutter:\n  x: 1"
    facts = project_facts(parsed("pubspec.yaml", text))
    assert facts is not None
    assert facts.project is not None
    assert (facts.project.name, facts.project.packages) == ("shop", ("dio", "flutter"))
