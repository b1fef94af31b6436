"""JavaScript: addresses that the path of a file is, and what serves them."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

GET = "export async function GET() {}\n"
LOADER = "export async function loader() {}\n"
DEFAULT = "export default function Page() {}\n"
LOAD = "export const load = async () => {};\n"
NITRO = "export default defineEventHandler(async () => {\n  work();\n});\nfunction work() {}\n"


PACKAGE = '{"dependencies": {"next": "15", "@react-router/node": "7"}, "devDependencies": {"astro": "5"}}'
FRAMEWORKS = {"package.json": PACKAGE}


def served(files: dict[str, str], packages: dict[str, str] = FRAMEWORKS) -> set[str]:
    return {each for each in edges(graph_of(packages | files)) if each.startswith("http:")}


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("app/api/users/[id]/route.ts", GET, "http:GET /api/users/{id} calls GET"),
        ("apps/web/src/app/(shop)/cart/route.tsx", GET, "http:GET /cart calls GET"),
        ("packages/app/src/app/x/[[...all]]/route.js", GET, "http:GET /x/{all} calls GET"),
        ("app/@modal/items/page.tsx", DEFAULT, "http:GET /items calls Page"),
        ("app/page.jsx", DEFAULT, "http:GET / calls Page"),
        ("src/pages/api/old/[...slug].ts", DEFAULT, "http:ANY /api/old/{slug} calls Page"),
        ("pages/api/old/index.js", DEFAULT, "http:ANY /api/old calls Page"),
        ("src/pages/feed.xml.ts", GET, "http:GET /feed.xml calls GET"),
        ("src/routes/(app)/items/[id=integer]/+server.ts", GET, "http:GET /items/{id} calls GET"),
        ("src/routes/blog/[slug]/+page.server.ts", LOAD, "http:GET /blog/{slug} calls load"),
        ("server/api/items/[id].get.ts", NITRO, "http:GET /api/items/{id} calls work"),
        ("server/routes/feed.ts", NITRO, "http:ANY /feed calls work"),
        ("app/routes/users.$id_.edit.tsx", LOADER, "http:GET /users/{id}/edit calls loader"),
        ("app/routes/_auth.login.tsx", LOADER, "http:GET /login calls loader"),
        ("app/routes/_auth+/login/route.tsx", LOADER, "http:GET /login calls loader"),
        ("app/routes/_index.tsx", LOADER, "http:GET / calls loader"),
        ("app/routes/files.$.tsx", LOADER, "http:GET /files/{path} calls loader"),
        ("app/routes/sitemap[.]xml.ts", LOADER, "http:GET /sitemap.xml calls loader"),
        ("app/routes/($lang).about.tsx", LOADER, "http:GET /{lang}/about calls loader"),
    ],
)
def test_a_file_serves_the_address_that_its_path_is(path: str, text: str, expected: str) -> None:
    route, _, name = expected.partition(" calls ")
    prefix = "js" if path.endswith((".js", ".jsx")) else "ts"
    assert served({path: text}) == {f"{route} calls {prefix}:{path}#{name}"}


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("src/app/api/users/other.ts", GET),
        ("src/pages/Login.tsx", DEFAULT),
        ("server/api/items.ts", "export default function helper() {}\n"),
        ("app/routes/users.server.ts", LOADER),
        ("app/routes/_auth.tsx", LOADER),
        ("app/routes/users/+shared/editor.ts", LOADER),
        ("app/routes/users.test.ts", LOADER),
        ("app/routes/users.tsx", DEFAULT),
        ("lib/loader.ts", LOADER),
    ],
)
def test_other_files_serve_none(path: str, text: str) -> None:
    assert served({path: text}) == set()


@pytest.mark.parametrize("packages", ['{"dependencies": {"express": "5", "nextcloud": "1"}}', "[]", ""])
@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("app/views/page.js", "module.exports = Backbone.View.extend({});\n"),
        ("src/app/home/page.ts", "export default class HomePage {}\n"),
        ("app/report/route.ts", GET),
        ("app/routes/users.js", "exports.action = function () {};\nexports.loader = () => 1;\n"),
        ("tests/pages/api/login.js", DEFAULT),
        ("docs/pages/chart.js", GET),
    ],
)
def test_programs_without_such_a_framework_serve_no_address_by_it(path: str, text: str, packages: str) -> None:
    files = {"package.json": packages} if packages else {}
    assert served({path: text}, files) == set()


@pytest.mark.parametrize(("home", "is_served"), [("apps/web/", True), ("", True), ("apps/other/", False)])
def test_the_framework_is_that_of_a_package_around_the_file(home: str, is_served: bool) -> None:
    files = {f"{home}package.json": PACKAGE, "apps/web/app/x/route.ts": GET}
    assert bool(served(files, {})) == is_served


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "const handler = guarded(async () => {});\nexport { handler as GET, handler as POST };\n",
            "handler handler",
        ),
        ("export const GET = guarded(async () => {});\nexport const POST = GET;\n", "GET POST"),
        ('export { read as GET, write as POST } from "../../lib/store";\n', "read write"),
    ],
)
def test_a_function_serves_by_the_name_that_it_is_given(text: str, names: str) -> None:
    files = {"app/x/route.ts": text, "lib/store.ts": "export function read() {}\nexport function write() {}\n"}
    home = "lib/store.ts" if "lib" in text else "app/x/route.ts"
    get, post = names.split()
    assert served(files) == {f"http:GET /x calls ts:{home}#{get}", f"http:POST /x calls ts:{home}#{post}"}


def test_a_page_calls_the_address_that_a_file_serves() -> None:
    files = {
        **FRAMEWORKS,
        "app/api/users/[id]/route.ts": "export async function GET() { return load(); }\nfunction load() {}\n",
        "app/users/page.tsx": "export default function Users() { return fetch(`/api/users/${id}`); }\n",
    }
    result = edges(graph_of(files))
    assert "ts:app/users/page.tsx#Users calls http:GET /api/users/{id}" in result
    assert "http:GET /api/users/{id} calls ts:app/api/users/[id]/route.ts#GET" in result
