"""Finds addresses of HTTP in a text, as logs, browsers and people write them."""

import re

MOST_ADDRESSES = 3
"""A log repeats the same few; each is compared with all routes."""
_CHARACTERS_READ = 4_000
"""Beginning of a text in which addresses are looked for."""

_ADDRESS = re.compile(
    r"""(?:\b(?P<method>GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)[ ]+ | (?=https?://))
        (?:https?://[^/\s"'`<>]+)?
        (?P<path>/[^\s"'`<>|\\]*)""",
    re.VERBOSE,
)
_AFTER = ".,;:!?)]"
"""Signs of the sentence around an address."""


def addresses_in(text: str) -> tuple[str, ...]:
    """Return the first addresses in a text, each with its method where one is written: ``GET /api/orders/7``.

    A path alone is an address only where it is the whole text: elsewhere it may be that of a file. One of a single
    part, such as ``/tasks``, is an address only behind a method.
    """
    whole = text.strip()
    if re.fullmatch(r"/[^\s/]+/\S*[^\s/]", whole):
        return (whole,)
    matches = _ADDRESS.finditer(whole[:_CHARACTERS_READ])
    addresses = ((match["method"] or "", match["path"].rstrip(_AFTER)) for match in matches)
    named = (f"{method} {path}".strip() for method, path in addresses if _parts_of(path) > (not method))
    return tuple(dict.fromkeys(named))[:MOST_ADDRESSES]


def _parts_of(path: str) -> int:
    return path.rstrip("/").count("/")
