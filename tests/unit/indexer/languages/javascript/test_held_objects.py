"""JavaScript: functions in objects that stand in other objects, of one's own and of other modules."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

API = "export const api = { users: { list() {}, get: () => 1, deep: { er() {} } }, other() {} };\n"
STORE = "import { read, more } from './store';\nimport * as store from './store';\n"


def calls(files: dict[str, str]) -> set[str]:
    return {each for each in edges(graph_of(files)) if " calls " in each}


@pytest.mark.parametrize(
    ("code", "called"),
    [
        ("api.users.list();", "api.users.list"),
        ("api.users.get();", "api.users.get"),
        ("api.users.deep.er();", "api.users.deep.er"),
        ("api.other();", "api.other"),
    ],
)
@pytest.mark.parametrize("where", ["here", "there", "namespace"])
def test_a_function_in_an_object_in_an_object_is_found(code: str, called: str, where: str) -> None:
    code = f"function use() {{ {code} }}\n"
    if where == "here":
        assert calls({"a.ts": API + code}) == {f"ts:a.ts#use calls ts:a.ts#{called}"}
    elif where == "there":
        assert calls({"a.ts": API, "b.ts": f"import {{ api }} from './a';\n{code}"}) == {
            f"ts:b.ts#use calls ts:a.ts#{called}"
        }
    else:
        code = code.replace("api.", "all.api.")
        assert calls({"a.ts": API, "b.ts": f"import * as all from './a';\n{code}"}) == {
            f"ts:b.ts#use calls ts:a.ts#{called}"
        }


@pytest.mark.parametrize(
    ("holder", "call", "called"),
    [
        ("export const api = { users: { list, find: read } };", "api.users.find()", "ts:store.ts#read"),
        ("export const api = { users: { list, find: read } };", "api.users.list()", "ts:api.ts#list"),
        ("export const api = { users: { run() {}, find: read } };", "api.users.find()", "ts:store.ts#read"),
        ("export const api = { store };", "api.store.read()", "ts:store.ts#read"),
        ("export const api = { all: { store } };", "api.all.store.read()", "ts:store.ts#read"),
        ("export const api = { more };", "api.more.open()", "ts:store.ts#more.open"),
        ("export const api = { users: more };", "api.users.open()", "ts:store.ts#more.open"),
        ("export default { users: { open() {} } };", "whole.users.open()", "ts:api.ts#default.users.open"),
    ],
)
def test_an_object_holds_what_other_modules_give(holder: str, call: str, called: str) -> None:
    files = {
        "store.ts": "export function read() {}\nexport const more = { open() {} };\n",
        "api.ts": f"{STORE}function list() {{}}\n{holder}\n",
        "use.ts": f"import whole, {{ api }} from './api';\nfunction use() {{ {call}; }}\n",
    }
    assert calls(files) == {f"ts:use.ts#use calls {called}"}


@pytest.mark.parametrize(
    "use",
    ["const made = make();\nfunction use() { made.users.list(); }", "function use() { make().users.list(); }"],
)
def test_a_function_gives_an_object_with_objects(use: str) -> None:
    files = {
        "make.ts": "export function make() { return { users: { list() {} }, run: () => 1 }; }\n",
        "use.ts": f"import {{ make }} from './make';\n{use}\n",
    }
    assert "ts:use.ts#use calls ts:make.ts#make.users.list" in calls(files)


def test_functions_of_one_name_in_two_objects_are_two() -> None:
    code = "export const api = { a: { get() {} }, b: { get() {} } };\nfunction use() { api.b.get(); }\n"
    assert calls({"a.ts": code}) == {"ts:a.ts#use calls ts:a.ts#api.b.get"}


def test_a_component_calls_its_methods_by_this() -> None:
    code = "export default { methods: { save() {} }, created() { this.save(); } };\n"
    assert calls({"a.js": code}) == {"js:a.js#default.created calls js:a.js#default.save"}


def test_a_deep_object_is_read_as_far_as_anybody_writes_one() -> None:
    deep = "{ a: " * 3000 + "{ run() {} }" + " }" * 3000
    code = (
        f"const all = {deep};\nexport const api = {{ a: {{ run() {{}} }} }};\nfunction use() {{ api.a.run(); }}\n"
    )
    assert "ts:a.ts#use calls ts:a.ts#api.a.run" in calls({"a.ts": code})


def test_an_object_that_holds_itself_ends() -> None:
    files = {
        "a.ts": "import * as a from './a';\nexport const api = { a, api };\n",
        "use.ts": "import { api } from './a';\nfunction use() { api.a.api.api.a.none(); }\n",
    }
    assert calls(files) == set()


def test_a_script_takes_the_source_beside_a_description_of_its_types() -> None:
    files = {
        "server.js": "function server() {}\nmodule.exports = server;\n",
        "server.d.ts": "declare function server(): void;\nexport = server;\n",
        "use.js": "const server = require('./server');\nfunction use() { server(); }\n",
    }
    assert calls(files) == {"js:use.js#use calls js:server.js#server"}
