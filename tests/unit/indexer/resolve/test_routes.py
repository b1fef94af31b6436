"""Addresses of HTTP: what serves them, what calls them, and what stands between the two."""

import pytest

from indexer.facts.extract import encode
from indexer.facts.model import FileFacts
from indexer.resolve.change import Change
from indexer.resolve.changes import concerned
from tests.unit.indexer.resolve.graph_samples import edge_lines, edges, extract, graph_of, parsed, short

CONTROLLER = """
namespace Shop;
[ApiController, Route("api/[controller]")]
public abstract class BaseApi : ControllerBase { }
public class CartController : BaseApi {
    [HttpGet("{id:int}")] public string Find(int id) => "";
    [HttpPost] public void Add() { }
    [HttpDelete("~/carts/{id?}")] public void Drop(int id) { }
    [Route("all"), HttpGet] public void All() { }
    [ShopRoute(@"~/old/{id:\\d+}/{slug?}")] public void Old(int id) { }
    public void Helper() { }
}
"""
CONVENTION = """
class Program {
    void Run(WebApplication app) { app.MapControllerRoute("d", "{controller=Home}/{action=Index}/{id?}"); }
}
public class HomeController : Controller {
    public void Index() { }
    [HttpPost] public void Save() { }
    public static void No() { }
}
"""
MINIMAL = """
public static class Orders {
    public static void MapOrders(this IEndpointRouteBuilder app) {
        var api = app.MapGroup("orders").HasApiVersion(1.0);
        api.MapGet("/{id:int}", GetOrder).WithName("x");
        api.MapPost("/", async (IClock clock) =>
        {
            Check();
        });
    }
    static string GetOrder(int id) => "";
    static void Check() { }
    static void Start(WebApplication app) { var root = app.MapGroup("/api"); root.MapOrders(); }
}
"""
CSHARP_CLIENT = """
class Client {
    readonly string root = "/api/orders/";
    async Task Go(HttpClient http, int id) {
        var uri = $"{root}{id}?x=1";
        await http.GetFromJsonAsync<string>(uri);
        await http.PostAsync("https://host/api/orders", null);
        await http.GetAsync(Elsewhere());
        await http.GetAsync("/nowhere");
    }
    string Elsewhere() => "";
}
interface IOrders { [Get("/api/orders/{id}")] Task<string> Find(int id); }
"""
PYTHON = {
    "app/__init__.py": "",
    "app/main.py": """
from fastapi import FastAPI
from app.items import router as items
app = FastAPI()
app.include_router(items, prefix="/api")
@app.get("/health")
def health(): ...
""",
    "app/items.py": """
from fastapi import APIRouter
from app.jobs import send
router = APIRouter(prefix="/items")
@router.get("/{item_id:path}")
async def find(item_id): send.delay(1)
@router.post("")
async def add(): ...
""",
    "app/jobs.py": "@shared_task\ndef send(x): ...\n",
    "flasky.py": """
from flask import Flask, Blueprint
orders = Blueprint("a", __name__, url_prefix="/a")
@orders.route("/x/<int:id>", methods=["GET", "POST"])
def order(id): ...
app = Flask(__name__)
app.register_blueprint(orders)
app.add_url_rule("/y", view_func=order)
""",
    "urls.py": """
from django.urls import include, path, re_path
import flasky
urlpatterns = [
    re_path(r"^old/(?P<pk>\\d+)$", flasky.order),
    path("shop/<int:pk>/", flasky.order),
    path("sub/", include("sub")),
]
""",
    "sub.py": "from django.urls import path\nimport flasky\nurlpatterns = [path('list', flasky.order)]\n",
    "client.py": """
import requests
def go(i):
    requests.get(f"http://host:80/api/items/{i}?x=1")
    requests.post(f"{BASE}/items")
    settings.get("/a/nothing")
""",
}
JAVASCRIPT = {
    "app.js": """
const express = require("express");
const app = express();
const items = require("./routes/items");
app.use("/api", items);
app.use("/inline", require("./routes/inline"));
app.get("/ping", (req, res) => { pong(); });
app.route("/r").get(pong).post(guarded(pong));
function pong() {}
""",
    "routes/items.js": """
const router = require("express").Router();
const orders = require("../orders");
router.get("/items/:id", orders.find);
router.delete("/items/:id(\\\\d+)", async (req, res) => {
    orders.drop();
});
module.exports = router;
""",
    "routes/inline.js": """
const { Router } = require("express");
module.exports = Router().get("/a", () => { helper(); });
function helper() {}
""",
    "orders.js": "exports.find = function () {};\nexports.drop = () => {};\n",
    "client.js": """
export async function load(id) {
    await fetch(`/api/items/${id}`);
    await axios.delete(`${BASE}/items/${id}`);
    cache.get("/unknown/thing");
}
""",
    "server.js": """
const fastify = require("fastify")();
fastify.register(require("./plugin"), { prefix: "/v1" });
""",
    "plugin.js": """
module.exports = async function (fastify) {
    fastify.get("/p", { schema: {} }, async () => work());
    fastify.route({ method: "POST", url: "/q", handler: work });
};
function work() {}
""",
    "cats.ts": """
@Controller("cats")
export class Cats {
    @Get(":id") find(id: string) { return id; }
}
""",
}
JAVA = """
package p;
@RestController @RequestMapping("/api/v1")
class Orders {
    @GetMapping("/orders/{id}") String find(long id) { return ""; }
    @RequestMapping(value = "/orders", method = RequestMethod.POST) void add() { }
    @GetMapping({"/x", "/y"}) void both() { }
}
@Path("/rest") class Rest { @GET @Path("{a}") String a() { return ""; } }
@FeignClient(name = "o") interface Client { @GetMapping("/api/v1/orders/{id}") String get(long id); }
class Caller { void go(int id) { rest.getForObject("http://orders/api/v1/orders/" + id, String.class); } }
"""


def routed(files: dict[str, str]) -> set[str]:
    """Edges from and to routes."""
    return {each for each in edges(graph_of(files)) if "http:" in each}


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (
            {"a.csproj": "<Project/>", "a.cs": CONTROLLER},
            {
                "http:GET /api/Cart/{id} calls cs:Shop.CartController.Find",
                "http:POST /api/Cart calls cs:Shop.CartController.Add",
                "http:DELETE /carts/{id} calls cs:Shop.CartController.Drop",
                "http:ANY /old/{id}/{slug} calls cs:Shop.CartController.Old",
                "http:GET /api/Cart/all calls cs:Shop.CartController.All",
            },
        ),
        (
            {"a.csproj": "<Project/>", "a.cs": CONVENTION},
            {
                "http:ANY /Home/Index calls cs:HomeController.Index",
                "http:POST /Home/Save calls cs:HomeController.Save",
            },
        ),
        (
            {"a.csproj": "<Project/>", "a.cs": MINIMAL, "b.cs": CSHARP_CLIENT},
            {
                "http:GET /api/orders/{id} calls cs:Orders.GetOrder",
                "http:POST /api/orders calls cs:Orders.Check",
                "cs:Client.Go calls http:GET /api/orders/{id}",
                "cs:Client.Go calls http:POST /api/orders",
                "cs:IOrders.Find calls http:GET /api/orders/{id}",
            },
        ),
        (
            PYTHON,
            {
                "http:GET /health calls py:app.main:health",
                "http:GET /api/items/{item_id} calls py:app.items:find",
                "http:POST /api/items calls py:app.items:add",
                "http:GET /a/x/{id} calls py:flasky:order",
                "http:POST /a/x/{id} calls py:flasky:order",
                "http:ANY /y calls py:flasky:order",
                "http:ANY /shop/{pk} calls py:flasky:order",
                "http:ANY /old/{pk} calls py:flasky:order",
                "http:ANY /sub/list calls py:flasky:order",
                "py:client:go calls http:GET /api/items/{item_id}",
                "py:client:go calls http:POST /api/items",
            },
        ),
        (
            JAVASCRIPT,
            {
                "http:GET /ping calls js:app.js#pong",
                "http:GET /r calls js:app.js#pong",
                "http:POST /r calls js:app.js#pong",
                "http:GET /api/items/{id} calls js:orders.js#find",
                "http:DELETE /api/items/{id} calls js:orders.js#drop",
                "http:GET /inline/a calls js:routes/inline.js#helper",
                "http:GET /v1/p calls js:plugin.js#work",
                "http:POST /v1/q calls js:plugin.js#work",
                "http:GET /cats/{id} calls ts:cats.ts#Cats.find",
                "js:client.js#load calls http:GET /api/items/{id}",
                "js:client.js#load calls http:DELETE /api/items/{id}",
            },
        ),
        (
            {"p/A.java": JAVA},
            {
                "http:GET /api/v1/orders/{id} calls java:p.Orders.find",
                "http:POST /api/v1/orders calls java:p.Orders.add",
                "http:GET /api/v1/x calls java:p.Orders.both",
                "http:GET /api/v1/y calls java:p.Orders.both",
                "http:GET /rest/{a} calls java:p.Rest.a",
                "java:p.Client.get calls http:GET /api/v1/orders/{id}",
                "java:p.Caller.go calls http:GET /api/v1/orders/{id}",
            },
        ),
    ],
    ids=["controllers", "convention", "minimal API", "Python", "JavaScript", "Java"],
)
def test_routes_lead_to_what_serves_them_and_clients_to_routes(files: dict[str, str], expected: set[str]) -> None:
    assert routed(files) == expected


def test_the_tier_says_how_a_route_was_connected() -> None:
    lines = edge_lines(graph_of({"a.csproj": "<Project/>", "a.cs": MINIMAL, "b.cs": CSHARP_CLIENT}))
    assert "http:GET /api/orders/{id} calls cs:Orders.GetOrder (route, a.cs:5)" in lines
    assert "cs:Client.Go calls http:GET /api/orders/{id} (request, b.cs:6)" in lines


def test_routes_of_two_programs_with_one_address_are_two_nodes_and_no_client_is_guessed() -> None:
    served = 'from flask import Flask\napp = Flask(__name__)\n@app.get("/health")\ndef health(): ...\n'
    graph = graph_of({"a.py": served, "b.py": served, "c.py": 'def go(): requests.get("/health")\n'})
    routes = [short(node.id) for node in graph.nodes if node.kind == "route"]
    assert routes == ["http:GET /health@a.py", "http:GET /health@b.py"]
    assert not [line for line in edge_lines(graph) if "py:c:go calls" in line]


def changed(before: str, after: str) -> frozenset[str] | None:
    def facts(text: str) -> FileFacts:
        return extract(parsed("a.py", text))

    others = [extract(parsed(path, "def x(): ...\n")) for path in ("b.py", "c.py")]
    files = [facts(after), *others]
    return concerned(Change([facts(before)], [facts(after)], files, {each.path: encode(each) for each in files}))


def test_a_changed_address_concerns_all_files_and_a_moved_one_its_own() -> None:
    first = '@app.get("/a")\ndef f(): ...\n'
    assert changed(first, '@app.get("/b")\ndef f(): ...\n') is None
    assert changed(first, f"# a line above\n{first}") == frozenset({"a.py"})


def test_addresses_of_django_stand_below_the_lists_that_include_them() -> None:
    urls = """
from django.conf.urls.i18n import i18n_patterns
from django.urls import include, path, re_path
import views
urlpatterns = i18n_patterns(path("home/", views.home)) + [
    re_path(r"^api/", include([
        re_path("^auth/", include(([path("login/", views.login)], "auth"), namespace="auth")),
        path("files/<int:pk>/", include([re_path("^$", views.file), path("old/", include("old"))])),
    ])),
    path(f"x/{part}/", include([path("unknown/", views.home)])),
]
"""
    views = "def home(r): ...\ndef login(r): ...\ndef file(r, pk): ...\n"
    old = "from django.urls import path\nimport views\nurlpatterns = [path('one/', views.home)]\n"
    result = edges(graph_of({"urls.py": urls, "views.py": views, "old.py": old}))
    assert {edge for edge in result if "http:" in edge} == {
        "http:ANY /home calls py:views:home",
        "http:ANY /api/auth/login calls py:views:login",
        "http:ANY /api/files/{pk} calls py:views:file",
        "http:ANY /api/files/{pk}/old/one calls py:views:home",
        "http:ANY /x/{part}/unknown calls py:views:home",
    }


DJANGO_LISTS = """
from django.urls import include, path
import views
auth_patterns = [path("login/", views.login)]
v1_urls = [path("auth/", include((auth_patterns, "auth"))), path("home/", views.home)]
more = [path("nothing/", views.home)]
urlpatterns = [path("v1/", include(v1_urls)), *auth_patterns]
urlpatterns += more
"""
DJANGO_INCLUDES = """
from django.urls import include, path
from shop.urls import v1_urls
from shop.urls import urlpatterns as shop_urls
urlpatterns = [path("s/", include(shop_urls)), path("v/", include(v1_urls)), path("m/", include("shop.urls"))]
"""
DJANGO_VIEWS = "def home(r): ...\ndef login(r): ...\n"


def served(files: dict[str, str]) -> set[str]:
    result = edges(graph_of({"views.py": DJANGO_VIEWS, **files}))
    return {edge.removeprefix("http:ANY ").replace(" calls py:views:", " ") for edge in result if "http:" in edge}


def test_lists_of_addresses_with_names_of_their_own_are_included() -> None:
    assert served({"urls.py": DJANGO_LISTS}) == {"/v1/auth/login login", "/v1/home home", "/login login"}


def test_lists_of_addresses_are_included_by_other_modules() -> None:
    assert served({"urls.py": DJANGO_INCLUDES, "shop/urls.py": DJANGO_LISTS}) == {
        *("/s/v1/auth/login login", "/s/v1/home home", "/s/login login"),
        *("/m/v1/auth/login login", "/m/v1/home home", "/m/login login"),
        *("/v/auth/login login", "/v/home home"),
    }


LISTS_THAT_NOTHING_INCLUDES = [
    "class ShopAdmin(ModelAdmin):\n    def get_urls(self):\n        my_urls = [path('mine/', views.home)]\n",
    "old_patterns = [path('old/', views.home)]\n",
    "inner_urls = [path('old/', views.home)]\nouter_urls = [path('outer/', include(inner_urls))]\n",
    "found_urls = [url('https://example.org/c', views.home)]\nurlpatterns = [*found_urls]\n",
    "def make():\n    urlpatterns = [path('made/', views.home)]\n",
    "old_urls = [path('old/', views.home)]\nurlpatterns = [path('x/', include('y', namespace=old_urls))]\n",
]


@pytest.mark.parametrize("lists", LISTS_THAT_NOTHING_INCLUDES)
def test_a_list_that_no_other_includes_has_no_addresses(lists: str) -> None:
    assert served({"urls.py": f"from django.urls import include, path\nimport views\n{lists}"}) == set()


@pytest.mark.parametrize("included", ["extra", "(extra, 'shop')", "(extra, name), namespace=name"])
def test_a_list_is_included_under_any_name(included: str) -> None:
    urls = f"from shop.urls import v1_urls as extra\nurlpatterns = [path('v/', include({included}))]\n"
    assert served({"urls.py": urls, "shop/urls.py": DJANGO_LISTS}) >= {"/v/auth/login login", "/v/home home"}


def test_all_lists_of_a_long_sum_are_read() -> None:
    lists = " + ".join(f"[path('a{each}/', include([path('home/', views.home)]))]" for each in range(80))
    urls = f"import views\nurlpatterns = {lists}\n"
    assert served({"urls.py": urls}) == {f"/a{each}/home home" for each in range(80)}


CLASS_VIEWS = """
class Listed:
    def get(self, request): ...
    def get_queryset(self): ...
class Orders(Listed):
    def post(self, request): ...
    def helper(self): ...
class Sets:
    def list(self, request): ...
    def get(self, request): ...
def plain(request): ...
"""
HANDLERS = [
    ("Orders.as_view()", {"Orders", "Orders.post", "Listed.get", "Listed.get_queryset"}),
    ("csrf_exempt(Orders.as_view())", {"Orders", "Orders.post", "Listed.get", "Listed.get_queryset"}),
    ("views.Sets.as_view({'get': 'list'})", {"Sets", "Sets.list"}),
    ("login_required(views.plain)", {"plain"}),
    ("cache_page(60)(login_required(plain))", {"plain"}),
    ("cache_page(60)", set()),
]


@pytest.mark.parametrize(("handler", "names"), HANDLERS)
def test_a_route_of_django_calls_what_serves_it(handler: str, names: set[str]) -> None:
    urls = f"import views\nfrom views import Orders, plain\nurlpatterns = [path('orders/', {handler})]\n"
    result = edges(graph_of({"urls.py": urls, "views.py": CLASS_VIEWS}))
    assert {edge for edge in result if "http:" in edge} == {
        f"http:ANY /orders calls py:views:{name}" for name in names
    }


def test_a_resource_of_flask_serves_by_its_methods() -> None:
    app = "from views import Orders\napi.add_resource(Orders, '/orders', '/o')\n"
    result = edges(graph_of({"app.py": app, "views.py": CLASS_VIEWS}))
    names = {"Orders", "Orders.post", "Listed.get", "Listed.get_queryset"}
    assert {edge for edge in result if "http:" in edge} == {
        f"http:ANY /{path} calls py:views:{name}" for name in names for path in ("orders", "o")
    }


def test_addresses_that_are_added_to_a_list_of_django() -> None:
    files = {
        "urls.py": """
from django.urls import include, path
import views
urlpatterns = [path("a/", views.a)]
urlpatterns += [path("b/", views.b)]
urlpatterns.append(path("c/", views.c))
urlpatterns.extend([path("d/", views.d), path("in/", include([path("e/", views.e)]))])
urlpatterns.insert(0, path("f/", views.f))
others.append(path("g/", views.g))
""",
        "views.py": "".join(f"def {name}(request): ...\n" for name in "abcdefg"),
    }
    served = {each for each in edges(graph_of(files)) if each.startswith("http:")}
    assert served == {f"http:ANY /{'in/' * (name == 'e')}{name} calls py:views:{name}" for name in "abcdef"}


ITEMS = 'from fastapi import APIRouter\nrouter = APIRouter()\n@router.get("/{item}")\ndef read(item): ...\n'


@pytest.mark.parametrize(
    ("imported", "router"),
    [
        ("from api.routes import items", "items.router"),
        ("import api.routes.items", "api.routes.items.router"),
        ("import api.routes.items as items", "items.router"),
        ("from api.routes.items import router as items", "items"),
    ],
)
def test_routers_of_fastapi_are_included_in_each_other(imported: str, router: str) -> None:
    files = {
        "main.py": """
from fastapi import FastAPI
from api.main import api_router
from config import settings
app = FastAPI()
app.include_router(api_router, prefix=settings.API_V1)
""",
        "config.py": 'class Settings:\n    API_V1: str = "/api/v1"\nsettings = Settings()\n',
        "api/__init__.py": "",
        "api/routes/__init__.py": "",
        "api/main.py": f"""
from fastapi import APIRouter
{imported}
api_router = APIRouter()
api_router.include_router({router}, prefix="/items")
""",
        "api/routes/items.py": ITEMS,
    }
    assert "http:GET /api/v1/items/{item} calls py:api.routes.items:read" in edges(graph_of(files))


def test_a_constant_with_two_texts_says_no_address() -> None:
    files = {
        "main.py": """
from fastapi import FastAPI
from items import router
app = FastAPI()
app.include_router(router, prefix=PREFIX)
""",
        "items.py": ITEMS,
        "one.py": 'PREFIX = "/one"\n',
        "two.py": 'PREFIX = "/two"\nOTHER = "no address"\n',
    }
    assert "http:GET /{PREFIX}/{item} calls py:items:read" in edges(graph_of(files))


def test_a_blueprint_of_flask_stands_below_what_it_is_registered_with() -> None:
    files = {
        "app.py": """
from flask import Flask, Blueprint
parent = Blueprint("parent", __name__, url_prefix="/parent")
child = Blueprint("child", __name__, url_prefix="/child")
@child.get("/x")
def x(): ...
parent.register_blueprint(child)
app = Flask(__name__)
app.register_blueprint(parent, url_prefix="/over")
"""
    }
    assert "http:GET /over/child/x calls py:app:x" in edges(graph_of(files))


OWN_ATTRIBUTES = """
public class ApiV2Attribute : RouteAttribute {
    protected const string Base = "api/v2/[controller]";
    public ApiV2Attribute() : base(Base) { }
}
public class OldAttribute : Microsoft.AspNetCore.Mvc.RouteAttribute { public OldAttribute() : base("old") { } }
public class NoteAttribute : Attribute { public NoteAttribute() : base("note") { } }
public class AnyAttribute : RouteAttribute { public AnyAttribute(string template) : base(template) { } }
[ApiV2] public class SearchController : Controller { [HttpGet("multi/{term}")] public void Multi() { } }
[Old, Note] public class OldController : Controller { [HttpGet] public void Do() { } }
[Note, Any("x")] public class PlainController : Controller { [HttpGet("plain")] public void Do() { } }
"""


def test_an_own_attribute_gives_the_template_of_its_constructor() -> None:
    served = {each for each in edges(graph_of({"a.cs": OWN_ATTRIBUTES})) if each.startswith("http:")}
    assert served == {
        "http:GET /api/v2/Search/multi/{term} calls cs:SearchController.Multi",
        "http:GET /old calls cs:OldController.Do",
        "http:GET /plain calls cs:PlainController.Do",
    }


def test_routers_of_hono_stand_below_each_other() -> None:
    files = {
        "app.ts": """
import { Hono } from "hono";
import books from "./books";
const api = new Hono();
api.route("/books", books);
const app = new Hono();
app.route("/api", api);
export default app;
""",
        "books.ts": """
import { Hono } from "hono";
function list() {}
const app = new Hono().get("/", list).post("/:id", list);
export default app;
""",
    }
    served = {each for each in edges(graph_of(files)) if each.startswith("http:")}
    assert served == {
        "http:GET /api/books calls ts:books.ts#list",
        "http:POST /api/books/{id} calls ts:books.ts#list",
    }
