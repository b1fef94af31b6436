"""What a class is derived from, in the order in which a member is looked for."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T", bound=Hashable)


def lineage(
    first: T, bases: Callable[[T], Iterable[T]], key: Callable[[T], Hashable] | None = None
) -> Iterator[T]:
    """Yield a class and what it is derived from, depth first, each once.

    A class that several bases share is reached on many ways: with eight levels of ten classes that are all derived
    from those below, on a hundred million.

    Args:
        first: where to begin; it need not be known.
        bases: returns what a class is derived from, in the order in which it is searched. It is asked only when
            the classes before were not enough.
        key: of a class, itself by default; of those with one key the first counts.
    """
    waiting, seen = [first], set[Hashable]()
    while waiting:
        each = waiting.pop()
        known = each if key is None else key(each)
        if known not in seen:
            seen.add(known)
            yield each
            waiting += reversed(list(bases(each)))
