"""JavaScript whose comments say types."""

from msgspec.structs import replace

from indexer.facts.model import NO_CALL, FileFacts
from indexer.facts.syntax import Match
from indexer.languages.javascript.extractor import JavaScriptReader
from indexer.languages.javascript.jsdoc import NOTHING, Comments, Documented
from indexer.languages.source import read_source
from indexer.types import ParsedFile


class DocumentedReader(JavaScriptReader):
    """A JavaScript file, with the types that its comments say."""

    def __init__(self, parsed: ParsedFile, query_matches: list[Match]) -> None:
        super().__init__(parsed, query_matches)
        self._comments = Comments(parsed.text)
        self._documented: dict[int, Documented] = {}

    def sign(self, match: Match, index: int) -> None:
        """Note the type that a function gives, and keep those of its parameters."""
        super().sign(match, index)
        known = self._comments.before(match.node) if self.signs else NOTHING
        self._documented[index] = known
        if known.returns and not self.signatures[-1].returns:
            self.signatures[-1] = replace(self.signatures[-1], returns=known.returns)

    def on_variable(self, match: Match, owner: int) -> None:
        """Note a parameter or a field, with the type that a comment says."""
        count = len(self.variables)
        super().on_variable(match, owner)
        for at in range(count, len(self.variables)):
            self._say(at, self._type_of(match, owner, self.variables[at].name))

    def on_member(self, match: Match, owner: int) -> None:
        """``/** @type {Order} */ this.order = value`` says the type of a field."""
        count = len(self.variables)
        super().on_member(match, owner)
        for at in range(count, len(self.variables)):
            self._say(at, self._comments.before(match.node).type)

    def _on_declarator(self, match: Match, owner: int) -> None:
        count = len(self.variables)
        super()._on_declarator(match, owner)
        if len(self.variables) == count + 1:
            self._say(count, self._comments.before(match.node).type)

    def _type_of(self, match: Match, owner: int, name: str) -> str:
        """Return what the comment of a function says of its parameter, or that of a field."""
        if match.node.type != "formal_parameters":
            return self._comments.before(match.node).type
        function = match.node.parent
        is_own = function is not None and self._functions.get((function.start_byte, function.end_byte)) == owner
        return self._documented.get(owner, NOTHING).parameters.get(name, "") if is_own else ""

    def _say(self, at: int, type_: str) -> None:
        if type_:
            self.variables[at] = replace(self.variables[at], type=type_, value="", call=NO_CALL)

    def facts(self, parsed: ParsedFile, *, broken: bool) -> FileFacts:
        """Return the facts, with what comments take from other files behind what is imported."""
        known = {each.alias or each.name for each in self.imports}
        known |= {each.name for each in self.outline.definitions if not each.parent}
        self.imports += (
            [each for each in self._comments.imports() if each.alias not in known] if self.signs else []
        )
        return super().facts(parsed, broken=broken)


def javascript_facts(parsed: ParsedFile, *, outline: bool = False) -> FileFacts:
    """Return the facts of a JavaScript file, or with ``outline`` only its definitions."""
    return read_source(DocumentedReader, parsed, "javascript", outline=outline)
