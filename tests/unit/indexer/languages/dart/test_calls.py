"""Dart: what calls call, by the types of values."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

TYPES = """
class Item { void use() {} int get price => 1; Item next() => this; final Item? other; Item({this.other}); }
class Special extends Item { void only() {} Special() : super(other: null); }
class Store<T> { T find() => throw 1; final List<T> all = []; }
class Items extends Store<Item> {}
Item made() => Item();
Future<Item> load() async => Item();
Stream<Item> watch() => Stream.empty();
final shared = Item();
void use() {}
"""
USE = "calls dart:lib/a.dart#Item.use"


def calls(body: str, rest: str = "") -> set[str]:
    """Return what the body of a function calls of the types above, but constructors."""
    graph = graph_of({"lib/a.dart": f"{TYPES}{rest}\nvoid open(Item item) {{ {body} }}"})
    prefix = "dart:lib/a.dart#open "
    own = (each.removeprefix(prefix) for each in edges(graph) if each.startswith(f"{prefix}calls"))
    return {each for each in own if each.rpartition(".")[2] not in {"Item", "Special"}}


@pytest.mark.parametrize(
    "body",
    [
        "item.use();",
        "item?.use();",
        "item!.use();",
        "final a = Item(); a.use();",
        "final Item a; a.use();",
        "Item? a = null; a.use();",
        "final a = const Item(); a.use();",
        "final a = new Item(); a.use();",
        "final a = item; a.use();",
        "final a = item.other; a?.use();",
        "item.other!.other!.use();",
        "(item).use();",
        "(x as Item).use();",
        "(item ?? x).use();",
        "item..use()..next();",
        "item.next()..use();",
        "final a = Item()..next(); a.use();",
        "shared.use();",
        "final a = <Item>[]; a.first.use();",
        "final a = <String, Item>{}; a['b']!.use();",
        "for (final a in <Item>[]) a.use();",
        "List<Item> all = []; for (final a in all) { a.use(); }",
        "List<Item> all = []; all.where((a) => true).forEach((b) { b.use(); });",
        "Map<String, Item> all = {}; all.forEach((key, value) => value.use());",
        "Map<String, Item> all = {}; for (final a in all.entries) a.value.use();",
        "Items().find().use();",
        "Items().all.last.use();",
        "Store<Item>().find().use();",
        "if (x is Item) { x.use(); }",
        "switch (x) { case Item a: a.use(); }",
        "switch (x) { case Items(:final all): all.first.use(); }",
        "final f = () => item.use();",
        "final (a, b) = (1, 2); item.use();",
        "'${item.use()}';",
        "try { x(); } on Item catch (e) { e.use(); }",
    ],
)
def test_the_type_of_a_value_tells_the_method(body: str) -> None:
    assert USE in calls(f"Object? x; {body}")


def test_a_call_and_await_give_a_declared_type() -> None:
    assert calls("made().use();") == {USE, "calls dart:lib/a.dart#made"}
    assert calls("(await load()).use();") == {USE, "calls dart:lib/a.dart#load"}
    assert calls("final a = await load(); a.use();") == {USE, "calls dart:lib/a.dart#load"}
    assert calls("load().then((a) => a.use());") == {USE, "calls dart:lib/a.dart#load"}
    assert calls("await for (final a in watch()) { a.use(); }") == {USE, "calls dart:lib/a.dart#watch"}


@pytest.mark.parametrize(
    "body",
    [
        "x.use();",
        "void use() {} use();",
        "final use = () {}; use();",
        "if (x is! Item) { x.use(); }",
        "final a = print(item); a.use();",
        "List<Item> a = []; a.use();",
        "load().use();",
        "[1].map((item) => item.use());",
        "{ final Object item = 1; item.use(); }",
    ],
)
def test_a_value_of_another_or_an_unknown_type_leads_nowhere(body: str) -> None:
    assert not {each for each in calls(f"Object? x; {body}") if each.endswith("use")}


def test_a_type_holds_from_a_condition_on_where_the_other_branch_leaves() -> None:
    only = "calls dart:lib/a.dart#Special.only"
    assert only in calls("Item x = item; if (x is! Special) return; x.only();")
    assert only in calls("Item x = item; if (x is Special && x.only()) {}")
    assert only not in calls("Item x = item; if (x is Special) {} x.only();")


def test_names_of_blocks_do_not_reach_what_stands_behind() -> None:
    assert calls("{ final a = Special(); } for (final a in [item]) a.only();") == set()


def test_a_class_calls_its_own_members_and_those_of_its_base() -> None:
    rest = """
    class Base { void common() {} void other() {} Item get inner => Item(); }
    void other() {}
    class Page extends Base {
      Page.named(this.item);
      Item item;
      void run() { common(); this.common(); super.common(); item.use(); this.item.use(); inner.use();
        own(); other(); }
      void own() {}
    }
    """
    linked = edges(graph_of({"lib/a.dart": TYPES + rest}))
    own = {each for each in linked if each.startswith("dart:lib/a.dart#Page.run calls")}
    assert own == {
        f"dart:lib/a.dart#Page.run calls dart:lib/a.dart#{name}"
        for name in ("Base.common", "Item.use", "Page.own", "other")
    }


def test_constructors_call_those_of_their_base() -> None:
    text = """
    class A { A(); A.b(int x); }
    class C extends A { C() : super.b(1); C.d() : this(); factory C.e() => C.d(); factory C.f() = D; }
    class D extends A implements C { D(); }
    class E implements A {}
    void make() { E(); C.e(); D.new; }
    """
    graph = edges(graph_of({"a.dart": text}))
    own = (each.replace("dart:a.dart#", "") for each in graph)
    linked = {each for each in own if " calls " in each or each.startswith("make ")}
    assert linked == {
        "C.C calls A.b",
        "C.d calls C.C",
        "C.e calls C.d",
        "C.f calls D.D",
        "D.D calls A.A",
        "make instantiates E",
        "make calls C.e",
        "make references C",
        "make references D",
    }


def test_bases_mixins_and_interfaces_are_told_apart() -> None:
    text = """
    class A { void a() {} }
    mixin M on A { void m() { a(); } }
    class I { void i() {} }
    class C extends A with M implements I { void a() {} void i() { m(); } }
    class D = A with M;
    enum E with M implements I { x }
    """
    linked = {each.replace("dart:a.dart#", "") for each in edges(graph_of({"a.dart": text}))}
    assert linked == {
        "M inherits A",
        "M.m calls A.a",
        "C inherits A",
        "C inherits M",
        "C implements I",
        "C.a implements A.a",
        "C.i implements I.i",
        "C.i calls M.m",
        "D inherits A",
        "D inherits M",
        "E inherits M",
        "E implements I",
    }


def test_extensions_are_called_by_the_type_of_a_value() -> None:
    extension = (
        "extension Names on String { String short() => cut(); String cut() => this; bool get isLong => true; }"
    )
    body = "void open(String a, int b) { a.short(); b.short(); 'x'.short(); if (a.isLong) {} }"
    files = {"a.dart": extension, "b.dart": f"import 'a.dart';\n{body}", "c.dart": body}
    linked = {each.replace("dart:", "") for each in edges(graph_of(files)) if "imports" not in each}
    assert linked == {
        "a.dart#Names.short calls a.dart#Names.cut",
        "b.dart#open calls a.dart#Names.short",
        "b.dart#open references a.dart#Names.isLong",
    }


def test_values_that_are_named_are_references() -> None:
    text = """
    enum Level { low, high; static Level get best => high; }
    class Routes { static const home = '/'; static void go() {} }
    void open() { Level.low; Routes.home; Level.best; tap(Routes.go); tap(open); }
    """
    own = {each for each in edges(graph_of({"a.dart": text})) if each.startswith("dart:a.dart#open")}
    assert {each.replace("dart:a.dart#", "") for each in own} == {
        "open references Level",
        "open references Level.best",
        "open references Routes",
        "open references Routes.home",
        "open references Routes.go",
    }


def test_another_name_of_a_type_has_its_members() -> None:
    rest = "typedef Loaded<T> = Future<List<T>>;\nLoaded<Item> all() async => [];\ntypedef Own = Own;"
    assert USE in calls("final a = await all(); a.first.use();", rest)


def test_the_parameters_of_a_factory_of_freezed_are_variables_of_its_class() -> None:
    rest = "class State with _$State { const factory State({required Item item, int? count}) = _State; }"
    assert USE in calls("void run(State state) { state.item.use(); } State.x; (a as State).item.use();", rest)


def test_a_variable_that_is_called_with_a_type_gives_an_object_of_it() -> None:
    rest = "final getIt = GetIt.instance;"
    assert USE in calls("getIt<Item>().use();", rest)
    assert USE in calls("context.read<Item>().use();", rest)
    assert USE not in calls("context.push<Item>().use();", rest)


def test_a_type_parameter_has_the_members_of_what_it_has_to_be() -> None:
    rest = "class Shelf<T extends Item> { late T item; }"
    assert USE in calls("Shelf<Special> shelf = Shelf(); shelf.item.use();", rest)
    assert USE in calls("(shelf as Shelf).item.use();", rest)
    inner = "class Page<T extends Item> { late T item; void run() { item.use(); } }"
    graph = edges(graph_of({"lib/a.dart": TYPES + inner}))
    assert f"dart:lib/a.dart#Page.run {USE}" in graph


def test_what_a_function_of_a_package_keeps_has_the_type_of_its_argument() -> None:
    assert USE in calls("final a = Get.put(Item()); a.use();")
    assert USE not in calls("final a = Get.push(Item()); a.use();")
    assert USE in calls("final a = item.other!; a.use();")


@pytest.mark.parametrize(
    "provider",
    [
        "Provider((ref) => Item())",
        "Provider<Item>((ref) { return Item(); })",
        "StateNotifierProvider<Own, Item>((ref) => Own())",
        "NotifierProvider<Own, Item>(Own.new)",
        "Provider.autoDispose<Item>((ref) => Item())",
    ],
)
def test_a_provider_gives_what_it_is_made_for(provider: str) -> None:
    rest = (
        f"class Own extends Notifier<Item> {{ void run() {{ state.use(); }} }}\nfinal itemProvider = {provider};"
    )
    assert USE in calls("ref.watch(itemProvider).use();", rest)
    assert USE in calls("final a = ref.read(itemProvider); a.use();", rest)
    assert ("calls dart:lib/a.dart#Own.run" in calls("ref.read(itemProvider.notifier).run();", rest)) == (
        "Own" in provider
    )


@pytest.mark.parametrize(
    "widget",
    [
        "BlocBuilder<Own, Item>(builder: (context, state) => state.use())",
        "BlocListener<Own, Item>(listener: (context, state) { state.use(); })",
        "Consumer<Item>(builder: (context, model, child) { model.use(); })",
        "StreamBuilder<Item>(builder: (context, snapshot) { snapshot.data!.use(); })",
        "ValueListenableBuilder<Item>(builder: (_, value, _) => value.use())",
        "on<Item>((event, emit) => event.use())",
    ],
)
def test_a_widget_hands_its_function_what_its_type_arguments_say(widget: str) -> None:
    assert USE in calls(f"run({widget});")


def test_a_state_sees_the_members_of_its_widget() -> None:
    text = """
    class Page extends StatefulWidget { final Item item; void tap() {} State<Page> createState() => _PageState(); }
    class _PageState extends State<Page> { void run() { widget.item.use(); widget.tap(); context.go(); } }
    extension Going on BuildContext { void go() {} }
    """
    graph = edges(graph_of({"a.dart": TYPES + text}))
    assert {each for each in graph if each.startswith("dart:a.dart#_PageState.run calls")} == {
        f"dart:a.dart#_PageState.run calls dart:a.dart#{name}" for name in ("Item.use", "Page.tap", "Going.go")
    }


@pytest.mark.parametrize(
    "declared",
    ["void Function(Item item)? tap", "ValueChanged<Item> tap", "Tap tap", "void Function(Item, int) tap"],
)
def test_a_function_is_handed_what_the_variable_says_that_holds_it(declared: str) -> None:
    rest = f"""
    typedef Tap = Future<void> Function(Item item);
    class Tile {{ final {declared}; const Tile({{required this.tap}}); Tile.wide({{required this.tap}}); }}
    class Other {{ final void Function(Store) tap; void run({{tap}}) {{}} }}
    """
    assert USE in calls("Tile(tap: (a) => a.use());", rest)
    assert USE in calls("run(Tile.wide(tap: (a, [b]) { a.use(); }));", rest)
    assert USE not in calls("Tile(other: (a) => a.use());", rest)
    assert USE not in calls("Other(tap: (a) => a.use());", rest)
    assert USE not in calls("(x as Tile).run(tap: (a) => a.use());", rest)
