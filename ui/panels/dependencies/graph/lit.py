"""The way between two things of a neighbourhood. Pure."""

from collections import deque
from collections.abc import Iterable, Mapping

from ui.panels.dependencies.graph.neighbourhood import Link


def way_between(links: Iterable[Link], first: str, second: str) -> tuple[str, ...]:
    """Return the things on the shortest way from one thing to another, both included; empty if there is none.

    A way that follows the dependencies in one direction is preferred to one that turns round.
    """
    forward: dict[str, list[str]] = {}
    backward: dict[str, list[str]] = {}
    for link in links:
        forward.setdefault(link.source, []).append(link.target)
        backward.setdefault(link.target, []).append(link.source)
    either = {key: [*forward.get(key, ()), *backward.get(key, ())] for key in {*forward, *backward}}
    for steps in (forward, backward, either):
        way = _shortest(steps, first, second)
        if way:
            return way
    return ()


def _shortest(steps: Mapping[str, list[str]], first: str, second: str) -> tuple[str, ...]:
    came_from = {first: ""}
    queue = deque([first])
    while queue and second not in came_from:
        here = queue.popleft()
        for there in steps.get(here, ()):
            if there not in came_from:
                came_from[there] = here
                queue.append(there)
    if second not in came_from:
        return ()
    way = [second]
    while came_from[way[-1]]:
        way.append(came_from[way[-1]])
    return tuple(reversed(way))
