"""C#: what an expression is, as far as one file can tell."""

import msgspec

from indexer.facts.model import NO_CALL


class Value(msgspec.Struct, frozen=True, gc=False):
    """What an expression is, as far as one file can tell: a type, a path, or a call and a path from its result."""

    type: str = ""
    path: str = ""
    call: int = NO_CALL
