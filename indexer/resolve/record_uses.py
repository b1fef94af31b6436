"""Models of Rails: the tables of the classes below Active Record, and the calls that read or write them."""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from indexer.facts.model import FileFacts
from indexer.linking.graph import source_of
from indexer.linking.module_names import ModuleNames
from indexer.linking.module_targets import ModuleTargets
from indexer.linking.modules import OpenClasses, object_class
from indexer.resolve.model_names import plural, snake

RECORDS = frozenset(("ActiveRecord.Base", "ApplicationRecord"))
ABSTRACT = "abstract"
UNREAD = "unread"

WRITES = frozenset(
    (
        *("create", "create!", "create_or_find_by", "create_or_find_by!", "decrement!", "delete", "delete_all"),
        *("delete_by", "destroy", "destroy!", "destroy_all", "destroy_by", "find_or_create_by"),
        *("find_or_create_by!", "increment!", "insert", "insert!", "insert_all", "insert_all!", "save", "save!"),
        *("toggle!", "touch", "touch_all", "update", "update!", "update_all", "update_attribute"),
        *("update_attributes", "update_column", "update_columns", "update_counters", "upsert", "upsert_all"),
    )
)
READS = frozenset(
    (
        *(
            "all",
            "any?",
            "average",
            "count",
            "distinct",
            "each",
            "empty?",
            "exists?",
            "find",
            "find_by",
            "find_by!",
        ),
        *("find_each", "find_in_batches", "find_or_create_by", "find_or_create_by!", "find_or_initialize_by"),
        *("find_by_sql", "first", "first!", "first_or_create", "first_or_create!", "group", "ids", "in_batches"),
        *("includes", "joins", "last", "last!", "left_joins", "left_outer_joins", "limit", "maximum", "minimum"),
        *("none?", "not", "offset", "order", "pick", "pluck", "preload", "eager_load", "rewhere", "select", "sum"),
        *("take", "take!", "unscoped", "where", "with"),
    )
)

FINDING = "find_by_"
"""What methods begin with that are named for the columns that they look in: ``find_by_email``."""


class Record(NamedTuple):
    """A class with a table.

    Attributes:
        local_id: of the class.
        path, line: where it is defined.
        tables: possible names of its table.
        base: the class whose table it shares; empty where it has its own.
    """

    local_id: str
    path: str
    line: int
    tables: tuple[str, ...]
    base: str


def records(names: ModuleNames, classes: OpenClasses, mapped: dict[str, str]) -> Iterator[Record]:
    """Yield the classes below Active Record that are not abstract and have no table yet, bases first."""
    flagged: dict[str, set[str]] = {ABSTRACT: {f"rb:{each}" for each in RECORDS}, UNREAD: set()}
    for facts in names.files.values():
        for each in facts.mappings:
            if each.kind == "meta" and each.member in flagged:
                flagged[each.member].add(source_of(facts, each.owner))
    abstract, unread = flagged[ABSTRACT], flagged[UNREAD] - mapped.keys()
    known = [
        (local_id, class_)
        for local_id, class_ in sorted(names.classes.items())
        if class_.kind == "class" and object_class(local_id) == local_id and local_id not in abstract
    ]
    for local_id, class_ in known:
        if local_id in mapped or not classes.is_derived(local_id, RECORDS):
            continue
        base = _base(names, local_id, abstract, mapped.keys() | unread)
        if local_id in unread or base in unread:
            continue
        facts = names.files[class_.path]
        line = next(each.start_line for each in facts.definitions if each.local_id == local_id)
        full = local_id.removeprefix("rb:").split(".")
        own = plural(snake(full[-1]))
        nested = "_".join(snake(each) for each in full[:-1])
        yield Record(local_id, class_.path, line, (own, f"{nested}_{own}") if nested else (own,), base)


def _base(names: ModuleNames, local_id: str, abstract: Collection[str], named: Collection[str]) -> str:
    """Return the class whose table one shares: the nearest that names its own, or the topmost; else empty."""
    topmost = ""
    seen = {local_id}
    while local_id and topmost not in named:
        class_ = names.classes[local_id]
        above = (each for each in names.bases(class_) if each in names.classes)  # a constant may hold a module
        bases = [each for each in above if names.classes[each].kind == "class" and each not in seen]
        local_id = bases[-1] if bases and bases[-1] not in abstract else ""
        seen.add(local_id)
        topmost = local_id or topmost
    return topmost


def record_uses(
    facts: FileFacts, targets: ModuleTargets, tables: dict[str, str]
) -> Iterator[tuple[int, str, bool, int]]:
    """Yield the uses of tables by calls of Active Record: owner, table, whether it is written, line."""
    for call in facts.calls:
        writes, reads = call.name in WRITES, call.name in READS or call.name.startswith(FINDING)
        if not writes and not reads:
            continue
        receiver = targets.receiver_class(facts, call)
        table = tables.get(object_class(receiver), "")
        if not table or targets.call_target(facts, call)[0]:
            continue
        if writes:
            yield call.owner, table, True, call.line
        if reads and receiver != object_class(receiver):
            yield call.owner, table, False, call.line
