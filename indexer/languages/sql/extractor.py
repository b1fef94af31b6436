"""SQL scripts: the objects that are created and what each of them uses."""

from bisect import bisect_right

from msgspec.structs import replace

from indexer.facts.model import NO_OWNER, Definition, FileFacts, SqlUse, TableColumns
from indexer.languages.sql.columns import declared_columns
from indexer.languages.sql.entered_databases import entered_databases
from indexer.languages.sql.lexer import NO_SCHEMA, POSTGRES, Token, default_schema, dialect_of, tokens
from indexer.languages.sql.scanner import StatementScanner
from indexer.languages.sql.search_path import SearchPath
from indexer.languages.sql.statements import Header, StatementSplitter, header
from indexer.languages.sql.templates import filled
from indexer.languages.sql.uses import scan_statement, trigger_target
from indexer.types import ParsedFile


def sql_id(parts: tuple[str, ...], dialect: str, kind: str = "", entered: str = "") -> str:
    """Return the local identifier of an object from the parts of its name: lower-cased, with its schema.

    A trigger has its table's name before its own; a database's or server's name is left out. Without a schema it
    is made in the one that the script has ``entered``.
    """
    own = 2 if kind == "trigger" and len(parts) > 1 else 1
    schema = parts[-own - 1] if len(parts) > own else entered or default_schema(dialect)
    return f"sql:{schema}.{'.'.join(parts[-own:])}".lower()


class SqlReader:
    """Reads the statements of one script."""

    def __init__(self, text: str, path: str) -> None:
        self.dialect = dialect_of(text, path)
        self.definitions: list[Definition] = []
        self.unqualified: list[int] = []
        self.uses: dict[tuple[int, str, str, str], SqlUse] = {}
        self.tables: list[TableColumns] = []
        self._columns: dict[tuple[int, str, str, str], dict[str, None]] = {}
        self.path = SearchPath()
        self._text = text
        self._lines = text.split("\n")
        self._starts = [0]
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line) + 1)

    def read(self, *, outline: bool) -> None:
        """Read all statements; with ``outline`` only the objects that they create."""
        splitter = StatementSplitter(self.dialect)
        for statement in splitter.split(tokens(self._text, self.dialect)):
            if self.dialect == POSTGRES:
                self.path.take(statement, self._line(statement[0].offset), is_apart=splitter.is_apart)
            head = header(statement)
            owner, source = self._created(statement, head)
            if not outline:
                self._use(statement, head, owner, source)
                if owner != NO_OWNER and head is not None and head.kind == "table":
                    self.tables.append(TableColumns(owner, declared_columns(statement, head.name_at)))

    def used(self) -> tuple[SqlUse, ...]:
        """Return the uses with the columns that they name."""
        columns = {key: tuple(listed) for key, listed in self._columns.items()}
        return tuple(replace(use, columns=columns.get(key, ())) for key, use in self.uses.items())

    def _line(self, offset: int) -> int:
        return bisect_right(self._starts, offset)

    def _created(self, statement: list[Token], head: Header | None) -> tuple[int, str]:
        """Return the definition that a statement creates, and the name of the object that it alters."""
        name: tuple[str, ...] = ()
        if head is not None and head.kind:
            name, _ = StatementScanner(statement).name(head.name_at)
        owner, source = NO_OWNER, ""
        if head is not None and name:
            if self._defines(head, name):
                owner = self._define(head, self._full_name(head, name, statement), statement)
            elif head.verb == "ALTER":
                source = ".".join(name)
        return owner, source

    def _use(self, statement: list[Token], head: Header | None, owner: int, source: str) -> None:
        dropped = head is not None and head.verb == "DROP"
        name_uses, columns = scan_statement(statement, None if dropped else head)
        for (parts, role), listed in columns.items():
            self._columns.setdefault((owner, ".".join(parts), role, source), {}).update(listed)
        for name_use in name_uses:
            written = ".".join(name_use.name)
            line = self._line(statement[name_use.at].offset)
            key = (owner, written, name_use.role, source)
            self.uses.setdefault(key, SqlUse(owner, written, name_use.role, line, source))

    @staticmethod
    def _defines(head: Header, name: tuple[str, ...]) -> bool:
        if head.is_temporary or not name[-1] or name[-1][0] in "#@":
            return False
        return head.verb == "CREATE" or (head.verb == "ALTER" and (head.is_routine or head.kind == "view"))

    def _full_name(self, head: Header, name: tuple[str, ...], statement: list[Token]) -> tuple[str, ...]:
        """A trigger belongs to its table: in some dialects two tables may each have one of the same name."""
        if head.kind != "trigger":
            return name
        target, _ = trigger_target(StatementScanner(statement), head.name_at)
        return (*target.name, name[-1]) if target else name

    def _define(self, head: Header, name: tuple[str, ...], statement: list[Token]) -> int:
        first = self._line(statement[0].offset)
        while first > 1 and self._lines[first - 2].lstrip().startswith("--"):
            first -= 1
        local_id = sql_id(name, self.dialect, head.kind, self.path.own)
        schema = local_id[len("sql:") :].partition(".")[0]
        shown = name[-1] if schema == NO_SCHEMA else ".".join(name if len(name) > 1 else (schema, *name))
        last = statement[-1]
        if len(name) == 1 and not self.path.own:
            self.unqualified.append(len(self.definitions))
        self.definitions.append(
            Definition(
                local_id=local_id,
                kind=head.kind,
                name=name[-1],
                qualname=shown,
                start_line=first,
                end_line=self._line(last.offset + len(last.value) - 1),
            )
        )
        return len(self.definitions) - 1


def sql_facts(parsed: ParsedFile, *, outline: bool = False) -> FileFacts:
    """Return the facts of a SQL script, or with ``outline`` the created objects."""
    reader = SqlReader(filled(parsed.text), parsed.path)
    reader.read(outline=outline)
    return FileFacts(
        path=parsed.path,
        language=parsed.language,
        dialect=reader.dialect,
        definitions=tuple(reader.definitions),
        sql=reader.used(),
        columns=tuple(reader.tables),
        databases=entered_databases(parsed.text),
        schemas=tuple(reader.path.entered),
        unqualified=tuple(reader.unqualified),
    )
