"""What functions of Kotlin call, by names, imports, types of values and functions that extend types."""

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

STORE = """
package store
import kotlin.collections.List

open class Base { fun close() {} }
class Item(val owner: Owner) { fun touch() {} ; fun copyOf(): Item = Item(owner) }
class Owner { fun greet() {} }
class Store(private val items: List<Item>) : Base() {
    fun load(id: Int): Item = items.first()
    fun all(): List<Item> = items
    fun guess() = load(1)
    companion object { fun open() = Store(emptyList()) }
}
object Registry { fun register(store: Store) {} }
fun Item.label(): String = ""
fun Owner.label(): String = ""
infix fun Item.joins(other: Item): Item = this
fun build(block: Store.(Owner) -> Unit) {}
typealias Shop = Store
"""


def calls(body: str, *, head: str = "", more: dict[str, str] | None = None) -> set[str]:
    """What a function ``go`` of another package calls, makes or names."""
    text = f"package app\nimport store.*\n{head}\nfun go(store: Store, item: Item?, other: Any) {{\n{body}\n}}\n"
    result = edges(graph_of({"store/Store.kt": STORE, "app/Go.kt": text, **(more or {})}))
    start = "kt:app#go "
    return {each.removeprefix(start) for each in result if each.startswith(start) and " references " not in each}


def test_a_method_is_called_of_what_has_a_declared_type() -> None:
    assert calls("store.load(1)") == {"calls kt:store#Store.load"}


def test_an_object_is_made_and_its_methods_and_those_of_bases_are_called() -> None:
    assert calls("val made = Store(listOf()); made.load(2); made.close()") == {
        "instantiates kt:store#Store",
        "calls kt:store#Store.load",
        "calls kt:store#Base.close",
    }


def test_the_types_of_results_and_properties_are_followed() -> None:
    assert calls("store.load(1).owner.greet(); item!!.copyOf()?.touch(); Store.open().guess().touch()") == {
        "calls kt:store#Store.load",
        "calls kt:store#Owner.greet",
        "calls kt:store#Item.copyOf",
        "calls kt:store#Item.touch",
        "calls kt:store#Store.open",
        "calls kt:store#Store.guess",
    }


def test_elements_have_the_type_that_their_list_says() -> None:
    expected = {"calls kt:store#Store.all", "calls kt:store#Item.touch"}
    assert calls("for (each in store.all()) { each.touch() }") == expected
    assert calls("store.all().filter { true }.forEach { it.touch() }") == expected
    assert calls("store.all().forEach { each -> each.touch() }") == expected


def test_functions_of_the_platform_call_what_they_are_handed_of_an_object() -> None:
    expected = {"calls kt:store#Store.load"}
    assert calls("store.apply { load(1) }") == expected
    assert calls("store.run { this.load(1) }") == expected
    assert calls("with(store) { load(1) }") == expected
    assert calls("store.also { it.load(1) }") == expected
    assert calls("store.let { each -> each.load(1) }") == expected


def test_a_function_of_the_project_says_what_it_calls_a_function_of() -> None:
    assert calls("build { owner -> load(1); owner.greet() }") == {
        "calls kt:store#build",
        "calls kt:store#Store.load",
        "calls kt:store#Owner.greet",
    }


def test_the_type_of_a_function_may_have_a_name_of_its_own() -> None:
    head = """
typealias Filling = Store.(Owner) -> Unit
typealias Change<T> = suspend T.(Owner) -> Unit
fun fill(id: Int = 0, filling: Filling? = null) {}
fun change(change: Change<Item>) {}
"""
    assert calls("fill { owner -> load(1); owner.greet() }; change { touch() }", head=head) == {
        "calls kt:app#fill",
        "calls kt:store#Store.load",
        "calls kt:store#Owner.greet",
        "calls kt:app#change",
        "calls kt:store#Item.touch",
    }
    result = edges(graph_of({"store/Store.kt": STORE, "app/A.kt": f"package app\nimport store.*\n{head}"}))
    assert not any(each.startswith(("kt:app#Filling inherits", "kt:app#Change inherits")) for each in result)


def test_a_function_that_extends_a_type_is_chosen_by_what_it_is_called_of() -> None:
    assert calls("item?.label()") == {"calls kt:store#label(Item)"}
    assert calls("Owner().label()") == {"instantiates kt:store#Owner", "calls kt:store#label(Owner)"}
    assert calls("item!! joins item") == {"calls kt:store#joins"}
    assert calls("3.label()") == set()


def test_an_unknown_object_may_have_a_method_of_its_own() -> None:
    assert calls("other.unknown().joins(1)") == {"calls kt:store#joins"}
    assert calls("other.unknown().load(1)") == set()


def test_an_alias_of_an_import_and_of_a_type_stand_for_what_they_name() -> None:
    assert calls("Kept.register(store)", head="import store.Registry as Kept") == {
        "calls kt:store#Registry.register"
    }
    assert calls("val shop: Shop = make(); shop.load(1)") == {"calls kt:store#Store.load"}


def test_a_local_variable_hides_a_function_and_may_be_called_itself() -> None:
    head = "class Task { operator fun invoke() {} }\nfun run(a: Int) {}\nfun step() {}"
    assert calls("val step = Task(); step()", head=head) == {
        "instantiates kt:app#Task",
        "calls kt:app#Task.invoke",
    }
    assert calls("other.map { step -> step() }", head=head) == set()
    assert calls("step()", head=head) == {"calls kt:app#step"}


def test_a_variable_does_not_hide_a_function_in_its_own_value_nor_where_it_cannot_be_called() -> None:
    head = "fun made(a: Int): Item = TODO()\nfun parts(a: Int): Store = TODO()"
    touched = {"calls kt:app#made", "calls kt:store#Item.touch"}
    assert calls("val made = made(1); made.touch()", head=head) == touched
    assert calls("val parts =\n  parts(1).load(2)\nparts.touch()", head=head) == {
        "calls kt:app#parts",
        "calls kt:store#Store.load",
        "calls kt:store#Item.touch",
    }
    both = {"instantiates kt:store#Item", "calls kt:app#made"}
    assert calls("val made = Item(other); made(1)", head=head) == both
    assert calls("val made: (Int) -> Item = other; made(1)", head=head) == set()
    used = "val made = Item(other); pass(made)"
    result = edges(graph_of({"app/A.kt": f"package app\nfun made() {{}}\nclass Item\nfun go() {{ {used} }}"}))
    assert not any(each.endswith("references kt:app#made") for each in result)
    named = f"{head}\ntypealias Making = (Int) -> Item"
    assert calls("val made: Making = other; made(1)", head=named) == set()


def test_what_a_file_keeps_to_itself_is_not_called_from_another() -> None:
    more = {
        "app/Other.kt": "package app\nprivate fun helper() {}\n",
        "app/Third.kt": "package app\nfun shown() {}\n",
    }
    assert calls("helper(); shown()", more=more) == {"calls kt:app#shown"}


def test_a_name_that_another_file_of_the_package_imports_is_not_known() -> None:
    more = {"lib/Lib.kt": "package lib\nfun helper() {}\n", "app/Other.kt": "package app\nimport lib.helper\n"}
    assert calls("helper()", more=more) == set()


def test_what_does_not_parse_leaves_the_calls_of_other_functions() -> None:
    broken = "fun b(x: Any) { when (x) { is A if x.ok -> 1; else -> 2 } }"
    head = f"class A {{\n{broken}\nfun c() {{ go(d) }}\nval d = b(1)\n}}"
    assert calls("store.load(1)", head=head) == {"calls kt:store#Store.load"}
    result = edges(graph_of({"a.kt": f"package app\n{head}\nfun go(a: A) {{ a.c() }}\n"}))
    assert {each for each in result if " calls " in each} == {
        "kt:app#A.c calls kt:app#go",
        "kt:app#A calls kt:app#A.b",
        "kt:app#go calls kt:app#A.c",
    }


def test_parts_of_a_class_for_each_platform_are_one() -> None:
    files = {
        "common/B.kt": "package p\nexpect class B { fun a() }\nfun use(b: B) { b.a() }\n",
        "jvm/B.kt": "package p\nactual class B { actual fun a() { other() } }\nfun other() {}\n",
    }
    assert {each for each in edges(graph_of(files)) if " calls " in each} == {
        "kt:p#use calls kt:p#B.a",
        "kt:p#B.a calls kt:p#other",
    }


def test_members_are_called_without_naming_their_object() -> None:
    text = """
package p
open class Base { protected fun inherited() {} }
class A(private val repo: Repo) : Base() {
    private val lazyOne by lazy { Repo() }
    fun go() {
        helper(); inherited(); repo.save(); lazyOne.save(); this.helper()
        object : Base() { fun x() = inherited() }
    }
    private fun helper() {}
    inner class In { fun f() { helper() } }
}
class Repo { fun save() {} }
fun A.more() { go(); this.go() }
"""
    result = {each for each in edges(graph_of({"p/A.kt": text})) if " calls " in each}
    assert result == {
        "kt:p#A.go calls kt:p#A.helper",
        "kt:p#A.go calls kt:p#Base.inherited",
        "kt:p#A.go.x calls kt:p#Base.inherited",
        "kt:p#A.go calls kt:p#Repo.save",
        "kt:p#A.In.f calls kt:p#A.helper",
        "kt:p#more calls kt:p#A.go",
    }


def test_names_and_functions_are_referred_to_as_values() -> None:
    text = """
package p
const val MAX = 1
enum class Mode { FAST, SLOW }
object Settings
fun load() {}
class Store { fun save() {} }
fun go(max: Int = MAX, mode: Mode = Mode.FAST) {
    take(::load, Store::save, Settings); "${load()}"; other as Store
}
"""
    result = {each for each in edges(graph_of({"p/A.kt": text})) if each.startswith("kt:p#go ")}
    assert result == {
        "kt:p#go references kt:p#MAX",
        "kt:p#go references kt:p#Mode",
        "kt:p#go references kt:p#Settings",
        "kt:p#go references kt:p#load",
        "kt:p#go references kt:p#Store.save",
        "kt:p#go references kt:p#Store",
        "kt:p#go calls kt:p#load",
    }


def test_java_and_kotlin_of_one_project_use_each_other() -> None:
    files = {
        "p/Plain.java": "package p; public class Plain { public Shop shop; void act() { shop.sell(); } }",
        "p/Shop.kt": "package p\nclass Shop { fun sell() {} }\nfun use(a: Plain) { a.act(); a.shop.sell() }\n",
        "q/Far.java": "package q; import p.Shop; class Far { void make() { Shop s = new Shop(); s.sell(); } }",
    }
    assert {each for each in edges(graph_of(files)) if " calls " in each or " instantiates " in each} == {
        "java:p.Plain.act calls kt:p#Shop.sell",
        "kt:p#use calls java:p.Plain.act",
        "kt:p#use calls kt:p#Shop.sell",
        "java:q.Far.make calls kt:p#Shop.sell",
        "java:q.Far.make instantiates kt:p#Shop",
    }


def test_the_members_of_a_companion_object_are_called_of_its_class() -> None:
    text = """
package p
open class Finder<T> { fun find(id: Int) {} }
class User { companion object : Finder<User>() ; fun again() { find(2) } }
class Store { companion object Factory { fun open() {} } }
fun go() { User.find(1); Store.open(); Store.Factory.open(); User.Companion.find(1) }
"""
    assert {each for each in edges(graph_of({"p/A.kt": text})) if " calls " in each} == {
        "kt:p#User.again calls kt:p#Finder.find",
        "kt:p#go calls kt:p#Finder.find",
        "kt:p#go calls kt:p#Store.Factory.open",
    }


def test_a_function_inside_of_another_may_extend_a_type_and_name_its_object() -> None:
    text = """
package p
class Item { fun touch() {} }
fun go(item: Item) {
    fun Item.twice() { this@twice.touch() }
    item.twice()
}
"""
    assert {each for each in edges(graph_of({"p/A.kt": text})) if " calls " in each} == {
        "kt:p#go calls kt:p#go.twice",
        "kt:p#go.twice calls kt:p#Item.touch",
    }


def test_an_overload_is_chosen_by_the_type_of_a_number() -> None:
    text = """
package p
fun take(a: Int) {}
fun take(a: Long) {}
fun take(a: Float) {}
fun whole() { take(0xff) }
fun long() { take(0xffL) }
fun small() { take(1f) }
"""
    assert {each for each in edges(graph_of({"p/A.kt": text})) if " calls " in each} == {
        "kt:p#whole calls kt:p#take(Int)",
        "kt:p#long calls kt:p#take(Long)",
        "kt:p#small calls kt:p#take(Float)",
    }


def test_a_property_that_is_left_to_another_object_has_the_type_that_is_written_for_that() -> None:
    head = "class View { val store by inject<Store>()\nval second by inject<Store> { 1 }\n"
    used = "fun show() { store.load(1) }\nfun again() { second.all() } }"
    result = edges(graph_of({"store/S.kt": STORE, "app/V.kt": f"package app\nimport store.*\n{head}{used}"}))
    assert {each for each in result if " calls " in each and each.startswith("kt:app")} == {
        "kt:app#View.show calls kt:store#Store.load",
        "kt:app#View.again calls kt:store#Store.all",
    }
    assert calls("val store by inject<Store>(other); store.load(1)") == {"calls kt:store#Store.load"}
    assert calls("val store by pair<Store, Item>(); store.load(1)") == set()


def test_a_call_gives_the_type_that_it_writes_between_angle_brackets() -> None:
    pool = "class Pool { fun <T> find(id: Int = 0, how: () -> Unit = {}): T = TODO() }"
    head = f"{pool}\nfun <A> one(): List<A> = TODO()"
    load = {"calls kt:app#Pool.find", "calls kt:store#Store.load", "instantiates kt:app#Pool"}
    assert calls("Pool().find<Store>().load(1)", head=head) == load
    assert calls("val made = Pool().find<Store>(1)\nmade.load(1)", head=head) == load
    assert calls("val made = Pool().find<Store> { 1 }\nmade.load(1)", head=head) == load
    assert calls("one<Item>().forEach { it.touch() }", head=head) == {
        "calls kt:app#one",
        "calls kt:store#Item.touch",
    }


def test_a_collection_is_made_with_the_type_of_its_elements() -> None:
    assert calls("val all = mutableListOf<Item>()\nall.forEach { it.touch() }") == {"calls kt:store#Item.touch"}
    assert calls("val all = HashMap<Int, Item>()\nall[1]?.touch()") == {"calls kt:store#Item.touch"}


def test_a_call_with_angle_brackets_may_end_a_statement() -> None:
    head = "class Box<T>(size: Int) { fun open() {} }\nfun <T> fill(block: Store.() -> Unit) {}"
    assert calls("fill<Item> { load(1) }", head=head) == {"calls kt:app#fill", "calls kt:store#Store.load"}
    assert calls("val box = Box<Item>(1)\nbox.open()", head=head) == {
        "instantiates kt:app#Box",
        "calls kt:app#Box.open",
    }
    assert calls("val box = other.box ?: Box<Item>(1)", head=head) == {"instantiates kt:app#Box"}
    assert calls("val smaller = 1 < 2\nsmaller.load(1)", head=head) == set()


def test_a_method_is_not_called_that_takes_another_number_of_arguments() -> None:
    text = """
package p
fun load(id: Int) {}
class A {
    fun load() = load(1)
    fun again() { load() }
    fun save(id: Int) {}
    fun more() { save(1, 2) }
}
"""
    assert {each for each in edges(graph_of({"p/A.kt": text})) if " calls " in each} == {
        "kt:p#A.load calls kt:p#load",
        "kt:p#A.again calls kt:p#A.load",
        "kt:p#A.more calls kt:p#A.save",
    }


def test_what_was_tested_to_be_of_a_type_has_its_methods_there() -> None:
    touch = {"calls kt:store#Item.touch"}
    assert calls("if (other is Item && other.touch()) {}") == touch
    assert calls("if (other is Item) { other.touch() } else { other.load(1) }") == touch
    assert calls("if (other !is Item) return\nother.touch()") == touch
    assert calls("when (other) { is Item -> other.touch()\n is Store, is Base -> other.close() }") == touch
    assert calls("when { other is Item -> listOf(1).forEach { other.touch() } }") == touch
    assert calls("if (other is Item) other.touch()\nother.touch()\nother.load(1)") == touch
    assert calls("when (val one = store.load(1)) { is Item -> one.touch() }") == {
        "calls kt:store#Store.load",
        *touch,
    }
    assert calls("if (store is Comparable<*>) store.load(1)") == {"calls kt:store#Store.load"}


def test_each_case_of_an_object_itself_has_the_methods_of_that_case() -> None:
    head = """
sealed class Shape {
    fun draw() = when (this) { is Circle -> round() + all(); is Square -> this.edge() }
    fun all() {}
}
class Circle : Shape() { fun round() = 1 }
class Square : Shape() { fun edge() = 2 }
"""
    called = {each for each in edges(graph_of({"app/Go.kt": f"package app\n{head}"})) if " calls " in each}
    assert called == {
        f"kt:app#Shape.draw calls kt:app#{each}" for each in ("Circle.round", "Shape.all", "Square.edge")
    }


def test_the_right_side_of_a_default_says_the_type_where_the_left_does_not() -> None:
    assert calls("val one = (other as? Store)?.unknown ?: item\none.touch()") == {"calls kt:store#Item.touch"}
    assert calls("val one = (other as? Store)?.a ?: (other as? Base)?.b ?: item\none!!.touch()") == {
        "calls kt:store#Item.touch"
    }


def test_imports_of_one_name_are_told_apart_by_what_they_extend() -> None:
    more = {
        "one/One.kt": "package one\nimport store.*\nfun Item.convert() {}\nfun begin(size: Int) {}",
        "two/Two.kt": "package two\nimport store.*\nfun Store.convert() {}",
        "app/Other.kt": "package app\nfun begin(size: Int) {}\nfun begin(name: String, size: Int) {}",
    }
    head = "import one.convert\nimport two.convert\nimport one.begin"
    assert calls("item.convert()\nstore.convert()", head=head, more=more) == {
        "calls kt:one#convert",
        "calls kt:two#convert",
    }
    assert calls("other.convert()", head=head, more=more) == set()
    assert calls("begin(1)", head=head, more=more) == {"calls kt:one#begin"}
    assert calls('begin("a", 1)', head=head, more=more) == {"calls kt:app#begin(String,Int)"}


def test_members_of_what_a_function_is_called_of_are_named_without_it() -> None:
    screen = "class Screen(val cart: Store) { fun title(block: Screen.() -> Unit) {} }"
    more = {
        "other/Other.kt": "package other\nimport store.*\nval nearby: Item = TODO()",
        "app/Screen.kt": f"package app\nimport store.*\n{screen}\nfun show(block: Screen.() -> Unit) {{}}",
    }
    head = "import other.nearby"
    assert calls("nearby.touch()", head=head, more=more) == {"calls kt:store#Item.touch"}
    assert calls("Screen(store).title { cart.load(1) }", head=head, more=more) == {
        *("instantiates kt:app#Screen", "calls kt:app#Screen.title", "calls kt:store#Store.load")
    }
    assert calls("show { val a = cart; a.load(1); store.close() }", head=head, more=more) == {
        *("calls kt:app#show", "calls kt:store#Store.load", "calls kt:store#Base.close")
    }
    assert calls("show { listOf(1).map { cart.load(1) }; nearby.touch() }", head=head, more=more) == {
        *("calls kt:app#show", "calls kt:store#Store.load", "calls kt:store#Item.touch")
    }
    more["far/Far.kt"] = "package far\nobject Depot { fun fill() {} }"
    assert calls("show { far.Depot.fill() }", head=head, more=more) == {
        *("calls kt:app#show", "calls kt:far#Depot.fill")
    }
