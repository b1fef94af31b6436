"""Rust: structs mapped to tables (Diesel, SeaORM)."""

import re
from collections.abc import Iterator

from tree_sitter import Node

from indexer.facts.model import Mapping
from indexer.facts.syntax import line_of, text_of

TABLE = re.compile(r"\b(?:diesel|sea_orm)\s*\([^\]]*?\btable_name\s*=\s*\"?(?:\w+::)*(\w+)")
KEY = re.compile(r"\bdiesel\s*\([^\]]*?\bbelongs_to\s*\(\s*(?:\w+::)*(\w+)")


def struct_mappings(node: Node, owner: int) -> Iterator[Mapping]:
    """Yield the ``table`` that the attributes of a struct declare, and a ``foreign_key`` to that of another."""
    above = node.prev_named_sibling
    while above is not None and above.type in {"attribute_item", "line_comment", "block_comment"}:
        text = text_of(above) if above.type == "attribute_item" else ""
        table, key = TABLE.search(text), KEY.search(text)
        if table:
            yield Mapping(owner, "", table.group(1), "table", line_of(above))
        if key:
            yield Mapping(owner, key.group(1), "", "foreign_key", line_of(above))
        above = above.prev_named_sibling
