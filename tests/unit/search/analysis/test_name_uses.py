"""What texts say of definitions."""

import pytest

from search.analysis.name_uses import NameCounts, bases_of, is_exported, is_registered


def test_names_are_counted_as_whole_words_and_where_wanted_in_any_case():
    counts = NameCounts(["add", "Orders"])
    counts.add("add(added) # ADD\nselect * from orders o join Orders p")
    assert (counts.of("add", any_case=False), counts.of("add", any_case=True)) == (1, 2)
    assert (counts.of("Orders", any_case=False), counts.of("Orders", any_case=True)) == (1, 2)


@pytest.mark.parametrize(
    ("text", "is_composed"),
    [
        ('getattr(self, f"visit_{kind}")', True),
        ('getattr(self, "visit_" + kind)', True),
        ("name = 'visit_%s' % kind", True),
        ('name = "visit_{}".format(kind)', True),
        ('send :"visit_#{kind}"', True),
        ("this[`visit_${kind}`]()", True),
        ('"visit_$kind" a', True),
        ('"visit_$1" a', True),
        ('run="${kind}_call"', True),
        ('run="${kind}_recall"', False),
        ('run="${kind}visit_call"', False),
        ('print("visit_call")', False),
        ('"visit_call_#{kind}"', False),
        ('f"visited_{kind}"', False),
    ],
)
def test_a_name_may_be_put_together(text: str, is_composed: bool):
    counts = NameCounts(["visit_call"])
    counts.add(text)
    assert counts.composes("visit_call") is is_composed


@pytest.mark.parametrize(
    ("header", "language", "bases"),
    [
        ("class A:", "python", set()),
        ("class A(ui.Window, Generic[T],\n    metaclass=Meta):", "python", {"Window", "Generic"}),
        (
            "public class A<T>(IBus bus) : Base<T>(bus), IDisposable where T : class\n{",
            "csharp",
            {"Base", "IDisposable"},
        ),
        ("public sealed class A\n{", "csharp", set()),
        ("public class Repository<T> where T : Entity {", "csharp", set()),
        (
            "class A<K, V> extends HashMap<K, List<V>> implements Runnable, Serializable {",
            "java",
            {"HashMap", "Runnable", "Serializable"},
        ),
        ("export class A extends Component<Props> {", "typescript", {"Component"}),
        ("class A : public QWidget, private Base {", "cpp", {"QWidget", "Base"}),
        ("final class A extends \\Shop\\Cart implements Shown {", "php", {"Cart", "Shown"}),
    ],
)
def test_a_header_names_the_bases_of_its_type(header: str, language: str, bases: set[str]):
    assert bases_of(header, language) == bases


@pytest.mark.parametrize(
    ("header", "is_one"),
    [
        ('@app.route("/")\ndef index():', True),
        ("@property\ndef size(self):", False),
        ("@size.setter\ndef size(self, value):", False),
        ("[HttpGet]\npublic void Get()", True),
        ("[Obsolete]\npublic void Get()", False),
        ("def plain():", False),
    ],
)
def test_a_decorator_registers_a_definition_unless_it_is_known_not_to(header: str, is_one: bool):
    assert is_registered(header) is is_one


@pytest.mark.parametrize(
    ("header", "qualname", "kind", "language", "is_public"),
    [
        ("def f():", "shop.f", "function", "python", True),
        ("def f():", "shop._inner.f", "function", "python", False),
        ("func add()", "shop.add", "function", "go", False),
        ("func Add()", "shop.Add", "function", "go", True),
        ("public void Add()", "Shop.Add", "method", "csharp", True),
        ("void Add()", "Shop.Add", "method", "csharp", False),
        ("export function add() {", "add", "function", "typescript", True),
        ("function add() {", "add", "function", "typescript", False),
        ("add() {", "Cart.add", "method", "typescript", True),
        ("private add() {", "Cart.add", "method", "typescript", False),
        ("public function add()", "Cart::add", "method", "php", True),
        ("function add()", "Cart::add", "method", "php", True),
        ("private function add()", "Cart::add", "method", "php", False),
        ("sub add {", "add", "function", "perl", True),
    ],
)
def test_what_code_outside_may_use_follows_the_rule_of_the_language(
    header: str, qualname: str, kind: str, language: str, is_public: bool
):
    assert is_exported(header, qualname, kind, language) is is_public
