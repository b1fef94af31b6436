"""Bash: edges of files that are sourced, of scripts that are run, and of the functions that commands call."""

from indexer.facts.model import NO_OWNER, Call, FileFacts
from indexer.languages.bash.extractor import BEGINNING, HANDLER, RUN
from indexer.languages.bash.names import Names
from indexer.languages.link_context import LinkContext
from indexer.linking.graph import GraphBuilder, source_of
from search.types.graph import VALUE, EdgeType

LEAST_BEGINNING = 3
"""Letters of a name that is put together by which functions are looked for."""


def link(context: LinkContext) -> None:
    """Add the edges of all scripts."""
    names = Names(context.files)
    links = _Links(names, context.builder)
    for path, facts in names.files.items():
        if context.builder.wants(path):
            links.add(facts)


class _Links:
    """Adds the edges of scripts."""

    def __init__(self, names: Names, builder: GraphBuilder) -> None:
        self._names = names
        self._builder = builder

    def add(self, facts: FileFacts) -> None:
        """Add the edges of one script."""
        self._link_files(facts)
        for call in facts.calls:
            target, tier = self._names.function(facts.path, call.name)
            if target:
                self._edge(facts, call, target, EdgeType.CALLS, tier)
                if target in self._names.passing:
                    self._link_passed(facts, call)
        for named in facts.named:
            self._link_named(facts, named)

    def _link_files(self, facts: FileFacts) -> None:
        """Add the edges to files that a script reads in, and from what runs other scripts to these."""
        for each in facts.imports:
            evidence = (facts.path, each.line)
            for path in self._names.scripts.files(facts.path, each):
                if path == facts.path:
                    continue
                if each.kind == RUN:
                    source = source_of(facts, each.owner)
                    self._builder.edge(source, f"file:{path}", EdgeType.CALLS, "static", evidence)
                else:
                    self._builder.edge(f"file:{facts.path}", f"file:{path}", EdgeType.IMPORTS, "module", evidence)

    def _link_passed(self, facts: FileFacts, call: Call) -> None:
        """Add the edges to functions that are handed to one which runs its words: ``retry 3 build``."""
        for word in call.argument_types.split():
            target, _ = self._names.function(facts.path, word)
            if target:
                self._edge(facts, call, target, EdgeType.REFERENCES, VALUE)

    def _link_named(self, facts: FileFacts, named: Call) -> None:
        """Add the edge to a function that is named, or that a variable or a name put together may mean."""
        if named.receiver == BEGINNING:
            is_long = len(named.name) >= LEAST_BEGINNING
            targets = list(self._names.beginning(facts.path, named.name)) if is_long else []
        elif named.receiver == HANDLER:
            words = {each.value for each in facts.variables if each.type == HANDLER and each.name == named.name}
            targets = [self._names.function(facts.path, each)[0] for each in sorted(words)]
        else:
            targets = [self._names.function(facts.path, named.name)[0]]
        for target in filter(None, targets):
            self._edge(facts, named, target, EdgeType.REFERENCES, VALUE)

    def _edge(self, facts: FileFacts, call: Call, target: str, type_: EdgeType, tier: str) -> None:
        source = source_of(facts, call.owner)
        if call.owner == NO_OWNER or source != target:
            self._builder.edge(source, target, type_, tier, (facts.path, call.line))
