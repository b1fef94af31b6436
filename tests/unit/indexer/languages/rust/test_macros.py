from indexer.facts.extract import extract
from indexer.parsing.parse import parse
from indexer.types import ParsedFile

WRAPPED = """\
cfg_rt! {
    /// Runs what cannot be sent.
    pub struct LocalSet { tasks: u8 }

    impl LocalSet {
        cfg_unstable! {
            pub fn unhandled(&self) { self.tick(); }
        }
        fn tick(&self) {}
    }
}

macro_rules! made { ($a:ident) => {} }
bitflags! { struct Flags: u32 { const A = 1; } }
fn plain() { select! { a = b => {} } }
"""


def parsed(text: str) -> ParsedFile:
    read = parse("src/local.rs", text.encode())
    assert isinstance(read, ParsedFile)
    return read


def test_items_in_the_braces_of_a_macro_are_definitions_with_their_lines() -> None:
    results = {definition.name: definition.start_line for definition in extract(parsed(WRAPPED)).definitions}
    assert results == {"LocalSet": 2, "unhandled": 7, "tick": 9, "made": 13, "plain": 15}


def test_a_call_in_such_an_item_is_read() -> None:
    assert [call.name for call in extract(parsed(WRAPPED)).calls if call.name == "tick"] == ["tick"]


def test_three_macros_around_each_other_are_read_and_hundreds_do_no_harm() -> None:
    inner = "fn inside() {}"
    assert _names("a! { b! { c! { fn inside() {} } } }\n") == ["inside"]
    assert _names("m! { " * 400 + inner + " }" * 400) == []


def _names(text: str) -> list[str]:
    return [definition.name for definition in extract(parsed(text)).definitions]
