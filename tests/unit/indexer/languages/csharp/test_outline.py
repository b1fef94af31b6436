"""What a C# file defines by its brackets is what its syntax says, or nothing is said."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indexer.facts.extract import extract, outlined
from indexer.languages.csharp.extractor import csharp_facts
from indexer.languages.csharp.outline import csharp_outline
from indexer.types import ParsedFile

MEMBERS = (
    "public int Count { get; set; } = 1;",
    "public int Twice => Count * 2;",
    "int IShelf.Depth { get { return 1; } }",
    "public (int width, int height) Size(int[] at) => (1, 2);",
    "public async Task<List<(int, string)>> Load<T, U>(Func<T, U> how, int n = 1) where T : class, new()\n{ }",
    '[Fact, Trait("a", "}")]\n// why }\n[Skip(new[] { 1, 2 })]\npublic void Runs() { if (x) { y(); } }',
    '/// <summary>\n/// Adds {\n/// </summary>\nvoid Add() { var a = \'{\'; var b = "}\\""; var c = @"""}"; }',
    'string Text() => $"{a["}"]:x} {{ {(b ? "{" : "}")}";',
    'string Raw() { return """\n  { "a": [ }\n  """; }',
    "static bool operator ==(A a, A b) => true;",
    "public static implicit operator int(A a) { return 1; }",
    "public int this[int at] { get => at; }",
    "~A() { }",
    "public A(int a) : base(new[] { a }, x => { }) { }",
    "public event Action<int> Changed;",
    "event Action Gone { add { } remove { } }",
    "public const int Most = (1 + 2) * 3;",
    'private static readonly Dictionary<string, int> Known = new() { ["a"] = 1, };',
    "readonly int _field = 1; int _other;",
    "private global::System.Int32 number() { return 1; }",
    "delegate T Maker<T>(int a);",
    "enum Kind : byte { First = 1, /* } */ Second }",
    "record Point(int X, int Y);",
    "public readonly record struct Pair<A, B>(A First, B Second) { public int Sum() => 1; }",
    "interface IShelf : IDisposable { void Put(int what); int Depth { get; } }",
    "#region Of } many\nvoid Inside() { }\n#endregion",
    "static bool Fits(this [NotNull] string name, Event @event ) => true;",
    "public static readonly (int, int)[] Pairs = Made();",
    "#if DEBUG\nvoid Shown() { }\n#endif",
    "const int One = 1, Two = 2;",
    ";",
)
FRAMES = (
    "using System;\nusing static System.Math;\nusing A = B.C;\n\nnamespace Shop.Stock;\n\n{}\n",
    '[assembly: Name("x")]\n// Licence\nnamespace Shop\n{{\n    namespace Inner {{\n{}\n}}\n}}\n',
    "extern alias other;\nglobal using System.Linq;\n{}",
)


def parsed(text: str) -> ParsedFile:
    return ParsedFile("shelf.cs", "csharp", text, "utf-8", "")


def a_class(members: list[str]) -> str:
    inside = "\n\n".join(members)
    header = "[Serializable]\npublic sealed partial class A<T, U>(int x) : B<T>(x), IShelf where T : struct"
    return f"{header}\n{{\n{inside}\n}}\n"


@pytest.mark.parametrize(
    "member", [member for member in MEMBERS if not member.startswith(("#if", "const int One"))]
)
def test_each_kind_of_member_is_found_where_its_syntax_has_it(member: str) -> None:
    text = FRAMES[0].format(a_class(["int before;", member, "void After() { }"]))
    result = csharp_outline(text)
    assert result is not None
    assert result == list(csharp_facts(parsed(text)).definitions)
    assert result[-1].qualname == "Shop.Stock.A.After"


@settings(max_examples=60, deadline=None)
@given(
    frame=st.sampled_from(FRAMES),
    classes=st.lists(st.lists(st.sampled_from(MEMBERS), max_size=5), min_size=1, max_size=3),
)
def test_any_file_of_such_members_is_as_its_syntax_has_it_or_left_to_that(
    frame: str, classes: list[list[str]]
) -> None:
    text = frame.replace("{}", "\n".join(map(a_class, classes))).replace("{{", "{").replace("}}", "}")
    result = csharp_outline(text)
    assert result is None or result == list(csharp_facts(parsed(text)).definitions)


@pytest.mark.parametrize(
    "text",
    [
        "class A {\n#if X\nvoid F() {\n#else\nvoid F(int a) {\n#endif\n} }",
        "class A { const int One = 1, Two = 2; }",
        "var builder = Make();\nbuilder.Run();\nclass A { }",
        "class A { void F() { ",
        "class A { } }",
        'class A { string s = "open;\n }',
        "class A { if (x) { } }",
    ],
)
def test_what_only_the_syntax_tells_is_left_to_it(text: str) -> None:
    assert csharp_outline(text) is None
    assert extract(parsed(text), outline=True).definitions == extract(parsed(text)).definitions


@pytest.mark.parametrize(
    "text",
    ['$"' + "{{a}}" * 20_000, '"' * 100_001, "/*" * 50_000, '@"$"' * 50_000, "a <" * 50_000 + "(", "= (" * 50_000],
)
@pytest.mark.parametrize("before", ["", "class A { ", "class A { static const delegate operator "])
def test_a_text_made_to_be_slow_is_left_to_the_syntax(before: str, text: str) -> None:
    assert csharp_outline(before + text) is None


def test_a_file_that_its_grammar_does_not_know_has_the_same_outline_however_much_of_it_is_read() -> None:
    source = parsed(
        "namespace N\n{\n    public ref partial struct Reader\n    {\n        int Next() => 1;\n    }\n}\n"
    )
    whole = extract(source)
    assert whole.problems
    definitions = outlined(source, whole).definitions
    assert [definition.local_id for definition in definitions] == ["cs:N.Reader", "cs:N.Reader.Next"]
    assert definitions == extract(source, outline=True).definitions
