"""Values whose class is an argument of a generic type: of a base, a list, a map, an optional value, a stream."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

SHOP = {
    "p/Item.java": """package p;
public class Item {
    public boolean isOk() { return true; } public String rename() { return ""; }
    public Item next() { return this; } public Item get() { return this; } public void filter() { }
}
""",
    "p/Base.java": """package p;
import java.util.*;
public abstract class Base<K, T> {
    protected List<T> all; protected T first;
    public T find(int id) { return null; }
    public List<T> find() { return all; }
    public Optional<T> maybe(K key) { return null; }
    public <R> R other(R item) { return item; }
}
""",
    "p/Repo.java": "package p; public class Repo extends Base<String, Item> { }",
    "p/Middle.java": "package p; public class Middle<X> extends Base<X, Item> { }",
    "p/Pair.java": "package p; public record Pair(Item item, int count) { }",
    "p/Bean.java": "package p; @Data @Builder public class Bean { private Item item; private boolean ok; }",
    "p/Client.java": """package p;
public interface Client {
    <E> Optional<E> fetch(Class<E> type, int id);
    Optional<Row> fetch(String kind, int id);
    <E> void each(Class<E> type, Consumer<E> function);
    <E> Mono<E> later(Class<E> type);
    <E> Box<E> box(Class<E> type);
    Box<?> box(Type type);
}
""",
    "p/Box.java": "package p; public class Box<T> { public Item item() { return null; } }",
    "p/Row.java": "package p; public class Row { public void rename() { } }",
    "p/T.java": "package p; public class T { public void rename() { } }",
}
MAIN = """package p;
import java.util.*;
class Main extends Base<Long, Item> {{
    Repo repo; Middle<String> middle; List<Item> items; Map<String, Item> byName; Optional<Item> one;
    Map<String, List<Item>> groups; Item[] array; List<Row> rows; Item item; Base<String, Row> rowBase;
    List<Pair> pairs; List<Bean> beans; Client client; Flux<Pair> flux;
    void with(Consumer<Item> function) {{ }}
    void run(List<? extends Item> given, Map.Entry<String, Item> entry) {{ {} }}
}}
"""
RENAME, OK, NEXT = (f"java:p.Item.{name}" for name in ("rename", "isOk", "next"))


def targets(statement: str) -> set[str]:
    graph = graph_of({**SHOP, "p/Main.java": MAIN.format(statement)})
    called = {each for each in edges(graph) if each.startswith("java:p.Main.run calls java:p.")}
    own = {each.rpartition(" ")[2] for each in called}
    return {each for each in own if not any(f".{name}." in each for name in ("Base", "Box", "Client", "Main"))}


@pytest.mark.parametrize(
    "statement",
    [
        "repo.find(1).rename();",
        "middle.find(1).rename();",
        "find(1).rename();",
        "this.find(1).rename();",
        "first.rename();",
        "all.get(0).rename();",
        "repo.all.get(0).rename();",
        "var i = repo.find(1); i.rename();",
        "repo.maybe(2).get().rename();",
        "repo.maybe(2).orElse(null).rename();",
        "Item x = null; var i = one.orElseThrow(); i.rename();",
        "byName.get(1).rename();",
        "groups.get(1).get(0).rename();",
        "items.get(0).rename();",
        "for (var i : items) { i.rename(); }",
        "for (Item i : items) { i.rename(); }",
        "for (var i : array) { i.rename(); }",
        "for (var i : byName.values()) i.rename();",
        "for (var e : byName.entrySet()) e.getValue().rename();",
        "for (var i : repo.find()) i.rename();",
        "given.get(0).rename();",
        "entry.getValue().rename();",
        "items.forEach(x -> x.rename());",
        "items.forEach((x) -> { x.rename(); });",
        "items.stream().filter(rows -> rows != null).findFirst().get().rename();",
        "rows.forEach(x -> x.toString()); items.forEach(x -> x.rename());",
        "byName.forEach((k, v) -> v.rename());",
        "one.ifPresent(x -> x.rename());",
        "var copy = new ArrayList<Item>(); copy.get(0).rename();",
        "items.forEach(item -> item.rename()); rows.forEach(item -> item.toString());",
        "Runnable r = () -> items.get(0).rename();",
        "items.sort((a, b) -> b.rename().compareTo(a.toString()));",
        "other(item).rename();",
        "pairs.stream().map(x -> x.item()).forEach(x -> x.rename());",
        "pairs.stream().map(Pair::item).findFirst().ifPresent(x -> x.rename());",
        "pairs.get(0).item().rename();",
        "beans.get(0).getItem().rename();",
        "Bean.builder().item(null).build().getItem().rename();",
        "one.map(x -> { rows.clear(); return repo.find(1); }).get().rename();",
        "one.flatMap(x -> repo.maybe(1)).get().rename();",
        "client.fetch(Item.class, 1).ifPresent(x -> x.rename());",
        "client.each(Item.class, x -> x.rename());",
        "with(x -> x.rename());",
        "client.box(Item.class).item().rename();",
        "Mono.just(item).map(x -> x.rename());",
        "flux.filter(x -> x != null).flatMap(x -> client.later(Item.class)).doOnNext(x -> x.rename());",
        "flux.next().map(rows -> rows.item()).block().rename();",
        "Optional.ofNullable(repo.find(1)).map(x -> x.rename());",
    ],
)
def test_the_class_of_a_value_follows_from_the_arguments_of_generic_types(statement: str) -> None:
    assert targets(statement) == {RENAME}


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("items.stream().filter(x -> x.isOk()).map(x -> x.rename()).toList();", {OK, RENAME}),
        ("items.stream().map(x -> x.rename()).filter(x -> x.isOk());", {RENAME}),
        ("items.get(0).next().rename();", {NEXT, RENAME}),
        ("rowBase.find(1).rename();", {"java:p.Row.rename"}),
        ("rows.forEach(item -> item.rename());", {"java:p.Row.rename"}),
    ],
)
def test_calls_in_a_chain_are_told_apart(statement: str, expected: set[str]) -> None:
    assert targets(statement) == expected


@pytest.mark.parametrize(
    "statement",
    [
        "one.filter(null); one.get();",
        "repo.find().rename();",
        "Base<String, ?> b = null; b.find(1).rename();",
        "Base b = null; b.find(1).rename();",
        "use(item -> item.rename());",
        "items.stream().map(x -> 1).forEach(x -> x.rename());",
        "byName.forEach((item, v) -> item.rename());",
        'client.fetch("Item", 1).ifPresent(x -> x.rename(1).rename());',
        "Bean.builder().rename();",
        "pairs.stream().map(x -> x.count()).forEach(x -> x.rename());",
    ],
)
def test_nothing_is_called_where_the_type_is_unknown_or_none_of_the_root(statement: str) -> None:
    assert targets(statement) == set()


BOUNDED = {
    "p/Box.java": """package p;
class Item { void ship() {} }
class Box<T extends Item & Runnable> {
    T item;
    void own() { item.ship(); }
    <U extends Item> void handed(U each) { each.ship(); }
    <V> void free(V each) { each.ship(); }
}
""",
    "q/Box.kt": """package q
open class Base<T : Base<T>> { fun go() {} }
fun <T : Base<T>> handed(each: T) { each.go() }
fun <T> free(each: T) { each.go() }
class Holder<T : Base<*>?>(val root: T) { fun own() { root.go() } }
""",
}


def test_a_parameter_of_a_type_has_the_methods_of_its_bound() -> None:
    assert {each for each in edges(graph_of(BOUNDED)) if " calls " in each} == {
        "java:p.Box.own calls java:p.Item.ship",
        "java:p.Box.handed calls java:p.Item.ship",
        "kt:q#handed calls kt:q#Base.go",
        "kt:q#Holder.own calls kt:q#Base.go",
    }
