"""The ways to write a name: as it is, as in SQL, and as calls, paths and languages decorate it."""

import re

from search.analysis.repository_pages import PAGE, PAGE_QUERY, PAGE_WITH_LINE

LONGEST = 300
"""Characters of a name; a longer text is tried as it is written only."""

_RECEIVER = re.compile(r"\(\*?(\w+)\)(?=\.)")
"""The type of a method in traces of Go: ``core.(*Server).Serve``."""
_MODULE_OF_GO = re.compile(r"[\w-]+(?:\.[\w-]+)+/(?:[^/\s]+/)*(?=[^/\s]+$)")
"""What stands before the package in the same: ``github.com/owner/shop/core.Serve``."""
_ARGUMENTS = re.compile(r"\([^()]*\)|\($|<[^<>]*>")
"""Arguments of a call or of a type, or a bracket behind a name alone."""
_BEFORE = re.compile(r"(?:[@$&*]|->|::)+|(?:this|self|cls)(?:->|\.|::)")
"""What languages write before a name: of a decorator, a variable, a pointer, or a member of an object."""
_BETWEEN = re.compile(r"\?->|->|\?\.|[#\\]|:(?![\d:])")
_PAGE = re.compile(f"{PAGE}|{PAGE_WITH_LINE}")
_PAGE_QUERY = re.compile(PAGE_QUERY)


def spellings(text: str) -> list[str]:
    r"""Return a text as written, then without SQL quoting and call brackets, then bare of what decorates a name.

    ``$this->renew($lease)``, ``@renew`` and ``renew(`` are ``renew``, ``Shop\\Cart::add`` is ``Shop.Cart.add`` or
    ``Cart.add``, and the address of a file in the web pages of a repository is its path.
    """
    written = text.strip()
    plain = plain_name(written)
    if len(written) > LONGEST:
        return list(filter(None, dict.fromkeys((written, plain))))
    bare = _bare(plain)
    of_namespace = _BETWEEN.sub(".", plain.rpartition("\\")[2]) if "\\" in plain else ""
    path = _PAGE_QUERY.sub("", _PAGE.sub("", written), count=1) if "://" in written else ""
    return list(filter(None, dict.fromkeys((written, plain, path, bare, of_namespace))))


def plain_name(text: str) -> str:
    """Return a name without SQL quoting and call brackets, with dots between its parts."""
    bare = text.strip().removesuffix("()")
    for quote in "[]`\"'":
        bare = bare.replace(quote, "")
    return bare.replace("::", ".")


def _bare(name: str) -> str:
    """Return a name without arguments, sigils and the object that it is called on, with dots between its parts."""
    without_arguments = _ARGUMENTS.sub("", _RECEIVER.sub(r"\1", _MODULE_OF_GO.sub("", name)))
    start = _BEFORE.match(without_arguments)
    while start is not None:
        without_arguments = without_arguments[start.end() :]
        start = _BEFORE.match(without_arguments)
    return _BETWEEN.sub(".", without_arguments).rstrip(".,;:*")
