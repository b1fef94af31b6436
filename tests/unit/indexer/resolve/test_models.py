"""Classes that stand for tables, in the frameworks of Python, Java, TypeScript and Go, and who uses the tables."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edge_lines, edges, graph_of

DATABASE = (" reads_table ", " writes_table ", " maps_to ", " foreign_key ", " reads_view ")


def database_edges(files: dict[str, str]) -> list[str]:
    return sorted(edge for edge in edges(graph_of(files)) if any(kind in edge for kind in DATABASE))


def test_sqlalchemy_classes_have_the_table_they_name_and_their_users_are_found() -> None:
    files = {
        "shop/tables.py": """
from sqlalchemy import Column, ForeignKey, Integer, Table
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    pass


class Customer(Base):
    __tablename__ = "customers"
    id: Mapped[int] = mapped_column(primary_key=True)


class Order(Base):
    __tablename__ = "orders"
    customer_id = Column(Integer, ForeignKey("customers.id"), nullable=False)
    seller_id: Mapped[int] = mapped_column(ForeignKey(Customer.id))


class Line(Base):
    __tablename__ = "lines"
    order_id: Mapped[int] = mapped_column(Integer, ForeignKey("orders.id"))
    order = Column(ForeignKey("nowhere.customer"))


links = Table("order_links", Base.metadata, Column("id", ForeignKey("orders.id")), Column("b", Integer))
""",
        "shop/store.py": """
from sqlalchemy import delete, select

from shop.tables import Customer, Order


def open_orders(session):
    return session.scalars(select(Order).join(Customer)).all()


def forget(session, order):
    session.execute(delete(Order).where(Order.id == order))


def rename(name):
    return name.update(Order)
""",
    }
    assert database_edges(files) == [
        "file:shop/tables.py maps_to sql:main.order_links",
        "py:shop.store:forget writes_table sql:main.orders",
        "py:shop.store:open_orders reads_table sql:main.customers",
        "py:shop.store:open_orders reads_table sql:main.orders",
        "py:shop.store:rename writes_table sql:main.orders",
        "py:shop.tables:Customer maps_to sql:main.customers",
        "py:shop.tables:Line maps_to sql:main.lines",
        "py:shop.tables:Order maps_to sql:main.orders",
        "sql:main.lines foreign_key sql:main.orders",
        "sql:main.order_links foreign_key sql:main.orders",
        "sql:main.orders foreign_key sql:main.customers",
    ]


DJANGO = """
from django.db import models


class Stamped(models.Model):
    made = models.DateTimeField()

    class Meta:
        abstract = True


class Customer(Stamped):
    name = models.TextField()


class OrderLine(Stamped):
    customer = models.ForeignKey("Customer", on_delete=models.CASCADE)
    before = models.ForeignKey("self", null=True, on_delete=models.CASCADE)

    class Meta:
        db_table = "lines"


class BigLine(OrderLine):
    class Meta:
        proxy = True


class Form(forms.Form):
    name = models.TextField()
"""


def test_django_models_have_a_table_by_convention_or_by_name() -> None:
    files = {
        "shop/models.py": DJANGO,
        "shop/views.py": """
from shop.models import Customer, OrderLine


def names():
    return Customer.objects.filter(name="x").order_by("name")


def clean():
    OrderLine.objects.filter(name="x").delete()
    Customer.objects.get_or_create(name="y")


def other(thing):
    return thing.objects.all()
""",
        "shop/migrations/0002_more.py": "def forwards(db):\n    db.execute('UPDATE shop_customer SET name = 1')\n",
    }
    assert database_edges(files) == [
        "py:shop.models:BigLine maps_to sql:main.lines",
        "py:shop.models:Customer maps_to sql:main.shop_customer",
        "py:shop.models:OrderLine maps_to sql:main.lines",
        "py:shop.views:clean reads_table sql:main.lines",
        "py:shop.views:clean writes_table sql:main.lines",
        "py:shop.views:clean writes_table sql:main.shop_customer",
        "py:shop.views:names reads_table sql:main.shop_customer",
        "sql:main.lines foreign_key sql:main.shop_customer",
    ]


def test_jpa_entities_repositories_and_queries_by_class() -> None:
    package = "package shop;\nimport jakarta.persistence.*;\n"
    files = {
        "shop/Customer.java": package + "@Entity public class Customer { @Id Long id; }",
        "shop/OrderItem.java": package
        + """@Entity
@Table(name = "order_items", schema = "sales")
public class OrderItem {
    @ManyToOne(optional = false) private Customer customer;
    @OneToOne(mappedBy = "item") private Customer other;
}""",
        "shop/Items.java": package
        + """public interface Items extends JpaRepository<OrderItem, Long> {
    @Query("select i from OrderItem i where i.customer = :c")
    List<OrderItem> of(Customer c);
    long countByName(String name);
    void deleteByName(String name);
}""",
        "shop/Service.java": package
        + """class Service {
    private final Items items;
    void drop(OrderItem item) { items.delete(item); }
    long many() { return items.count(); }
    Customer one(EntityManager entities) { return entities.find(Customer.class, 1L); }
    void raw(JdbcTemplate jdbc) { jdbc.update("INSERT INTO audit_log (what) VALUES (?)", "x"); }
}""",
    }
    assert database_edges(files) == [
        "java:shop.Customer maps_to sql:main.customer",
        "java:shop.Items reads_table sql:main.order_items",
        "java:shop.Items writes_table sql:main.order_items",
        "java:shop.Items.countByName reads_table sql:main.order_items",
        "java:shop.Items.deleteByName writes_table sql:main.order_items",
        "java:shop.Items.of reads_table sql:main.order_items",
        "java:shop.OrderItem maps_to sql:main.order_items",
        "java:shop.Service.drop writes_table sql:main.order_items",
        "java:shop.Service.many reads_table sql:main.order_items",
        "java:shop.Service.one reads_table sql:main.customer",
        "java:shop.Service.raw writes_table sql:main.audit_log",
        "sql:main.order_items foreign_key sql:main.customer",
    ]


def test_typeorm_entities_and_their_repositories() -> None:
    files = {
        "src/order.ts": """
import { Customer } from "./customer";

@Entity({ name: "orders" })
export class Order {
  @ManyToOne(() => Customer, (customer) => customer.orders)
  customer: Customer;
}
""",
        "src/customer.ts": '@Entity()\nexport class BigCustomer {}\n@Entity("people")\nexport class Customer {}\n',
        "src/service.ts": """
import { Order } from "./order";
import { Customer } from "./customer";

export class Service {
  constructor(@InjectRepository(Order) private readonly orders: Repository<Order>) {}

  all() { return this.orders.find({ take: 10 }); }

  async add(order: Order) { this.orders.create(order); await this.orders.save(order); }

  people(manager: EntityManager) { return manager.getRepository(Customer).find(); }
}
""",
    }
    assert database_edges(files) == [
        "sql:main.orders foreign_key sql:main.people",
        "ts:src/customer.ts#BigCustomer maps_to sql:main.big_customer",
        "ts:src/customer.ts#Customer maps_to sql:main.people",
        "ts:src/order.ts#Order maps_to sql:main.orders",
        "ts:src/service.ts#Service.add writes_table sql:main.orders",
        "ts:src/service.ts#Service.all reads_table sql:main.orders",
        "ts:src/service.ts#Service.people reads_table sql:main.people",
    ]


def test_prisma_models_and_the_calls_of_its_client() -> None:
    files = {
        "prisma/schema.prisma": """
// model Gone { id Int }
model User {
  id     Int     @id
  orders Order[]
}

model Order {
  id     Int  @id
  userId Int
  user   User @relation(fields: [userId], references: [id])

  @@map("orders")
}

enum Colour {
  RED
}
""",
        "src/store.ts": """
export async function list(ctx: Context) { return ctx.prisma.order.findMany({}); }
export async function drop(prisma: PrismaClient) { await prisma.user.deleteMany(); }
export function other(list: Thing) { return list.order.findMany(); }
""",
    }
    assert database_edges(files) == [
        "prisma:prisma/schema.prisma#Order maps_to sql:main.orders",
        "prisma:prisma/schema.prisma#User maps_to sql:main.user",
        "sql:main.orders foreign_key sql:main.user",
        "ts:src/store.ts#drop writes_table sql:main.user",
        "ts:src/store.ts#list reads_table sql:main.orders",
    ]


def test_gorm_structs_and_queries_by_struct() -> None:
    files = {
        "go.mod": "module shop\n",
        "store/models.go": """package store

type OrderItem struct {
	gorm.Model
	Name string
}

type Customer struct {
	ID   uint `gorm:"primaryKey"`
	Name string
}

func (Customer) TableName() string { return "people" }

type Plain struct{ ID uint }
""",
        "store/use.go": """package store

func All(db *gorm.DB) {
	var one Customer
	db.First(&one)
	db.Model(&OrderItem{}).Where("x").Count(nil)
	db.Create(&Customer{Name: "x"})
	db.Find(&Plain{})
}

func Raw(db *sqlx.DB) {
	db.Get(nil, "SELECT id, name FROM invoices WHERE id = $1", 1)
}
""",
    }
    assert database_edges(files) == [
        "go:store.All reads_table sql:main.order_items",
        "go:store.All reads_table sql:main.people",
        "go:store.All writes_table sql:main.people",
        "go:store.Customer maps_to sql:main.people",
        "go:store.OrderItem maps_to sql:main.order_items",
        "go:store.Raw reads_table sql:main.invoices",
    ]


def test_a_table_that_scripts_define_is_the_one_that_is_mapped() -> None:
    files = {
        "db/shop.sql": "CREATE TABLE sales.Customers (Id INT)\nGO\nCREATE TABLE dbo.Other (Id INT)\nGO\n",
        "shop.py": 'class Customer(Base):\n    __tablename__ = "customers"\n',
    }
    assert database_edges(files) == ["py:shop:Customer maps_to sql:sales.customers"]


@pytest.mark.parametrize(
    ("text", "tables"),
    [
        ("SELECT id FROM orders WHERE id = %s", ["orders"]),
        ("select id, name from orders", ["orders"]),
        ("insert into orders (id) values (1)", ["orders"]),
        ("INSERT INTO sales.orders SELECT * FROM staged", ["orders", "staged"]),
        ("Select one from the list", []),
        ("select everything from here and there", []),
        ("delete from time to time", []),
        ("SELECT name FROM sqlite_master", []),
        ("SELECT * FROM information_schema.tables", []),
        ("SELECT * FROM {table}", []),
        ("WITH recent AS (SELECT * FROM orders) SELECT * FROM recent", ["orders"]),
        ("FROM orders o JOIN lines l ON l.id = o.id", []),
    ],
)
def test_a_whole_statement_implies_its_tables_and_a_sentence_none(text: str, tables: list[str]) -> None:
    result = database_edges({"store.py": f"def read(db):\n    return db.run('{text}')\n"})
    assert sorted(edge.rpartition(".")[2] for edge in result) == tables


def test_tests_and_examples_imply_no_table_but_use_those_there_are() -> None:
    statement = "def go(db):\n    db.run('SELECT * FROM orders')\n    db.run('SELECT * FROM made_up')\n"
    files = {"tests/test_store.py": statement, "examples/show.py": statement}
    assert database_edges(files) == []
    files["db.sql"] = "CREATE TABLE orders (id INT);"
    assert {edge.rpartition(".")[2] for edge in database_edges(files)} == {"orders"}


@pytest.mark.parametrize(
    "script",
    [
        "migrations/2024-01-02-000000_orders/up.sql",
        "prisma/migrations/20240102000000_orders/migration.sql",
        "db/migrations/000002_orders.up.sql",
        "db/migrate/20240102000000_orders.sql",
        "sql/V2__orders.sql",
    ],
)
def test_scripts_of_past_migrations_are_history_unless_code_speaks_of_the_table(script: str) -> None:
    files = {script: "CREATE TABLE orders (id INT);", "schema.sql": "CREATE TABLE customers (id INT);"}
    past = next(node for node in graph_of(files).nodes if node.name == "orders")
    assert past.historic
    files["models.py"] = 'class Order(Base):\n    __tablename__ = "orders"\n'
    living = next(node for node in graph_of(files).nodes if node.name == "orders")
    assert not living.historic


REPOSITORIES = """
namespace Shop {
public class Order { public int Id; }
public class Unmapped { }
public interface IRepository<T> { IQueryable<T> Table { get; } void Insert(T each); T GetById(int id); }
public interface IOrderRepository : IRepository<Order> { string GetNameOf(int id); }
public class OrderMap : EntityTypeConfiguration<Order> { public OrderMap() { this.ToTable("Orders"); } }
public class Service {
    private readonly IRepository<Order> _orders; private readonly IOrderRepository _own;
    private readonly IRepository<Unmapped> _others;
    public void Listed() { var all = from each in _orders.Table select each; }
    public void Added(Order order) { _orders.Insert(order); }
    public Order Single() { return _own.GetById(1); }
    public void Several() { _own.Table.Where(each => each.Id == 1).ToList(); }
    public string Own() { return _own.GetNameOf(1); }
    public void Other() { _others.GetById(1); }
} }
"""


def test_uses_of_a_generic_repository_are_uses_of_the_table_of_its_class() -> None:
    result = edges(graph_of({"Service.cs": REPOSITORIES}))
    assert {each for each in result if " sql:" in each} == {
        "cs:Shop.Order maps_to sql:main.orders",
        "cs:Shop.Service.Listed reads_table sql:main.orders",
        "cs:Shop.Service.Added writes_table sql:main.orders",
        "cs:Shop.Service.Single reads_table sql:main.orders",
        "cs:Shop.Service.Several reads_table sql:main.orders",
    }


def test_a_key_of_a_text_that_ends_like_a_table_does_not_refer_to_it() -> None:
    text = """class A { void F(SqlCommand c) {
        T("Admin.Fields.Orders"); T("dbo.Orders"); T("[Orders]"); T("Orders"); T("Shop.dbo.Orders"); } }"""
    script = "CREATE TABLE dbo.Orders (Id int)\nGO"
    lines = [each for each in edge_lines(graph_of({"a.sql": script, "a.cs": text})) if "sql:" in each]
    assert lines == ["cs:A.F references sql:dbo.orders (proc_string, a.cs:2)"]
    without = text.replace('T("dbo.Orders"); T("[Orders]");', "").replace('T("Shop.dbo.Orders");', "")
    assert not [each for each in edges(graph_of({"a.sql": script, "a.cs": without})) if "sql:" in each]
