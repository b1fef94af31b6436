"""Addresses of lines in the web pages of a remote."""

import pytest

from search.query.permalink import permalink


@pytest.mark.parametrize(
    ("remote", "expected"),
    [
        ("git@github.com:acme/shop.git", "https://github.com/acme/shop/blob/1a2b/src/a%20b.py#L3-L5"),
        (
            "https://someone:secret@github.com/acme/shop",
            "https://github.com/acme/shop/blob/1a2b/src/a%20b.py#L3-L5",
        ),
        ("ssh://git@gitlab.com:2222/a/b/c.git", "https://gitlab.com/a/b/c/-/blob/1a2b/src/a%20b.py#L3-5"),
        ("http://gitlab.intern:8080/a/b.git", "http://gitlab.intern:8080/a/b/-/blob/1a2b/src/a%20b.py#L3-5"),
        ("git@bitbucket.org:acme/shop.git", "https://bitbucket.org/acme/shop/src/1a2b/src/a%20b.py#lines-3:5"),
        ("https://codeberg.org/acme/shop.git", "https://codeberg.org/acme/shop/blob/1a2b/src/a%20b.py#L3-L5"),
        ("/srv/git/shop.git", ""),
        ("C:\\git\\shop", ""),
        ("file:///srv/git/shop.git", ""),
        ("../shop", ""),
    ],
)
def test_an_address_follows_the_host_and_never_holds_a_password(remote: str, expected: str) -> None:
    assert permalink(remote, "1a2b", "src/a b.py", 3, 5) == expected


def test_one_line_is_named_alone() -> None:
    assert permalink("git@github.com:acme/shop.git", "1a2b", "a.py", 3, 0).endswith("/a.py#L3")
