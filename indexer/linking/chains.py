"""Classes of results of calls that hang on other calls: ``Query.new().where(a).order(b)``, of any length."""

from typing import Protocol

from indexer.facts.model import Call, FileFacts

MOST_LINKS = 500
"""Calls of a chain that are followed; a longer one is generated."""


class Results(Protocol):
    """What calls give."""

    def result(self, facts: FileFacts, call: Call, hops: int, /) -> str:
        """Return the class of a call's result; else empty."""
        ...

    def result_of(self, facts: FileFacts, call: Call, holder: str, hops: int, /) -> str:
        """Return the class of the result of a call on an object of a class; else empty."""
        ...

    def below(self, class_id: str, path: str, hops: int, /) -> str:
        """Return the class of what an object holds behind a path of attributes; that of the object for no path."""
        ...


class Chains:
    """Follows chains from their first call on, so that no link costs a step; what it finds is remembered."""

    def __init__(self, results: Results) -> None:
        self._results = results
        self._known: dict[tuple[str, int, int], str] = {}

    def result(self, facts: FileFacts, index: int, hops: int) -> str:
        """Return the class of what a call gives; else empty."""
        links: list[int] = []
        at = index
        while (facts.path, at, hops) not in self._known and facts.calls[at].shape == "chain":
            if len(links) == MOST_LINKS:
                return ""
            links.append(at)
            at = facts.calls[at].inner
        if (facts.path, at, hops) not in self._known:
            self._known[facts.path, at, hops] = self._results.result(facts, facts.calls[at], hops)
        for link in reversed(links):
            call = facts.calls[link]
            inner = self._known[facts.path, call.inner, hops]
            holder = self._results.below(inner, call.receiver, hops)
            self._known[facts.path, link, hops] = self._results.result_of(facts, call, holder, hops)
        return self._known[facts.path, index, hops]
