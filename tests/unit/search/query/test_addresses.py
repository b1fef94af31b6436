"""Addresses of HTTP are found in what people paste, and paths of files are none."""

import pytest

from search.query.addresses import addresses_in


@pytest.mark.parametrize(
    ("text", "addresses"),
    [
        ("https://host/api/orders/17", ("/api/orders/17",)),
        ("GET https://host:8080/api/orders/17?page=2 fails", ("GET /api/orders/17?page=2",)),
        ('10.0.0.1 - "POST /api/orders HTTP/1.1" 500', ("POST /api/orders",)),
        ("/api/orders/17", ("/api/orders/17",)),
        ("see (https://host/api/orders/17).", ("/api/orders/17",)),
        ("GET /api/orders/{id} is slow", ("GET /api/orders/{id}",)),
        ("GET /a/1 GET /a/1 GET /a/2 GET /a/3 GET /a/4", ("GET /a/1", "GET /a/2", "GET /a/3")),
        ("the file /api/orders/17 is missing", ()),
        ("DELETE /tasks", ("DELETE /tasks",)),
        ("https://host/", ()),
        ("GET / fails", ()),
        ("https://host/orders", ()),
        ("get /home/me and go", ()),
        ("", ()),
    ],
)
def test_addresses_of_a_text(text: str, addresses: tuple[str, ...]) -> None:
    assert addresses_in(text) == addresses
