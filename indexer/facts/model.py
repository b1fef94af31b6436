"""Graph facts of one file: a pure function of its path and text, cached by content hash.

A fact says what is in the file, never what it means elsewhere; ``indexer.resolve`` decides that over all
files of a root. ``owner`` is always an index into ``FileFacts.definitions`` (the innermost definition around the
place), or ``NO_OWNER`` for the file itself.
"""

from typing import Literal

import msgspec

from indexer.facts.contextual_types import Context
from indexer.facts.fact import Fact
from indexer.facts.project_model import Project
from indexer.facts.type_shapes import Declared

EXTRACTOR_VERSION = 38
"""Raised when an extractor gives other facts for the same bytes; cached facts of other versions are dropped."""

NO_OWNER = -1
NO_CALL = -1
OUT = -1
RECEIVER = -2
LAST = -1

Shape = Literal["bare", "this", "base", "path", "type", "chain", "fixture", "other"]
TypeRole = Literal[
    "base", "implemented", "mixed", "extended", "required", "new", "attribute", "type", "reference", "input"
]
"""Closed sets of words; a decoder gives the same object for each, of which a root has half a million."""

BASE_ROLES = frozenset(("base", "implemented", "mixed", "extended"))
"""Roles of what a class has methods of."""

FUNCTION, NULL, PATH, RESULT = "=>", "null", "@", "#"
"""What ``Call.argument_types`` has for a function, for nothing, before a path and before the index of a call."""

FIXTURE: Literal["fixture"] = "fixture"

MOST_GIVEN = 12
"""Arguments of a call that are noted; with more, overloads differ in their number."""

CALLABLE = frozenset(("function", "method", "constructor", "macro"))
"""Kinds of definitions whose nested definitions are not visible outside."""


class Definition(msgspec.Struct, frozen=True, gc=False):
    """Something that a file defines.

    Attributes:
        local_id: canonical identifier without ``repo@branch:``, such as ``cs:Shop.Cart.Add`` or ``doc:a.md#Use``.
        kind: class, interface, method, function, table, view, procedure, section ...
        name: short name, as a person would search for it.
        qualname: full name within its language, as shown in a header path.
        start_line, end_line: from 1, both inclusive; with leading comments and attributes.
        parent: ``local_id`` of the enclosing definition, or empty.
    """

    local_id: str
    kind: str
    name: str
    qualname: str
    start_line: int
    end_line: int
    parent: str = ""

    @property
    def is_named(self) -> bool:
        """Return whether a person gave it its name; a class without one is called by its base, ``Runnable{}``."""
        return not self.name.endswith("{}")


class Import(Fact, frozen=True):
    """A name brought in from elsewhere.

    Attributes:
        source: module, namespace, package, crate path or file as written.
        kind: how, in the language's words: ``using``, ``global``, ``static``, ``from``, ``require``, ``mod`` ...
        name: the one thing taken from ``source``; empty for all of it.
        alias: local name when it differs.
        within: the namespace that a directive of C# or a prototype of C++ stands inside of.
    """

    source: str
    line: int
    kind: str = ""
    name: str = ""
    alias: str = ""
    owner: int = NO_OWNER
    within: str = ""


class TypeUse(Fact, frozen=True):
    """A type's name as written, generic arguments included.

    Attributes:
        role: ``base``, ``new``, ``attribute``, or ``type`` for any other mention; in Terraform ``reference`` or
            ``input``; in Dart ``implemented`` for a base that gives no code; in Ruby ``mixed`` for a module whose
            methods the objects of a class have, and ``extended`` for one whose methods the class has itself.
            In Scala ``required`` for one that the objects of a trait are of as well: its members are seen as those
            of the trait.
    """

    owner: int
    name: str
    role: TypeRole
    line: int


class Signature(Fact, frozen=True):
    """The declared types of the definition ``owner``.

    Attributes:
        returns: type it gives, as written; of an alias in Kotlin the function's type that it names; empty when
            unknown.
        required, total: how many arguments it must and may take; ``total`` is -1 for any number.
        receiver: type of the ``this`` parameter of an extension method, or a Go or Rust receiver; of an extension
            of Swift the type that it extends.
        type_parameters: names of generic parameters.
        constraints: what generic parameters have to be, as ``T:Part``, one entry for each bound.
        is_static: belongs to the type, not to an object.
        is_field: holds a value that is read or written, not called.
        overrides: takes the place of the member of a base that has the same name, where there is one. In C# that
            is written; elsewhere it holds for every method that is neither static nor private.
        parameters: types of the parameters as the identifier of an overload has them, ``(int,List<Order>)``; of a
            generic method behind their number, ```1(T)``; in Swift with their labels, ``(at:Int)``. Empty in
            languages without overloads.
        is_private: only its own module may call it; said of languages whose modules import names of others. In C#
            it is a member of an interface that a class has for objects of that alone.
    """

    owner: int
    returns: str = ""
    required: int = 0
    total: int = 0
    receiver: str = ""
    type_parameters: tuple[str, ...] = ()
    is_static: bool = False
    is_field: bool = False
    constraints: tuple[str, ...] = ()
    overrides: bool = False
    parameters: str = ""
    is_private: bool = False


class Variable(Fact, frozen=True):
    """A local, parameter or field.

    Attributes:
        type: declared type as written; empty when it follows from the value.
        value: dotted path that it is set to (``order.Lines``), when that is all there is; behind a call, the path
            from its result on; in Dart, of what is handed in an argument with a label, that.
        call: index into ``calls`` of the call that gives its value, or ``NO_CALL``.
        is_element: it is one element of the value (a loop variable).
        line: where it is declared.
        given_to: index into ``calls`` of the call that has it in an argument: as a parameter of a function that is
            handed over, or as an ``out`` variable; ``NO_CALL`` for any other.
        argument: which argument of that call, from 0; ``LAST`` for a function behind the brackets.
        parameter: which parameter of the function, from 0; ``OUT`` for an ``out`` variable, ``RECEIVER`` for the
            object that the function is called of. Of an element in Python 1 where it is one behind an index or a
            key, of any other variable 1 where a ``with`` enters its value.
    """

    owner: int
    name: str
    type: str = ""
    value: str = ""
    call: int = NO_CALL
    is_element: bool = False
    line: int = 0
    given_to: int = NO_CALL
    argument: int = 0
    parameter: int = 0


class Call(Fact, frozen=True):
    """A call.

    Attributes:
        shape: ``bare``, ``this``, ``base``, ``path`` (a variable, type or dotted path), ``type`` (a cast or
            ``new``), ``chain`` (the result of another call), ``fixture`` (a parameter that pytest fills) or
            ``other``.
        receiver: the path or type as written; of a chain, the path from the inner call's result on. In Kotlin, of
            ``bare`` and ``this``, the variables of what the functions around are called of, innermost first.
        inner: index into ``calls`` of the receiver of a chain.
        arguments: how many; -1 when unknown.
        type_arguments: text between the angle brackets.
        argument_types: what the arguments are, between semicolons: a type, ``null``, ``=>`` for a function, ``@``
            and a path, ``#`` and the index of a call; nothing for any other. Empty where none of them is known.
            In Java the index of the call that a function gives, or its name, stands behind ``=>``.
            In Swift they are the labels.
    """

    owner: int
    name: str
    shape: Shape
    line: int
    receiver: str = ""
    inner: int = NO_CALL
    arguments: int = -1
    type_arguments: str = ""
    argument_types: str = ""


class Text(Fact, frozen=True):
    """A string that may name a database object; an unknown part stands as ``{expression}``."""

    owner: int
    text: str
    line: int


class SqlUse(Fact, frozen=True):
    """A database object that is used.

    Attributes:
        name: as written without quotes, parts joined by a dot.
        role: ``reads``, ``writes``, ``calls``, ``foreign_key``, ``trigger_on``, ``references`` or ``drops``.
        source: the object that uses it, when that is not ``owner``.
        is_certain: in a program's string that can be nothing but a whole statement, and by a plain name: there is
            such an object although no script may define it.
        columns: that are read or written, as far as the statement names them; behind ``?`` where it may be one of
            another table, and ``*`` for all.
    """

    owner: int
    name: str
    role: str
    line: int
    source: str = ""
    is_certain: bool = False
    columns: tuple[str, ...] = ()


class TableColumns(Fact, frozen=True):
    """The columns of the table ``owner`` where it is created."""

    owner: int
    names: tuple[str, ...]


class Mapping(Fact, frozen=True):
    """An object-relational mapping.

    Attributes:
        entity: class name as written; empty for the class that is ``owner``.
        table: table name; empty when the mapping says nothing of it.
        kind: ``table``; ``read`` or ``write`` (in C# of the set ``member`` of the variable ``entity``, elsewhere
            of the table of ``entity``, or of that of the type of the variable ``member``); ``foreign_key`` to the
            table of ``entity`` (or to its column ``orders.id``), of ``table`` where there is no class;
            ``repository`` or ``holder``: ``owner``, or its variable ``member``, gives access to that table;
            ``described``: a table without a class; ``meta``: what Django's ``Meta`` says, or Rails of a class that
            has no table or one with an unread name. In Ruby, ``mixed`` and ``extended``: the module ``member`` is
            mixed into the class ``entity``, or into those that call the method ``owner``; ``macro``: the class
            ``owner`` calls ``member``. In C#, ``reads_entity``, ``writes_entity``, ``contrib_read`` and
            ``contrib_write`` of the table of ``entity``;
            ``snapshot``: as ``table``, with the full name of the class, in the snapshot of a model;
            ``schema``: ``table`` is the default schema of the class around; ``constant``: ``table`` is the value
            of the constant ``member``; of migrations ``created``, ``dropped``, ``renamed`` (to ``entity``) and
            ``migrated_key`` (to the table ``entity``). In MyBatis ``statement``: the method ``entity`` uses
            ``table`` in the role ``member``.
    """

    owner: int
    entity: str
    table: str
    kind: str
    line: int
    member: str = ""


class Route(Fact, frozen=True):
    """What code says about an HTTP address; unknown parts of a path are in braces.

    Attributes:
        role: ``serves``; ``located``, which is the same where a package around the file depends on one of those in
            ``name``; ``group``: ``name`` is a router below ``router`` with its own ``path``; ``mounts``:
            ``name`` is what takes its requests below a path, ``remounts`` below this one in place of its own;
            ``constant``: ``name`` has a text that paths begin with; ``list``: ``name`` is a list of routes that
            are served only where it is mounted; ``prefix``: the path of the class ``owner``, or of all routes of
            its method, ``template``: that of each class with the attribute whose constructor is ``owner``;
            ``action``: a public method of a controller; ``convention``: a pattern of the
            addresses of those that have none; ``requests``: the address that a client calls. Of Django REST
            framework ``registers``: its class, and each of its objects, are served below a path; of an ``action``
            of such a class ``name`` is ``detail`` where it is one of an object, ``list`` where it is not.
        method: ``GET``, ``POST`` ...; empty for any.
        path: as written; below that of the router.
        router: variable that it hangs on, as written; empty for the application.
        name: of a group, its variable; of a mounted router, the name as written, or a module behind ``@``, with
            ``#`` before one of its variables.
        handlers: functions that it names, written as calls are; with none of them it is ``owner`` that serves it.
        end_line: last line of a function that is written in place of a name; 0 where there is none.
    """

    owner: int
    role: str
    method: str
    path: str
    line: int
    router: str = ""
    name: str = ""
    handlers: tuple[Call, ...] = ()
    end_line: int = 0


class Link(Fact, frozen=True):
    """A document's reference to something else.

    Attributes:
        target: path or address as written, the name that is mentioned, or the identifier of an anchor.
        kind: ``link``, ``note`` for a link to a document by its name alone, ``mention``, or ``anchor`` for the
            identifier that a document gives to its section ``owner``.
    """

    owner: int
    target: str
    kind: str
    line: int


class EnteredDatabase(Fact, frozen=True):
    """A database that the statements of a script run in, from a line on."""

    name: str
    line: int


class EnteredSchemas(Fact, frozen=True):
    """Schemas that the statements of a script look for names in, from a line on; none are the default ones."""

    names: tuple[str, ...]
    line: int


class FileFacts(msgspec.Struct, frozen=True):
    """Everything that one file says, for the graph.

    Attributes:
        language: as parsed.
        dialect: of SQL: ``tsql``, ``postgres``, ``mysql``, ``sqlite``; else empty.
        definitions: in order of appearance; overloads and parts repeat a ``local_id``.
        namespaces: declared or entered in the file, in order of appearance.
        problems: what could not be read and why, for the log and ``dowse why``.
        named: functions that are named without being called: what is handed over, assigned or given back. They are
            written as calls are.
        made: constructors that are called, without a name: of shape ``type`` the receiver is the type of the new
            object, ``this`` and ``base`` stand for another one of the class around and for one of its base.
        routes: addresses that the file serves or calls.
        arguments: of calls that a framework acts on: messages, types that it makes.
        databases: that a script enters, by line.
        schemas: that a script searches, by line.
        unqualified: places in ``definitions`` of what a script creates by a name without a schema.
        columns: of the tables that a script creates.
        tests: places in ``definitions`` of what a file of other code has for tests alone.
        declared: shapes of types of TypeScript that may be those of functions.
        contexts: where functions of JavaScript stand whose parameters have no types.
    """

    path: str
    language: str
    dialect: str = ""
    definitions: tuple[Definition, ...] = ()
    namespaces: tuple[str, ...] = ()
    imports: tuple[Import, ...] = ()
    types: tuple[TypeUse, ...] = ()
    signatures: tuple[Signature, ...] = ()
    variables: tuple[Variable, ...] = ()
    calls: tuple[Call, ...] = ()
    named: tuple[Call, ...] = ()
    made: tuple[Call, ...] = ()
    texts: tuple[Text, ...] = ()
    sql: tuple[SqlUse, ...] = ()
    mappings: tuple[Mapping, ...] = ()
    links: tuple[Link, ...] = ()
    routes: tuple[Route, ...] = ()
    arguments: tuple[Variable, ...] = ()
    project: Project | None = None
    problems: tuple[str, ...] = ()
    databases: tuple[EnteredDatabase, ...] = ()
    schemas: tuple[EnteredSchemas, ...] = ()
    unqualified: tuple[int, ...] = ()
    columns: tuple[TableColumns, ...] = ()
    tests: tuple[int, ...] = ()
    declared: tuple[Declared, ...] = ()
    contexts: tuple[Context, ...] = ()
