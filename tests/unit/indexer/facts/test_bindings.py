"""The local name at a place leads to its parameter or its first assignment in the function around it."""

import pytest

from indexer.facts.bindings import local_binding

PYTHON = """\
names = None
def load(name, parent=None, *rest, flag: bool = False):
    cache_key = (name, parent)
    for at, each in enumerate(rest):
        print(at, each, flag)
    with open(name) as stream:
        self.name = stream
    def inner(value):
        return value, cache_key
    return [one for one in rest], load(name=cache_key), self.cache_key
def other():
    cache_key = 2
    return cache_key, names
"""
CPP = """\
Status VersionSet::LogAndApply(VersionEdit* edit, const Slice& key, int* sizes) {
  Version* v = new Version(this);
  std::string name(key);
  for (auto& file : files) use(file, v, name);
  auto call = [&](int inner) { return inner + sizes[0]; };
  edit->sizes = v->edit;
  return edit, call;
}
"""
TYPESCRIPT = """\
function draw(scene: Scene, { width, height: tall }, ...rest) {
  const [first] = rest;
  let count = width + tall;
  for (const item of scene.items) { count += item; }
  try { first(); } catch (error) { log(error); }
  return rest.map((each) => each + count);
}
"""
CSHARP = """\
class Cart {
  void Add(Order order, out int total) {
    var price = order.Price;
    foreach (var line in order.Lines) { Use(line, price); }
    if (order is Special special) { Use(special); }
    Run(x => x + price);
    total = 1;
  }
}
"""
JAVA = """\
class Cart {
  void add(Order order, String... names) {
    int price = order.price();
    for (Line line : order.lines()) { use(line, price); }
    try (Reader reader = open()) { use(reader); } catch (Error error) { use(error); }
    run(each -> each + names);
  }
}
"""
GO = """\
func (r *Repo) Load(id, kind string) (err error) {
\tvalue, ok := r.find(id)
\tvar count int
\tfor at, each := range value {
\t\tuse(at, each, ok, count, kind, err, r)
\t}
}
"""
RUST = """\
fn load(path: &str, &flag: &bool) -> u32 {
    let text = read(path);
    let (first, second) = split(text);
    for line in second { use_it(line, first, flag); }
    if let Some(found) = first { use_it(found); }
    items.map(|each| each + 1)
}
"""
RUBY = """\
def load(path, limit = 1, *rest, deep: false, &block)
  text = read(path)
  first, second = split(text)
  rest.each do |each| use(each, limit, deep, block, first, second) end
rescue => error
  log(error)
end
"""
PHP = """\
<?php
function load($path, int $limit = 1) {
  $text = read($path);
  foreach ($text as $key => $value) { use_it($key, $value, $limit); }
}
"""


def position_in(text: str, line: int, name: str) -> tuple[int, int]:
    """Return the last place of a name in a line."""
    return line, text.split("\n")[line - 1].rindex(name)


@pytest.mark.parametrize(
    ("language", "text", "name", "line", "bound"),
    [
        ("python", PYTHON, "cache_key", 9, 3),
        ("python", PYTHON, "name", 3, 2),
        ("python", PYTHON, "parent", 3, 2),
        ("python", PYTHON, "flag", 5, 2),
        ("python", PYTHON, "each", 5, 4),
        ("python", PYTHON, "stream", 7, 6),
        ("python", PYTHON, "value", 9, 8),
        ("python", PYTHON, "one", 10, 10),
        ("python", PYTHON, "cache_key", 13, 12),
        ("cpp", CPP, "edit", 7, 1),
        ("cpp", CPP, "key", 3, 1),
        ("cpp", CPP, "v", 4, 2),
        ("cpp", CPP, "name", 4, 3),
        ("cpp", CPP, "file", 4, 4),
        ("cpp", CPP, "inner", 5, 5),
        ("cpp", CPP, "sizes", 5, 1),
        ("cpp", CPP, "call", 7, 5),
        ("typescript", TYPESCRIPT, "scene", 4, 1),
        ("typescript", TYPESCRIPT, "width", 3, 1),
        ("typescript", TYPESCRIPT, "tall", 3, 1),
        ("typescript", TYPESCRIPT, "rest", 6, 1),
        ("typescript", TYPESCRIPT, "first", 5, 2),
        ("typescript", TYPESCRIPT, "count", 6, 3),
        ("typescript", TYPESCRIPT, "error", 5, 5),
        ("typescript", TYPESCRIPT, "each", 6, 6),
        ("csharp", CSHARP, "order", 5, 2),
        ("csharp", CSHARP, "price", 6, 3),
        ("csharp", CSHARP, "line", 4, 4),
        ("csharp", CSHARP, "special", 5, 5),
        ("csharp", CSHARP, "total", 7, 2),
        ("java", JAVA, "order", 4, 2),
        ("java", JAVA, "names", 6, 2),
        ("java", JAVA, "price", 4, 3),
        ("java", JAVA, "reader", 5, 5),
        ("java", JAVA, "error", 5, 5),
        ("go", GO, "value", 4, 2),
        ("go", GO, "ok", 5, 2),
        ("go", GO, "count", 5, 3),
        ("go", GO, "each", 5, 4),
        ("go", GO, "kind", 5, 1),
        ("go", GO, "err", 5, 1),
        ("go", GO, "r", 2, 1),
        ("rust", RUST, "path", 2, 1),
        ("rust", RUST, "text", 3, 2),
        ("rust", RUST, "second", 4, 3),
        ("rust", RUST, "flag", 4, 1),
        ("rust", RUST, "line", 4, 4),
        ("rust", RUST, "found", 5, 5),
        ("ruby", RUBY, "path", 2, 1),
        ("ruby", RUBY, "text", 3, 2),
        ("ruby", RUBY, "limit", 4, 1),
        ("ruby", RUBY, "deep", 4, 1),
        ("ruby", RUBY, "second", 4, 3),
        ("ruby", RUBY, "error", 6, 5),
        ("php", PHP, "path", 3, 2),
        ("php", PHP, "text", 4, 3),
        ("php", PHP, "limit", 4, 2),
        ("php", PHP, "value", 4, 4),
    ],
)
def test_a_local_name_leads_to_where_it_is_bound(
    language: str, text: str, name: str, line: int, bound: int
) -> None:
    row, column = position_in(text, line, name)
    if name == "r":
        column = text.split("\n")[line - 1].index("r.")
    assert local_binding(language, text, row, column, name) == bound


@pytest.mark.parametrize(
    ("language", "text", "line", "before", "name"),
    [
        ("python", PYTHON, 7, "self.", "name"),
        ("python", PYTHON, 10, "self.", "cache_key"),
        ("python", PYTHON, 10, "load(", "name"),
        ("python", PYTHON, 10, "in rest], ", "load"),
        ("python", PYTHON, 13, "cache_key, ", "names"),
        ("python", PYTHON, 1, "", "names"),
        ("cpp", CPP, 6, "edit->", "sizes"),
        ("cpp", CPP, 6, "v->", "edit"),
        ("typescript", TYPESCRIPT, 4, "scene.", "items"),
        ("csharp", CSHARP, 3, "order.", "Price"),
        ("markdown", "name name", 1, "name ", "name"),
    ],
)
def test_members_names_of_arguments_and_names_of_the_file_are_not_local(
    language: str, text: str, line: int, before: str, name: str
) -> None:
    column = text.split("\n")[line - 1].index(before + name) + len(before)
    assert local_binding(language, text, line, column, name) == 0


def test_a_place_outside_of_the_text_has_no_local_name() -> None:
    assert local_binding("python", PYTHON, 99, 0, "name") == 0
    assert local_binding("python", PYTHON, 0, 0, "name") == 0
