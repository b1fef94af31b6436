"""Contextual typing: parameters whose types are not written, because what their function is passed to says them.

In ``app.get("/", (c) => c.text())`` the type of ``c`` follows from the declaration of ``get``. The facts of a file
say where such a function stands; `indexer.linking.contextual_types` finds the type when all files are known.
"""

from indexer.facts.fact import Fact

BY_CONTEXT = -2
"""`Variable.given_to` of such a parameter; `Variable.argument` is its index into `FileFacts.contexts`."""

NEW, OF_PATH = "new ", "@"
"""Begin `Context.type`: ``new Job`` for an argument of a constructor, ``@app.on`` for a value assigned to it."""

ARROW = "=>"
"""Divides the name of such a parameter from the number that makes it unique in its file: ``c=>12``."""

ELEMENT = "[]"
"""In `Context.path`: an element of a list."""


class Context(Fact, frozen=True):
    """Where a function stands, one of whose parameters has no type of its own.

    For ``run({ hooks: { start: ({ log }) => log.info() } })`` the path is ``("hooks", "start")`` and ``inner`` is
    ``log``.

    Attributes:
        call: index into ``calls`` of the call that has the function in an argument, or ``NO_CALL``.
        argument: which argument of that call, from 0.
        type: without a call, the shape of the type declared for the value, `NEW` and a class, or `OF_PATH` and a
            path.
        path: names of the members of objects through which the function is reached in that value.
        parameter: which parameter of the function, from 0.
        inner: dotted path that a pattern takes out of that parameter; empty for the parameter itself.
    """

    call: int
    argument: int = 0
    type: str = ""
    path: tuple[str, ...] = ()
    parameter: int = 0
    inner: str = ""


def plain_name(name: str) -> str:
    """Return the name of such a parameter as the file writes it."""
    return name.partition(ARROW)[0]
