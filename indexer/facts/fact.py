"""The base of the records that facts are made of."""

import msgspec


class Fact(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Base of the records of a file's facts: immutable, compact in memory and in the cache."""
