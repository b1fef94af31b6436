"""C#: the value of an expression, as far as one file determines it."""

import msgspec

from indexer.facts.model import NO_CALL


class Value(msgspec.Struct, frozen=True, gc=False):
    """The value of an expression: a type, a path, or a call and a path from its result."""

    type: str = ""
    path: str = ""
    call: int = NO_CALL
