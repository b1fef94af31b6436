"""What the names of commands mean: functions of the script, of what it sources, and of what sources it."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from indexer.discovery.flags import path_flags
from indexer.facts.model import CALLABLE, FileFacts
from indexer.languages.bash.extractor import RUN, RUNS, SOURCE
from indexer.languages.bash.paths import UNKNOWN
from indexer.languages.bash.scripts import Scripts
from search.types.files import Flag

LANGUAGE = "bash"

MOST_SOURCED = 400
"""Files that a script reads in, itself or by others."""

MOST_USERS = 200
"""Scripts that read a file in, of which the functions are looked at."""


_SEVERAL_WORDS = re.compile(r"\w[-_:.]\w|^_\w")
"""A name that no program outside is likely to have."""


def _is_test(path: str) -> bool:
    return Flag.TEST in path_flags(path, LANGUAGE)


def _is_open(facts: FileFacts) -> bool:
    """Return whether a script sources files whose names it puts together."""
    return any(each.kind == SOURCE and UNKNOWN in each.source.rpartition("/")[2] for each in facts.imports)


class Names:
    """Knows the functions that each script of a root can call."""

    def __init__(self, files: Sequence[FileFacts]) -> None:
        self.files = {each.path: each for each in files if each.language == LANGUAGE}
        self.scripts = Scripts([each.path for each in files])
        self._functions: dict[str, dict[str, str]] = {}
        """File -> name of a function -> its identifier."""
        self._sources: dict[str, list[str]] = {}
        self._users: dict[str, list[str]] = defaultdict(list)
        self._visible: dict[str, dict[str, str]] = {}
        self._seen_by_users: dict[str, dict[str, str]] = {}
        self._provided: dict[str, str] | None = None
        self.passing: set[str] = set()
        """Functions that run the words that they are called with."""
        for path, facts in self.files.items():
            self._functions[path] = {
                each.name: each.local_id for each in facts.definitions if each.kind in CALLABLE
            }
            targets = (
                target for each in facts.imports if each.kind != RUN for target in self.scripts.files(path, each)
            )
            self._sources[path] = [each for each in dict.fromkeys(targets) if each in self.files and each != path]
            for target in self._sources[path]:
                self._users[target].append(path)
            self.passing.update(
                facts.definitions[each.owner].local_id for each in facts.variables if each.type == RUNS
            )

    def function(self, path: str, name: str) -> tuple[str, str]:
        """Return the function that a name calls in a script, or nothing, and how it is known."""
        own = self._functions[path].get(name, "")
        if own:
            return own, "scope"
        target = self.visible(path).get(name, "") or self._of_users(path).get(name, "")
        if not target and _SEVERAL_WORDS.search(name):
            return self._provided_functions().get(name, ""), "inferred"
        return target, "import"

    def visible(self, path: str) -> dict[str, str]:
        """Return the functions of a script and of what it sources; a name that several files have is empty."""
        if path not in self._visible:
            functions: dict[str, str] = {}
            for level in self._levels(path):
                nearest: dict[str, str] = {}
                for each in level:
                    for name, local_id in self._functions[each].items():
                        nearest[name] = local_id if nearest.get(name, local_id) == local_id else ""
                functions = nearest | functions
            self._visible[path] = functions
        return self._visible[path]

    def _provided_functions(self) -> dict[str, str]:
        """Return the functions of scripts that source files by a name which they put together.

        These files see them. A name that is defined twice in the root, or in a test, is left out.
        """
        if self._provided is None:
            counts = Counter(name for path in self.files if not _is_test(path) for name in self._functions[path])
            sourcing = [path for path, facts in self.files.items() if not _is_test(path) and _is_open(facts)]
            known = dict.fromkeys(sourcing)
            for each in sourcing:
                known.update(dict.fromkeys(self._users.get(each, ())))
            self._provided = {
                name: local_id
                for each in known
                for name, local_id in self.visible(each).items()
                if local_id and counts[name] == 1
            }
        return self._provided

    def beginning(self, path: str, text: str) -> Iterable[str]:
        """Return the functions that a script can call whose names begin so."""
        return [local_id for name, local_id in self.visible(path).items() if local_id and name.startswith(text)]

    def _levels(self, path: str) -> Iterator[list[str]]:
        """Yield a script, the files that it sources, those that these source, and so on."""
        seen = {path}
        level = [path]
        while level and len(seen) <= MOST_SOURCED:
            yield level
            level = [
                each for each in dict.fromkeys(t for s in level for t in self._sources[s]) if each not in seen
            ]
            seen.update(level)

    def _of_users(self, path: str) -> dict[str, str]:
        """Return the functions of all scripts that source a file; a name that they have differently is empty."""
        if path not in self._seen_by_users:
            users = {path: None}
            waiting = [path]
            while waiting and len(users) <= MOST_USERS:
                more = [user for user in self._users.get(waiting.pop(), ()) if user not in users]
                users.update(dict.fromkeys(more))
                waiting += more
            functions: dict[str, str] = {}
            for each in list(users)[1:] if len(users) <= MOST_USERS else ():
                for name, local_id in self.visible(each).items():
                    functions[name] = local_id if functions.get(name, local_id) == local_id else ""
            self._seen_by_users[path] = functions
        return self._seen_by_users[path]
