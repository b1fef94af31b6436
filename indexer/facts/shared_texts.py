"""One object for equal texts in the facts of many files: a root repeats most of its names many times."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import force_setattr

from indexer.facts.model import FileFacts


class SharedTexts:
    """The texts of the files that were given so far."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    def share(self, facts: FileFacts) -> FileFacts:
        """Return facts that were just decoded, in which texts that are known are the known objects."""
        self._in(facts.definitions, "local_id", "parent", "name", "kind")
        self._in(facts.types, "name")
        self._in(facts.variables, "name", "type", "value")
        self._in(facts.imports, "source", "kind", "name", "alias")
        self._in(facts.signatures, "returns", "parameters")
        self._in(facts.declared, "name", "shape")
        self._in((*facts.calls, *facts.named, *facts.made), "name", "receiver", "argument_types")
        return facts

    def _in(self, records: Iterable[Struct], *names: str) -> None:
        share = self._known.setdefault
        for record in records:
            for name in names:
                text = getattr(record, name)
                known = share(text, text)
                if known is not text:
                    force_setattr(record, name, known)
