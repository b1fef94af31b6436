"""A root before and after some of its files changed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from indexer.discovery.languages import DOCUMENT_LANGUAGES
from indexer.facts.extract import EXTRACTED_LANGUAGES
from indexer.facts.model import FileFacts
from indexer.languages.csharp.names import FAMILY

DOCUMENTS = EXTRACTED_LANGUAGES & DOCUMENT_LANGUAGES
MODULES = EXTRACTED_LANGUAGES - DOCUMENTS - FAMILY - {"sql"}
"""Languages whose files import each other by path or module."""


@dataclass(frozen=True, slots=True)
class Change:
    """A root before and after.

    Attributes:
        before: facts of the files that are gone or were different.
        after: facts of the files that are new or different.
        files: facts of all files as they are now.
        encoded: the same as bytes (`indexer.facts.extract.encode`), by path; they contain names unescaped.
    """

    before: Sequence[FileFacts]
    after: Sequence[FileFacts]
    files: Sequence[FileFacts]
    encoded: Mapping[str, bytes]

    def pairs(self) -> list[tuple[FileFacts, FileFacts]]:
        """Return each file that changed, before and after; empty facts where it was not there."""
        old, new = ({each.path: each for each in side} for side in (self.before, self.after))
        return [
            (old.get(path) or empty_facts(new[path]), new.get(path) or empty_facts(old[path]))
            for path in sorted(old.keys() | new.keys())
        ]

    def all_before(self) -> list[FileFacts]:
        """Return the facts of all files as they were."""
        changed = {each.path for each in self.after}
        return [*(each for each in self.files if each.path not in changed), *self.before]


def empty_facts(facts: FileFacts) -> FileFacts:
    """Return the facts of a file that says nothing."""
    return FileFacts(path=facts.path, language=facts.language)
