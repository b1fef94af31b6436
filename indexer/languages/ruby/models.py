"""Ruby: tables of the models of Rails, and those that the schema of a program creates."""

import re
from collections.abc import Iterator

from tree_sitter import Node

from indexer.facts.model import NO_OWNER, Mapping
from indexer.facts.syntax import line_of, text_of
from indexer.languages.ruby.syntax import MOST_CHARS, class_name, listed, literal

SCHEMA = re.compile(r"(?:^|/)db/(?:\w+_)?schema\.rb$")
"""File that says which tables there are, after all migrations."""

ABSTRACT = "abstract"
"""What a mapping of the kind ``meta`` says of a class without a table."""

UNREAD = "unread"
"""What it says of a class with a table whose name is not read."""

AFFIX = re.compile(r"(?:[\w:.]+\.)?table_name_(?:prefix|suffix)")
"""What a program may put around the names of all tables, most often nothing."""

FACTORIES = frozenset(("create", "build", "build_stubbed"))
"""Methods of FactoryBot, whose factories have the names of classes."""

KEYS = frozenset(("belongs_to",))


class Tables:
    """Reads the schema of a program, and which classes have no table."""

    def __init__(self, path: str) -> None:
        self.collected: list[Mapping] = []
        self._is_schema = SCHEMA.search(path) is not None

    def read(self, name: str, arguments: Node | None, node: Node, owner: int) -> None:
        """Note the table that a call creates, or a foreign key that it adds to one."""
        line = line_of(node)
        if name == "primary_abstract_class" and owner != NO_OWNER:
            self.collected.append(Mapping(owner, "", "", "meta", line, member=ABSTRACT))
        if not self._is_schema or name not in {"create_table", "add_foreign_key"}:
            return
        names = [literal(each) for each in listed(arguments)]
        if name == "create_table" and names and names[0]:
            self.collected.append(Mapping(owner, "", names[0], "described", line))
        elif len(names) > 1 and names[0] and names[1]:
            self.collected.append(Mapping(owner, f"{names[1]}.id", names[0], "foreign_key", line))


def named_table(left: Node, value: Node | None, owner: int) -> Iterator[Mapping]:
    """Yield what ``self.table_name = "orders"`` and ``self.abstract_class = true`` say of a class."""
    written = text_of(left).replace(" ", "")
    if owner == NO_OWNER or value is None:
        return
    if written == "self.table_name":
        table = literal(value) or _between_affixes(value)
        kind, member = ("table", "") if table else ("meta", UNREAD)
        yield Mapping(owner, "", table, kind, line_of(left), member=member)
    elif written == "self.abstract_class" and value.type == "true":
        yield Mapping(owner, "", "", "meta", line_of(left), member=ABSTRACT)


def _between_affixes(value: Node) -> str:
    """Return ``orders`` of ``"#{table_name_prefix}orders#{table_name_suffix}"``; empty for anything else."""
    if value.type != "string" or value.end_byte - value.start_byte > MOST_CHARS:
        return ""
    texts = [text_of(each) for each in value.named_children if each.type == "string_content"]
    added = (text_of(each).strip("#{} ") for each in value.named_children if each.type != "string_content")
    return "".join(texts) if all(AFFIX.fullmatch(each) for each in added) else ""


def associated(name: str, entity: str, index: int, owner: int, line: int) -> Iterator[Mapping]:
    """Yield the table that an association reads, and the key to it that the table of its class may have."""
    yield Mapping(index, entity, "", "read", line)
    if name in KEYS:
        yield Mapping(owner, entity, "", "foreign_key", line)


def factory_type(node: Node) -> str:
    """Return the class of the object that ``create(:order)`` of FactoryBot makes; empty for anything else."""
    is_bare = node.type == "call" and node.child_by_field_name("receiver") is None
    name = text_of(node.child_by_field_name("method")) if is_bare else ""
    first = next(listed(node.child_by_field_name("arguments")), None) if name in FACTORIES else None
    return f"::{class_name(literal(first))}" if first is not None and first.type == "simple_symbol" else ""
