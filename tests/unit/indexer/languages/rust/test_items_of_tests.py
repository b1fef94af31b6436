"""What of a file of Rust counts as tests, and what does not."""

import pytest

from indexer.facts.extract import extract
from indexer.languages.rust.test_items import is_for_tests
from tests.unit.indexer.resolve.graph_samples import graph_of, parsed

PARSER = """
#![allow(dead_code)]
pub struct Parser;
impl Parser {
    pub fn parse(&self) -> u32 { now() }
    #[cfg(test)]
    pub fn empty() -> Self { Parser }
}
#[cfg(not(test))]
fn now() -> u32 { 1 }
#[cfg(test)]
fn now() -> u32 { 0 }
#[test]
/// It parses.
fn parses() { Parser.parse(); }
#[tokio::test(flavor = "multi_thread")]
async fn waits() {}
#[cfg(feature = "test")]
pub fn shown() {}
#[cfg(any(test, feature = "x"))]
pub fn shared() {}
#[cfg(all(unix, test))]
mod checks {
    use super::*;
    struct Sample;
    mod deeper { pub const NAME: &str = "a"; }
    impl Sample { fn made() -> Sample { Sample } }
}
#[cfg(test)]
use std::fmt;
pub fn last() {}
"""


def names_of_tests(files: dict[str, str]) -> set[str]:
    return {node.qualname for node in graph_of(files).nodes if node.in_tests}


def test_what_is_compiled_for_tests_alone_counts_as_tests() -> None:
    assert names_of_tests({"src/lib.rs": PARSER}) == {
        "Parser::empty",
        "parses",
        "waits",
        "checks",
        "checks::Sample",
        "checks::Sample::made",
        "checks::deeper",
        "checks::deeper::NAME",
    }


def test_a_whole_file_can_be_for_tests_alone() -> None:
    text = "#![cfg(test)]\nmod inner { pub fn open() {} }\nfn close() {}\n"
    assert names_of_tests({"src/a.rs": text}) == {"inner", "inner::open", "close"}


@pytest.mark.parametrize(
    ("attribute", "expected"),
    [
        ("#[test]", True),
        ("#[ tokio :: test ]", True),
        ("#[rstest]", True),
        ("#[bench]", True),
        ("#[cfg(test)]", True),
        ("#![cfg(test)]", True),
        ('#[cfg(all(feature = "a", all(test)))]', True),
        ("#[cfg(not(test))]", False),
        ("#[cfg(any(test, unix))]", False),
        ("#[cfg(all(unix, not(test)))]", False),
        ('#[cfg(feature = "test")]', False),
        ("#[cfg_attr(test, derive(Debug))]", False),
        ("#[derive(Test)]", False),
        ("#[cfg(test", True),
        ("#[", False),
    ],
)
def test_an_attribute_says_whether_only_tests_have_an_item(attribute: str, expected: bool) -> None:
    assert is_for_tests(attribute) is expected


@pytest.mark.parametrize(
    "text",
    [
        "#[cfg(test)]\n" * 20_000,
        "#[cfg(test)] mod a { " * 5_000,
        "#[cfg(" + "all(" * 50_000,
        "#[test]\nfn a() {}\n" * 5_000,
    ],
)
def test_damaged_and_deep_sources_are_read(text: str) -> None:
    assert extract(parsed("src/lib.rs", text)).language == "rust"
