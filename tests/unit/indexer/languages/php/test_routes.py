"""Addresses of PHP programs: Laravel, Slim and Symfony, and the tests that call them."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

LARAVEL = {
    "app/Http/Controllers/BookController.php": r"""<?php
namespace App\Http\Controllers;
class BookController {
    public function index() { }
    public function show($id) { }
    public function store() { }
    public function __invoke() { }
}
""",
    "app/Providers/Routes.php": r"""<?php
namespace App\Providers;
use Illuminate\Support\Facades\Route;
class Routes {
    protected function map() {
        Route::group(['middleware' => 'api', 'prefix' => 'api'], function () {
            require base_path('routes/api.php');
        });
        Route::prefix('feed')->group(base_path('routes/feed.php'));
    }
}
""",
    "routes/feed.php": r"""<?php
use App\Http\Controllers\BookController;
use Illuminate\Support\Facades\Route;
Route::get('all', BookController::class);
""",
    "routes/api.php": r"""<?php
use App\Http\Controllers\BookController;
use Illuminate\Support\Facades\Route;
Route::get('books/{id}', [BookController::class, 'show'])->name('one');
Route::apiResource('papers', BookController::class)->only(['index', 'show']);
""",
    "routes/web.php": r"""<?php
use App\Http\Controllers\BookController;
use Illuminate\Support\Facades\Route;
Route::middleware('web')->prefix('shop')->group(static function (): void {
    Route::get('/', [BookController::class, 'index']);
    Route::prefix('in')->group(function () {
        Route::match(['get', 'post'], 'list', 'BookController@store');
        Route::any('now', BookController::class);
    });
    Route::controller(BookController::class)->group(function () {
        Route::post('by-name', 'store');
    });
});
Route::get("$start/now", BookController::class);
Route::get('hello', function () {
    return (new BookController())->index();
});
""",
    "tests/BookTest.php": r"""<?php
namespace Tests;
class BookTest extends \TestCase {
    public function test_it() {
        $this->get('/shop')->assertOk();
        $this->asEditor()->getJson("/api/books/{$this->id}");
        $this->cache->get('/nothing');
        $this->post('/shop/by-' . 'name', []);
    }
}
""",
}

CONTROLLER = "php:app/Http/Controllers/BookController.php#BookController"
TEST = "php:tests/BookTest.php#BookTest::test_it"


@pytest.fixture(scope="module")
def laravel() -> set[str]:
    return edges(graph_of(LARAVEL))


@pytest.mark.parametrize(
    "edge",
    [
        f"http:GET /api/books/{{id}} calls {CONTROLLER}::show",
        f"http:GET /api/papers calls {CONTROLLER}::index",
        f"http:GET /api/papers/{{paper}} calls {CONTROLLER}::show",
        f"http:GET /feed/all calls {CONTROLLER}::__invoke",
        f"http:GET /shop calls {CONTROLLER}::index",
        f"http:GET /shop/in/list calls {CONTROLLER}::store",
        f"http:POST /shop/in/list calls {CONTROLLER}::store",
        f"http:ANY /shop/in/now calls {CONTROLLER}::__invoke",
        f"http:POST /shop/by-name calls {CONTROLLER}::store",
        f"http:GET /hello calls {CONTROLLER}::index",
        f"{TEST} calls http:GET /shop",
        f"{TEST} calls http:GET /api/books/{{id}}",
        f"{TEST} calls http:POST /shop/by-name",
    ],
)
def test_laravel(laravel: set[str], edge: str) -> None:
    assert edge in laravel


def test_a_resource_has_only_the_addresses_that_are_chosen(laravel: set[str]) -> None:
    assert not any("POST /api/papers" in edge or "DELETE" in edge for edge in laravel)


def test_an_address_that_is_put_together_is_none(laravel: set[str]) -> None:
    assert not any(edge.startswith("http:GET /{") or "$start" in edge for edge in laravel)


SLIM = r"""<?php
use Shop\ListAction;
use Slim\Routing\RouteCollectorProxy;
return function ($app) {
    $app->get('/', function ($request) { return ping(); });
    $app->group('/users', function (RouteCollectorProxy $group) {
        $group->get('', ListAction::class);
        $group->map(['GET', 'PUT'], '/{id:[0-9]+}', ListAction::class . ':show');
        $group->post('/{id}', 'Shop\ListAction:show');
    });
    $client->get('/no/route', ['query' => 1]);
};
function ping() { }
"""
ACTION = r"""<?php
namespace Shop;
class ListAction { public function __invoke() { } public function show() { } }
"""


def test_slim() -> None:
    lines = edges(graph_of({"routes.php": SLIM, "src/ListAction.php": ACTION}))
    routes = {line for line in lines if line.startswith("http:")}
    assert routes == {
        "http:GET / calls php:routes.php#ping",
        "http:GET /users calls php:src/ListAction.php#ListAction::__invoke",
        "http:POST /users/{id} calls php:src/ListAction.php#ListAction::show",
    }


SYMFONY = r"""<?php
namespace App\Controller;
use Symfony\Component\Routing\Attribute\Route;
#[Route('/blog')]
final class BlogController
{
    #[Route('/', name: 'blog', methods: ['GET'])]
    #[Route('/rss.xml', name: 'feed', methods: ['GET', 'HEAD'])]
    public function index() { }

    #[Route(path: '/posts/{slug:post}', methods: 'POST')]
    public function show() { }
}
/**
 * @Route("/old")
 */
class OldController
{
    /**
     * @Route("/{page<\d+>}", name="old", methods={"GET"})
     */
    public function page() { }
}
class BlogTest
{
    public function test($client) { $client->request('GET', '/blog/'); }
}
"""


def test_symfony() -> None:
    lines = edges(graph_of({"src/Blog.php": SYMFONY}))
    routes = {line.replace("php:src/Blog.php#", "") for line in lines if "http:" in line}
    assert routes == {
        "http:GET /blog calls BlogController::index",
        "http:GET /blog/rss.xml calls BlogController::index",
        "http:HEAD /blog/rss.xml calls BlogController::index",
        "http:POST /blog/posts/{slug} calls BlogController::show",
        "http:GET /old/{page} calls OldController::page",
        "BlogTest::test calls http:GET /blog",
    }
