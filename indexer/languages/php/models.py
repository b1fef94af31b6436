"""PHP: models of Eloquent and entities of Doctrine, their tables, and the code that asks for them."""

import re
from collections.abc import Iterator

from tree_sitter import Node

from indexer.facts.containers import LIST
from indexer.facts.model import NO_OWNER, Definition, Mapping, SqlUse, Variable
from indexer.facts.syntax import line_of, text_of
from indexer.languages.php.expressions import (
    CALLS,
    THIS,
    argument,
    arguments_of,
    attributes,
    named_class,
    path_of,
    text_in,
)
from indexer.languages.php.names import NAMES, OWN_CLASS, NameTable
from indexer.languages.php.types import type_of

READING = frozenset(
    (
        *("all", "chunk", "count", "cursor", "exists", "find", "findMany", "findOr", "findOrFail", "first"),
        *("firstOrFail", "firstWhere", "get", "has", "join", "latest", "max", "min", "oldest", "orderBy"),
        *("paginate", "pluck", "query", "select", "where", "whereHas", "whereIn", "whereNotNull", "whereNull"),
        *("with", "withCount", "withTrashed", "without"),
    )
)
"""Methods of a class of Eloquent that begin a query."""

WRITING = frozenset(
    (
        *("create", "createMany", "destroy", "firstOrCreate", "forceCreate", "insert", "insertGetId"),
        *("insertOrIgnore", "truncate", "updateOrCreate", "updateOrInsert", "upsert"),
    )
)
SAVING = frozenset(
    (
        "decrement",
        "delete",
        "forceDelete",
        "increment",
        "push",
        "restore",
        "save",
        "saveOrFail",
        "saveQuietly",
        "update",
    )
)
"""Methods of an object of Eloquent that write it."""

CHANGING = (WRITING | SAVING) - {"push"}
"""Methods of a query that write; collections have a ``push`` too."""

QUERYING = re.compile(
    r"(?:or)?[wW]here\w*|(?:find|first)(?:OrFail)?|(?:left|right|cross)?[jJ]oin\w*|orderBy\w*|with(?:out)?[A-Z]\w*"
    r"|newQuery|query|with|without|has|doesntHave|latest|oldest|limit|take|skip|offset|lockForUpdate|sole|select\w*"
)
"""Methods of a class of Eloquent, or of a query, that give a query or the object that it finds."""

TABLE = re.compile(r"(\w{1,100}(?:\.\w{1,100})?)(?:\s+[aA][sS]\s+\w+)?")
SCOPE = re.compile(r"scope([A-Z]\w*)")

MOST_LINKS = 30

TO_ONE = frozenset(("belongsTo", "hasOne", "hasOneThrough", "morphOne"))
TO_MANY = frozenset(("belongsToMany", "hasMany", "hasManyThrough", "morphMany", "morphToMany", "morphedByMany"))
"""Methods of a model of Eloquent that relate it to one object of a class, and to any number of them."""

STORING = frozenset(("persist", "remove"))
"""Methods of Doctrine that take the object which is written."""

KEYS = frozenset(("ManyToOne", "OneToOne"))
REPOSITORIES = frozenset(("ServiceEntityRepository", "EntityRepository"))
"""Classes of Doctrine that give access to the objects of one class."""

READS = "Repository"
"""What `Mapping.member` says of a repository that only reads by itself."""

_ENTITY = re.compile(r"@(?:ORM\\)?Entity\b")
_TABLE = re.compile(r"@(?:ORM\\)?Table\(\s*name\s*=\s*\"([\w.`]{1,100})\"")
_KEY = re.compile(r"@(?:ORM\\)?(?:ManyToOne|OneToOne)\(([^)\n]{0,300})")
_ENTITY_OF_KEY = re.compile(r"targetEntity\s*=\s*(?:\"([\w\\]{1,200})\"|([\w\\]{1,200})::class)")


def class_mappings(node: Node, owner: int, comment: str, names: NameTable) -> Iterator[Mapping]:
    """Yield the table that a class declares.

    Kinds are ``table`` for an entity of Doctrine, and ``meta`` for what decides whether a model of Eloquent has a
    table, and by which name.
    """
    listed = {name.rpartition("\\")[2]: arguments for name, arguments in attributes(node)}
    line = line_of(node)
    if "Entity" in listed or _ENTITY.search(comment):
        named = arguments_of(listed.get("Table"))
        described = _TABLE.search(comment)
        table = text_in(named.get("name") or named.get("")) or (described.group(1) if described else "")
        yield Mapping(owner, "", table.strip("`"), "table", line)
    if any(child.type == "base_clause" for child in node.named_children):
        is_abstract = any(child.type == "abstract_modifier" for child in node.children)
        table = _declared_table(node)
        if table or is_abstract:
            yield Mapping(owner, "", table, "meta", line, member="abstract" if is_abstract else "")
        yield from _repository(node, owner, comment, names)


def _declared_table(node: Node) -> str:
    """Return the value of ``protected $table = 'orders'``; else empty."""
    body = node.child_by_field_name("body")
    for member in body.named_children if body is not None else ():
        for each in member.named_children if member.type == "property_declaration" else ():
            if text_of(each.child_by_field_name("name")) == "$table":
                return text_in(each.child_by_field_name("default_value"))
    return ""


def _repository(node: Node, owner: int, comment: str, names: NameTable) -> Iterator[Mapping]:
    """Yield the class that a repository of Doctrine keeps: ``@extends ServiceEntityRepository<Post>``."""
    base = next((child for child in node.named_children if child.type == "base_clause"), None)
    extended = text_of(base.named_children[0]).rpartition("\\")[2] if base is not None else ""
    if extended in REPOSITORIES:
        written = re.search(rf"extends\s+\\?(?:\w+\\)*{extended}<\s*([\w\\]+)", comment)
        entity = type_of(written.group(1), names) if written else ""
        if entity:
            yield Mapping(owner, entity, "", "repository", line_of(node), member=READS)


def key_mappings(node: Node, owner: int, comment: str, names: NameTable) -> Iterator[Mapping]:
    """Yield the class that a property of an entity refers to by a foreign key."""
    for name, listed in attributes(node):
        named = arguments_of(listed)
        if name.rpartition("\\")[2] in KEYS and "mappedBy" not in named:
            target = named.get("targetEntity")
            declared = named_class(target) if target is not None else ""
            entity = type_of(declared or text_of(node.child_by_field_name("type")), names)
            if entity:
                yield Mapping(owner, entity, "", "foreign_key", line_of(node))
    key = _KEY.search(comment)
    target_of = _ENTITY_OF_KEY.search(key.group(1)) if key and "mappedBy" not in key.group(1) else None
    if target_of is not None:
        full = target_of.group(1) or ""
        entity = names.full(f"\\{full}" if "\\" in full else full or target_of.group(2))
        yield Mapping(owner, entity, "", "foreign_key", line_of(node))


def call_mappings(node: Node, name: str, owner: int, names: NameTable) -> Iterator[Mapping]:
    """Yield the class of Eloquent, or of Doctrine, whose table a call reads or writes."""
    line = line_of(node)
    scope = node.child_by_field_name("scope")
    if scope is not None and (name in WRITING or name in READING or QUERYING.fullmatch(name)):
        yield from _asked_of(scope, "write" if name in WRITING else "read", owner, line, names)
        return
    queried = _queried(node.child_by_field_name("object")) if name in CHANGING else None
    model = queried.child_by_field_name("scope") if queried is not None and not _table(queried) else None
    if model is not None:
        yield from _asked_of(model, "write", owner, line, names)
    elif name in SAVING or name in STORING:
        arguments = node.child_by_field_name("arguments")
        saved = argument(arguments) if name in STORING else node.child_by_field_name("object")
        path = path_of(saved, names) if saved is not None else ""
        if path:
            yield Mapping(owner, "", "", "write", line, member=path)
    elif name in {"find", "getReference", "getRepository"}:
        first = argument(node.child_by_field_name("arguments"))
        entity = named_class(first) if first is not None else ""
        if entity:
            yield Mapping(owner, names.full(entity), "", "read", line)


def table_uses(node: Node, name: str, owner: int) -> Iterator[SqlUse]:
    """Yield the table that a query by its name reads or writes: ``DB::table('books')->delete()``."""
    role, made = ("writes", _queried(node.child_by_field_name("object"))) if name in CHANGING else ("reads", node)
    table = _table(made) if made is not None else ""
    above = node.parent if table and role == "reads" else None
    is_only_written = above is not None and text_of(above.child_by_field_name("name")) in CHANGING
    if table and made is not None and not is_only_written:
        is_certain = text_of(made.child_by_field_name("scope")).rpartition("\\")[2] == "DB"
        yield SqlUse(owner, table, role, line_of(node), is_certain=is_certain)


def _table(call: Node) -> str:
    """Return the table of ``->table('books as b')`` or ``->from('books')``; else empty."""
    arguments = call.child_by_field_name("arguments")
    is_alone = arguments is not None and arguments.named_child_count == 1
    if not is_alone or text_of(call.child_by_field_name("name")) not in {"table", "from"}:
        return ""
    match = TABLE.fullmatch(text_in(argument(arguments)))
    return match.group(1) if match else ""


def scopes(method: Definition, holder: int, names: NameTable) -> Iterator[Variable]:
    """Yield the name by which queries call ``scopeWhereOpen``: ``whereOpen``."""
    name = SCOPE.fullmatch(method.name) if method.kind == "method" and holder != NO_OWNER else None
    if name:
        short = name.group(1)
        path = f"{names.full(method.qualname.partition('::')[0])}.{method.name}"
        yield Variable(holder, f"{short[0].lower()}{short[1:]}", value=path, line=method.start_line)


def related(node: Node, name: str, names: NameTable) -> str:
    """Return the class of the property that ``return $this->belongsTo(User::class);`` makes of a method."""
    if name not in TO_ONE and name not in TO_MANY:
        return ""
    first = argument(node.child_by_field_name("arguments"))
    made = named_class(first) if first is not None else ""
    above = node.parent
    for _ in range(MOST_LINKS):
        if above is None or above.type not in CALLS:
            break
        above = above.parent
    is_given = above is not None and above.type == "return_statement"
    if not made or not is_given or text_of(node.child_by_field_name("object")) != THIS:
        return ""
    type_ = type_of(made, names)
    return f"{LIST}{type_}" if type_ and name in TO_MANY else type_


def _asked_of(scope: Node, kind: str, owner: int, line: int, names: NameTable) -> Iterator[Mapping]:
    """Yield the use of the table of ``Book`` in ``Book::query()``, or of the class around ``static::query()``."""
    if scope.type in NAMES:
        yield Mapping(owner, names.full(text_of(scope)), "", kind, line)
    elif text_of(scope) in OWN_CLASS:
        yield Mapping(owner, "", "", kind, line, member=THIS)


def _queried(node: Node | None) -> Node | None:
    """Return the call that a chain makes a query with, as in ``Book::where('id', 1)->latest()``."""
    for _ in range(MOST_LINKS):
        if node is not None and _table(node):
            return node
        if node is None or not QUERYING.fullmatch(text_of(node.child_by_field_name("name"))):
            return None
        if node.type == "scoped_call_expression":
            return node
        node = node.child_by_field_name("object") if node.type in CALLS else None
    return None
