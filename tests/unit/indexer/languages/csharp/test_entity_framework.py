"""Tables that C# names in other ways than by a literal beside the class."""

from search.types.graph import EdgeType
from tests.unit.indexer.resolve.graph_samples import graph_of


def to_tables(*sources: str, scripts: str = "") -> set[tuple[str, str, str]]:
    files = {f"{number}.cs": text for number, text in enumerate(sources)}
    graph = graph_of(files | ({"all.sql": scripts} if scripts else {}))
    edges = (
        (each.source.removeprefix("r@b:").removeprefix("ext:nuget:"), each.type.value, each.target[4:])
        for each in graph.edges
    )
    return {each for each in edges if each[2].startswith("sql:") and each[1] != "defines"}


ROLE = "Microsoft.AspNetCore.Identity.IdentityRole"

UP = "partial class Init : Migration {{ protected override void Up(MigrationBuilder migrationBuilder) {{ {} }} }}"


def test_migrations_leave_tables_and_foreign_keys_behind() -> None:
    first = UP.format(
        """migrationBuilder.CreateTable(name: "orders", schema: "shop", columns: t => new { }, constraints: t => {
            t.ForeignKey(name: "FK_1", column: x => x.B, principalSchema: "shop", principalTable: "buyers"); });
        migrationBuilder.CreateTable("buyers", schema: "shop", columns: t => new { });
        migrationBuilder.CreateTable("cards", schema: "shop", columns: t => new { });
        migrationBuilder.AddForeignKey(name: "FK_2", schema: "shop", table: "orders", column: "C",
            principalSchema: "shop", principalTable: "cards");"""
    )
    second = UP.format('migrationBuilder.DropTable(name: "cards", schema: "shop");')
    key = ("sql:shop.orders", "foreign_key", "sql:shop.buyers")
    assert to_tables(first) == {key, ("sql:shop.orders", "foreign_key", "sql:shop.cards")}
    assert to_tables(first, second) == {key}


def test_migrations_say_nothing_of_a_table_that_a_script_defines() -> None:
    migration = UP.format(
        'migrationBuilder.CreateTable("A", t => new { }); migrationBuilder.CreateTable("B", t => new { });'
        'migrationBuilder.AddForeignKey("FK", "A", "X", principalTable: "B");'
    )
    assert (
        to_tables(migration, scripts="CREATE TABLE dbo.A (X INT)\nGO\nCREATE TABLE dbo.B (X INT)\nGO\n") == set()
    )


def test_a_context_gives_its_default_schema_to_tables_without_one() -> None:
    context = """class Order { } class Buyer { } class Context : DbContext {
        const string Schema = "shop"; public DbSet<Order> Orders { get; set; }
        protected override void OnModelCreating(ModelBuilder b) { b.HasDefaultSchema(Schema); } }
    class Map { public void Configure(EntityTypeBuilder<Buyer> b) { b.ToTable("Buyers"); } }"""
    assert to_tables(context) == {
        ("cs:Order", "maps_to", "sql:shop.orders"),
        ("cs:Buyer", "maps_to", "sql:shop.buyers"),
    }
    assert ("cs:Order", "maps_to", "sql:dbo.orders") in to_tables(
        context, scripts="CREATE TABLE dbo.Orders (X INT)\nGO\n"
    )


SNAPSHOT = """namespace Shop { partial class Snapshot : ModelSnapshot {
    protected override void BuildModel(ModelBuilder modelBuilder) {
        modelBuilder.Entity("Shop.Book", b => { b.Property<int>("Id"); b.ToTable("lib_book", (string)null);
            b.OwnsOne("Shop.Book.Size#Shop.Size", "Size", b1 => { b1.ToTable("lib_size"); }); });
        modelBuilder.Entity("Shop.Shelf+Row", b => { b.HasKey("Id"); b.ToTable("lib_row", "store"); });
        modelBuilder.Entity("BookTag", b => { b.ToTable("lib_tag"); }); } } }"""

LIBRARY = """namespace Shop { class Book { } class Size { } class Shelf { class Row { } }
    class Desk { void Read(IRepository<Book> books) { books.Query(); } } }"""


def test_the_snapshot_of_a_model_names_the_table_of_a_class() -> None:
    assert to_tables(LIBRARY, SNAPSHOT) == {
        ("cs:Shop.Book", "maps_to", "sql:main.lib_book"),
        ("cs:Shop.Size", "maps_to", "sql:main.lib_size"),
        ("cs:Shop.Shelf.Row", "maps_to", "sql:store.lib_row"),
        ("cs:Shop.Desk.Read", "reads_table", "sql:main.lib_book"),
    }


def test_a_mapping_in_code_goes_before_the_snapshot_and_the_snapshot_before_the_name_of_a_set() -> None:
    context = """namespace Shop { class Context : DbContext { DbSet<Book> Books { get; set; }
        void A(EntityTypeBuilder<Size> b) { b.ToTable("sizes"); } } }"""
    result = to_tables(LIBRARY, SNAPSHOT, context)
    assert ("cs:Shop.Book", "maps_to", "sql:main.lib_book") in result
    assert ("cs:Shop.Size", "maps_to", "sql:main.sizes") in result
    assert not {each for each in result if each[2].endswith(("books", "lib_size"))}


def test_the_snapshot_says_the_schema_of_its_tables_itself() -> None:
    designer = """partial class Init { void BuildTargetModel(ModelBuilder modelBuilder) {
        modelBuilder.HasDefaultSchema("former"); } }"""
    assert ("cs:Shop.Book", "maps_to", "sql:main.lib_book") in to_tables(LIBRARY, SNAPSHOT, designer)
    own = SNAPSHOT.replace("modelBuilder.Entity", 'modelBuilder.HasDefaultSchema("now"); modelBuilder.Entity', 1)
    assert ("cs:Shop.Book", "maps_to", "sql:now.lib_book") in to_tables(LIBRARY, own, designer)


def test_the_model_beside_an_earlier_migration_names_no_table() -> None:
    assert to_tables(LIBRARY, SNAPSHOT.replace(" : ModelSnapshot", "")) == set()


def test_a_table_may_be_named_by_a_constant_of_another_class() -> None:
    mapping = """class Order { } class Map { static readonly string Own = "mine";
        void A(EntityTypeBuilder<Order> b) { b.ToTable(Tables.Orders, Own); } }"""
    constants = 'static class Tables { public const string Orders = "all_orders"; }'
    assert to_tables(mapping, constants) == {("cs:Order", "maps_to", "sql:mine.all_orders")}
    assert to_tables(mapping) == set()


def test_dapper_contrib_and_sets_by_type_name_the_class() -> None:
    source = """using Dapper.Contrib.Extensions;
    [Table("Bill")] class Invoice { } class Order { }
    class Store { void A(IDbConnection db) { db.Get<Invoice>(1); db.InsertAsync(new Invoice()); }
        void B(IDbConnection db) { db.Update<Order>(null); }
        void C(DbContext c) { c.Set<Invoice>().Add(null); } }"""
    assert to_tables(source) == {
        ("cs:Invoice", "maps_to", "sql:main.bill"),
        ("cs:Order", "maps_to", "sql:main.orders"),
        ("cs:Store.A", "reads_table", "sql:main.bill"),
        ("cs:Store.A", "writes_table", "sql:main.bill"),
        ("cs:Store.B", "writes_table", "sql:main.orders"),
        ("cs:Store.C", "writes_table", "sql:main.bill"),
    }


def test_a_procedure_that_is_executed_by_a_bare_name_is_called() -> None:
    source = 'class S { void A(DbContext c) { c.Database.ExecuteSql($"EXEC dbo.Order_Read {id}"); } }'
    procedure = "CREATE PROC dbo.Order_Read AS SELECT 1\nGO\n"
    assert to_tables(source, scripts=procedure) == {("cs:S.A", "calls", "sql:dbo.order_read")}


IDENTITY = """using Microsoft.AspNetCore.Identity.EntityFrameworkCore; using Microsoft.AspNetCore.Identity;
    class Person : IdentityUser { } class Seed { void Run() { var role = new IdentityRole("a"); } }
    class Users : IdentityDbContext<Person> { }"""


def test_a_context_of_the_platform_brings_its_classes_and_their_tables() -> None:
    result = to_tables(IDENTITY)
    assert {("cs:Person", "maps_to", "sql:main.aspnetusers"), (ROLE, "maps_to", "sql:main.aspnetroles")} <= result
    assert len(result) == 7
    seed = [each for each in graph_of({"a.cs": IDENTITY}).edges if each.type is EdgeType.INSTANTIATES]
    assert [(each.source, each.target) for each in seed] == [("r@b:cs:Seed.Run", "ext:nuget:" + ROLE)]


def test_what_a_mapping_says_of_a_class_of_the_platform_goes_before_its_usual_table() -> None:
    mapping = IDENTITY + ' class M { void C(ModelBuilder b) { b.Entity<IdentityRole>().ToTable("Roles"); } }'
    assert (ROLE, "maps_to", "sql:main.roles") in to_tables(mapping)
    assert (ROLE, "maps_to", "sql:main.aspnetroles") not in to_tables(mapping)


def test_a_context_of_ones_own_or_of_the_older_platform_brings_no_classes_from_outside() -> None:
    own = IDENTITY + " class IdentityDbContext<T> { }"
    older = "using Microsoft.AspNet.Identity.EntityFramework; class Users : IdentityDbContext { }"
    assert to_tables(own) == to_tables(older) == set()


def test_a_class_and_its_key_beside_each_other_are_a_foreign_key() -> None:
    source = """abstract class Owned { public int OwnerId { get; set; } public Owner? Owner { get; set; } }
    class Owner { public int AId; public string A; } class Note { } class Box : Owned {
        public int NoteId { get; set; } [NotMapped] public Note Note { get; set; } public Owner Other { get; } }
    class Context : DbContext { public DbSet<Owner> Owners { get; set; } public DbSet<Note> Notes { get; set; }
        public DbSet<Box> Boxes { get; set; } }"""
    keys = {each for each in to_tables(source) if each[1] == "foreign_key"}
    assert keys == {("sql:main.boxes", "foreign_key", "sql:main.owners")}
    message = to_tables(source, scripts="CREATE TABLE dbo.Boxes (OwnerId INT)\nGO\n")
    assert not any(each[1] == "foreign_key" for each in message)
