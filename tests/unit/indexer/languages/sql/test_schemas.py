"""Names without a schema in scripts of PostgreSQL that enter one, as PostgreSQL itself takes them."""

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

PATHS = """SET search_path = shop, pg_catalog;
CREATE TABLE item (id serial);
SET search_path TO "$user", public;
CREATE TABLE item (id serial);
SELECT pg_catalog.set_config('search_path', 'stock', false);
CREATE TABLE part (id serial REFERENCES shop.item);
SET LOCAL search_path TO stock, shop;
CREATE VIEW parts AS SELECT * FROM part, item;
RESET search_path;
CREATE VIEW items AS SELECT * FROM item;
"""

ELEMENTS = """CREATE SCHEMA shop
    CREATE TABLE item (id serial, price text) -- one; of several
    CREATE TABLE line (item integer REFERENCES item (id))
    CREATE VIEW items AS SELECT * FROM item;
CREATE TABLE item (id serial);
CREATE VIEW items AS TABLE item UNION ALL TABLE shop.item;
"""

UNBALANCED = """CREATE FUNCTION sums() RETURNS integer LANGUAGE sql AS $$ WITH a AS ( SELECT 1 FROM item $$;
CREATE TABLE item (id serial);
"""


def test_a_search_path_says_where_names_are_made_and_looked_for() -> None:
    assert edges(graph_of({"a.sql": PATHS})) == {
        "sql:stock.part foreign_key sql:shop.item",
        "sql:stock.parts reads_table sql:stock.part",
        "sql:stock.parts reads_table sql:shop.item",
        "sql:public.items reads_table sql:public.item",
    }


def test_objects_that_are_created_with_their_schema_stand_in_it() -> None:
    assert edges(graph_of({"a.sql": ELEMENTS})) == {
        "sql:shop.line foreign_key sql:shop.item",
        "sql:shop.items reads_table sql:shop.item",
        "sql:public.items reads_table sql:public.item",
        "sql:public.items reads_table sql:shop.item",
    }


def test_a_body_that_does_not_close_what_it_opens_ends_with_its_quotes() -> None:
    assert edges(graph_of({"a.sql": UNBALANCED})) == {"sql:public.sums reads_table sql:public.item"}
