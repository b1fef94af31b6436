"""JavaScript: the names that a file gives to other modules, by ``export`` and by the objects of CommonJS."""

from tree_sitter import Node

from indexer.facts.model import NO_OWNER, Import
from indexer.facts.syntax import Match, line_of, text_of
from indexer.languages.javascript.commonjs import (
    EXPORTS,
    WHOLE_EXPORTS,
    given_names,
    holding_variable,
    loaded,
    wraps_function,
)
from indexer.languages.javascript.file_routes import Default
from indexer.languages.javascript.objects import (
    FUNCTIONS,
    WHOLE,
    bared,
    exported_names,
    is_function,
    is_run,
    parts_with_functions,
    wrapped,
)
from indexer.languages.source import SourceReader, dotted
from indexer.types import ParsedFile


class ExportReader(SourceReader):
    """The part of a JavaScript file that says what it gives to others."""

    def __init__(self, parsed: ParsedFile, query_matches: list[Match]) -> None:
        super().__init__(parsed, query_matches)
        self._exported = frozenset((*exported_names(query_matches), *given_names(query_matches)))
        self.wrapped: dict[str, int] = {}
        """What a call around it makes the default export, with the line of that."""
        self.default: Default | None = None
        """The function without a name that a call around it makes the default export."""
        self.inner_objects: set[int] = set()
        """Where the objects begin that stand in objects with a name and hold functions."""
        self.handlers |= {"export": self._on_export, "def.member": self._on_member_function}

    def note_parts(self, object_: Node) -> bool:
        """Remember which parts of an object with a name are objects with functions; return if there are any."""
        parts = parts_with_functions(object_)
        self.inner_objects |= {each.children[-1].start_byte for each in parts}
        return bool(parts)

    def _on_export(self, match: Match, owner: int) -> None:
        """``export default X`` and ``export { a as b }`` give names of this file another name outside."""
        node = match.node
        if any(child.type in {"default", "="} for child in node.children):
            value = node.child_by_field_name("value") or node.child_by_field_name("declaration")
            self._give(WHOLE, value or node.named_children[-1], match, owner)
        for clause in node.named_children:
            for each in clause.named_children if clause.type == "export_clause" else ():
                inner = text_of(each.child_by_field_name("name"))
                alias = text_of(each.child_by_field_name("alias"))
                if alias:
                    self.imports.append(Import("", line_of(each), "export", inner, alias, owner))

    def _give(self, name: str, value: Node, match: Match, owner: int) -> None:
        """Record an export of a module by its name."""
        value = bared(value)
        line = line_of(value)
        inner = value if value.type in {"identifier", "member_expression"} else value.child_by_field_name("name")
        path = dotted(text_of(inner))
        if modules := loaded(name, value, owner):
            self.imports += modules
        elif path:
            if path != name:
                self.imports.append(Import("", line, "export", path, name, owner))
        elif value.type in FUNCTIONS:
            kind = "class" if value.type == "class" else "function"
            self.sign(match, self.define(kind, name, match.node, owner))
        elif value.type == "object" and name == WHOLE:
            has_parts = self.note_parts(value)
            if match.role == "export":
                if has_parts or any(map(is_function, value.named_children)):
                    self.define("constant", name, match.node, owner)
                self.imports.append(Import("", line, "export", "", name, owner))
            self._give_parts(value, match, owner)
        else:
            self._give_value(name, value, match, owner)

    def _give_value(self, name: str, value: Node, match: Match, owner: int) -> None:
        """Record an export that is neither a name nor a function or an object."""
        if name == WHOLE:
            self.wrapped[wrapped(value)] = line_of(value)
            has_function = wraps_function(value)
            self.default = Default(line_of(value), value.end_point[0] + 1) if has_function else None
        elif wraps_function(value):
            self.define("constant", name, match.node, owner)
        match.parts["value"] = [value]
        self.declare(NO_OWNER, name, match)

    def _give_parts(self, value: Node, match: Match, owner: int) -> None:
        for each in value.named_children:
            part = each.child_by_field_name("value") if each.type == "pair" else None
            key = text_of(each.child_by_field_name("key"))
            if part is not None and part.type in {"identifier", "member_expression"}:
                self._give(key, part, match, owner)
            elif part is not None:
                self.imports += loaded(key, part, owner)
            elif each.type == "spread_element":
                self.imports += loaded(WHOLE, each.named_children[0], owner)[1:]

    def on_member(self, match: Match, owner: int) -> None:
        """``module.exports = value`` and ``exports.name = value`` give it to others."""
        super().on_member(match, owner)
        receiver, name = dotted(text_of(match.part("receiver"))), text_of(match.part("name"))
        (value,) = match.parts["value"]
        while value.type == "assignment_expression":
            value = value.child_by_field_name("right") or value.named_children[-1]
        is_whole = f"{receiver}.{name}" == WHOLE_EXPORTS
        if is_whole and (holder := holding_variable(match.node)):
            self.imports.append(Import("", line_of(match.node), "export", holder, WHOLE, owner))
        if (is_whole or receiver in EXPORTS) and value.type not in FUNCTIONS:
            self._give(WHOLE if is_whole else name, value, match, owner)

    def _on_member_function(self, match: Match, owner: int) -> None:
        """``exports.open = function`` defines a name of the module, ``View.prototype.open = function`` a method.

        ``res.set = res.header = function`` has two names.
        """
        self._define_member(match, match.part("receiver"), match.part("name"), owner)
        above = match.node.parent
        while above is not None and above.type == "assignment_expression":
            left = above.child_by_field_name("left")
            if left is not None and left.type == "member_expression":
                receiver, name = left.child_by_field_name("object"), left.child_by_field_name("property")
                self._define_member(match, receiver, name, owner, is_open=False)
            above = above.parent

    def _define_member(
        self, match: Match, receiver: Node | None, name: Node | None, owner: int, *, is_open: bool = True
    ) -> None:
        holder, short = dotted(text_of(receiver)), text_of(name)
        if f"{holder}.{short}" == WHOLE_EXPORTS:
            self._give_function(match, owner, is_open=is_open)
        elif holder in EXPORTS:
            self.sign(match, self.define("function", short, match.node, owner, is_open=is_open))
        elif holder and holder not in self.own_names:
            qualname = f"{holder.removesuffix('.prototype')}.{short}"
            index = self.define("method", qualname, match.node, owner, is_open=is_open)
            self.outline.adopt(index, short, self.outline.definitions[index].parent)
            self.sign(match, index)

    def _give_function(self, match: Match, owner: int, *, is_open: bool) -> None:
        """``module.exports = function open() {}`` is known by its own name as well."""
        value = match.node.child_by_field_name("right")
        kind = "class" if value is not None and value.type == "class" else "function"
        own = text_of(value.child_by_field_name("name")) if value is not None else ""
        self.sign(match, self.define(kind, own or WHOLE, match.node, owner, is_open=is_open))
        if own:
            self.imports.append(Import("", line_of(match.node), "export", own, WHOLE, owner))

    def is_exported(self, match: Match) -> bool:
        """Return whether a variable is given to other modules."""
        holder = match.node.parent.parent if match.node.parent is not None else None
        is_statement = holder is not None and holder.type == "export_statement"
        is_named = text_of(match.part("name")) in self._exported
        return is_statement or (is_named and not is_run(match.parts["value"][0]))
