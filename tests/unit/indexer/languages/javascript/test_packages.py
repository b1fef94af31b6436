"""JavaScript: modules that the package.json of a package names, and those of usual names."""

import json

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

USE = "function use() { called(); }\n"
CALLED = "export function called() {}\n"


def package(**fields: object) -> str:
    return json.dumps({"name": "@own/shop", **fields})


@pytest.mark.parametrize(
    ("imports", "name", "file"),
    [
        ({"#app/*": "./app/*"}, "#app/misc.tsx", "app/misc.tsx"),
        ({"#app/*": "./app/*.ts"}, "#app/deep/misc", "app/deep/misc.ts"),
        ({"#app/*": "./app/*"}, "#app/misc.js", "app/misc.ts"),
        ({"#db": {"node": {"import": "./lib/db.js"}, "default": "./lib/none.js"}}, "#db", "lib/db.ts"),
        ({"#db": ["./lib/none.js", "./lib/db.js"]}, "#db", "lib/db.ts"),
        ({"#*": "./wrong/*", "#app/*": "./app/*"}, "#app/misc", "app/misc.ts"),
    ],
)
def test_names_with_a_hash_mean_what_the_package_imports(imports: object, name: str, file: str) -> None:
    files = {
        "package.json": package(imports=imports),
        file: CALLED,
        "routes/deep/use.ts": f'import {{ called }} from "{name}";\n{USE}',
    }
    assert f"ts:routes/deep/use.ts#use calls ts:{file}#called" in edges(graph_of(files))


def test_names_with_a_hash_are_those_of_the_nearest_package() -> None:
    files = {
        "package.json": json.dumps({"imports": {"#lib": "./lib.ts"}}),
        "lib.ts": CALLED,
        "inner/package.json": json.dumps({"name": "inner"}),
        "inner/use.ts": f'import {{ called }} from "#lib";\n{USE}',
    }
    assert not any(" calls " in each for each in edges(graph_of(files)))


@pytest.mark.parametrize(
    ("exports", "name", "file"),
    [
        ({".": "./source/main.ts"}, "@own/shop", "source/main.ts"),
        ("./source/main.ts", "@own/shop", "source/main.ts"),
        ({"import": "./source/main.ts"}, "@own/shop", "source/main.ts"),
        ({"./util": {"import": "./dist/deep/util.mjs"}}, "@own/shop/util", "src/deep/util.mts"),
        ({"./util": "./dist/esm/deep/util.js"}, "@own/shop/util", "src/deep/util.ts"),
        ({"./x/*": "./source/xx/*.ts"}, "@own/shop/x/deep/z", "source/xx/deep/z.ts"),
        ({"./x/*": "./source/xx/*.ts"}, "@own/shop/other", "other.ts"),
    ],
)
def test_modules_of_a_workspace_are_those_that_it_exports(exports: object, name: str, file: str) -> None:
    files = {
        "packages/shop/package.json": package(exports=exports),
        f"packages/shop/{file}": CALLED,
        "web/use.ts": f'import {{ called }} from "{name}";\n{USE}',
    }
    assert f"ts:web/use.ts#use calls ts:packages/shop/{file}#called" in edges(graph_of(files))


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("$lib/server/db", "src/lib/server/db.ts"),
        ("@/util", "src/util.ts"),
        ("~/util", "app/util.ts"),
        ("~/util", "util.ts"),
        ("~~/util", "util.ts"),
    ],
)
def test_usual_names_mean_the_folders_of_the_package(name: str, file: str) -> None:
    files = {
        "web/package.json": "{}",
        f"web/{file}": CALLED,
        "web/src/routes/use.ts": f'import {{ called }} from "{name}";\n{USE}',
    }
    assert f"ts:web/src/routes/use.ts#use calls ts:web/{file}#called" in edges(graph_of(files))


def test_a_package_may_say_anything() -> None:
    deep: object = "./a.ts"
    for _ in range(200):
        deep = {"import": deep}
    odd = {"#a": deep, "#b": 1, "#c/*": None, "#d": "../../outside.ts", "#e/*": "./*/*/*", "": ["./a.ts"]}
    files = {
        "package.json": package(imports=odd, exports=[{".": 1}, "./b.ts"]),
        "a.ts": CALLED,
        "use.ts": "".join(f'import "{each}";\n' for each in ("#a", "#b", "#c/x", "#d", "#e/x", "#e/")),
    }
    assert not any(" imports " in each for each in edges(graph_of(files)))
