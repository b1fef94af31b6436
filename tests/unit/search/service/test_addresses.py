"""An address as a log or a browser has it leads to the files of its route, whatever other files have its words."""

from collections.abc import Iterator

import pytest

from app.core.local_core import LocalCore
from search.types.filters import Access
from search.types.locations import LocateRequest
from search.types.query import Mode, RankSettings, SearchQuery
from tests.contracts.service_parts import core_on, written

FILES = {
    ".dowse.toml": 'tenant = "acme"\n[[rules]]\nglob = "api/**"\ngroups = ["staff"]\n',
    "api/sales.py": (
        'from fastapi import APIRouter\n\nrouter = APIRouter(prefix="/api/orders")\n\n\n'
        '@router.get("/{order_id}")\ndef fetch_one(order_id: int):\n    return {"id": order_id}\n'
    ),
    "api/customers.py": (
        'from fastapi import APIRouter\n\nrouter = APIRouter(prefix="/api/customers")\n\n\n'
        '@router.get("/{customer_id}")\ndef fetch_customer(customer_id: int):\n    return customer_id\n'
    ),
    "jobs/orders.py": "def orders_api(host, api, orders):\n    return 'host api orders 17 get fails https 500'\n",
}
STAFF = Access("acme", ("staff",))


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCore]:
    root = written(tmp_path_factory.mktemp("shop"), FILES)
    with core_on(tmp_path_factory.mktemp("index"), root, semantic=False) as made:
        yield made


def paths(core: LocalCore, text: str, access: Access = STAFF) -> list[str]:
    query = SearchQuery(text, RankSettings(mode=Mode.KEYWORD), access=access)
    return [file.path for file in core.search(query).files]


@pytest.mark.parametrize(
    "text",
    [
        "https://host/api/orders/17",
        "GET /api/orders/17",
        "/api/orders/17",
        "GET https://host/api/orders/17 fails with 500",
        'orders api fails\n\n10.0.0.1 - - "GET /api/orders/17?page=2 HTTP/1.1" 500\n',
    ],
)
def test_the_file_of_the_route_is_first(core: LocalCore, text: str) -> None:
    assert paths(core, text)[0] == "api/sales.py"
    assert core.locate_change(LocateRequest(text, access=STAFF)).files[0].path == "api/sales.py"


def test_the_reason_names_the_route(core: LocalCore) -> None:
    query = SearchQuery("https://host/api/orders/17", RankSettings(mode=Mode.KEYWORD), access=STAFF)
    reasons = [str(signal.reason) for signal in core.search(query).files[0].why.signals]
    assert "defines GET /api/orders/{order_id}, line 6" in reasons


@pytest.mark.parametrize("text", ["POST /api/orders/17", "https://host/orders/api/17"])
def test_an_address_that_no_route_serves_is_found_by_its_words(core: LocalCore, text: str) -> None:
    assert paths(core, text)[0] == "jobs/orders.py"


def test_a_route_out_of_sight_leads_nowhere(core: LocalCore) -> None:
    assert paths(core, "https://host/api/orders/17", Access("acme", ())) == ["jobs/orders.py"]
