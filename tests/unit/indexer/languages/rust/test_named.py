"""Names that stand for values in Rust: constants, statics, variants of an enum, functions that are handed over."""

from tests.unit.indexer.resolve.graph_samples import graph_of
from tests.unit.indexer.resolve.test_named_functions import named

CARGO = '[package]\nname = "shop"\nedition = "2021"\n'

OPTS = """
pub const LIMIT: u32 = 3;
pub const TWICE: u32 = LIMIT * 2;
pub static NAME: &str = "x";
pub enum Policy { Null, Rate(u32), Open { from: u32 } }
pub struct Bounds { min: u32 }
impl Bounds {
    pub const LEAST: u32 = 1;
    fn least(&self) -> bool { self.min == Self::LEAST }
}
pub fn over(n: u32) -> bool { n > LIMIT }
fn pick(s: &str) -> u32 { match s { "n" => TWICE, _ => Bounds::LEAST } }
fn pattern(p: u32) -> bool { match p { LIMIT => true, 1..=TWICE => false } }
"""
LIB = """
pub mod opts;
use opts::{over, Bounds, Policy, LIMIT};
struct Unit;
fn made() { let p = Policy::Null; }
fn rated() { send(Policy::Rate(1)) }
fn opened() { let p = Policy::Open { from: 1 }; }
fn matched(p: &opts::Policy) -> bool {
    match p { Policy::Null => true, Policy::Rate(n) if *n > 3 => true, _ => false } }
fn guarded(p: u32) -> bool { if let Some(opts::TWICE) = get(p) { true } else { false } }
fn named_in_macro() { assert_eq!(opts::TWICE, 6); }
fn matched_in_macro(x: u8) -> bool { matches!(x, Policy::Rate(_)) }
fn letters() { println!("{}", opts::NAME.len()); }
fn unit() { hand(Unit); }
fn mapped(v: Vec<u32>) { v.into_iter().map(over).collect() }
fn method(v: Vec<u32>) { v.iter().map(Bounds::least) }
fn array() -> [u32; LIMIT] { [0; LIMIT] }
fn parameter(over: u32) { hand(over); }
fn closure(v: Vec<u32>) { v.iter().map(|over| hand(over)); }
fn looped(v: Vec<u32>) { for over in v { hand(over); } }
fn bound(v: Option<u32>) { if let Some(over) = v { hand(over); } }
fn pair(v: (u32, u32)) { let (over, _b) = v; hand(over); }
fn arm(v: Option<u32>) { match v { Some(over) => hand(over), None => {} } }
fn other() { hand(Other::Null); hand(outside::LIMIT); }
"""


def test_constants_variants_and_functions_that_are_named_as_values_are_referred_to() -> None:
    files = {"Cargo.toml": CARGO, "src/lib.rs": LIB, "src/opts.rs": OPTS}
    assert named(files) == {
        "file:src/opts.rs references rs:opts::LIMIT",
        "rs:opts::Bounds::least references rs:opts::Bounds::LEAST",
        "rs:opts::over references rs:opts::LIMIT",
        "rs:opts::pick references rs:opts::TWICE",
        "rs:opts::pick references rs:opts::Bounds::LEAST",
        "rs:opts::pattern references rs:opts::LIMIT",
        "rs:opts::pattern references rs:opts::TWICE",
        "rs:crate::made references rs:opts::Policy",
        "rs:crate::rated references rs:opts::Policy",
        "rs:crate::opened references rs:opts::Policy",
        "rs:crate::matched references rs:opts::Policy",
        "rs:crate::guarded references rs:opts::TWICE",
        "rs:crate::named_in_macro references rs:opts::TWICE",
        "rs:crate::matched_in_macro references rs:opts::Policy",
        "rs:crate::letters references rs:opts::NAME",
        "rs:crate::unit references rs:crate::Unit",
        "rs:crate::mapped references rs:opts::over",
        "rs:crate::method references rs:opts::Bounds::least",
        "rs:crate::array references rs:opts::LIMIT",
    }


def test_a_variant_that_is_called_as_a_type_elsewhere_refers_to_its_enum_alone() -> None:
    text = "struct Call;\nenum Expr { Call { n: u32 } }\nfn f() { let e = Expr::Call { n: 1 }; }\n"
    text += "fn g(e: &Expr) { match e { Expr::Call { n } => hand(n) } }\n"
    assert named({"src/lib.rs": text}) == {
        "rs:crate::f references rs:crate::Expr",
        "rs:crate::g references rs:crate::Expr",
    }


def test_a_variant_is_no_object_that_is_made() -> None:
    text = "enum Expr { Call { n: u32 } }\nstruct Call;\nfn f() { let e = Expr::Call { n: 1 }; }\n"
    kinds = {edge.type.value for edge in graph_of({"src/lib.rs": text}).edges}
    assert "instantiates" not in kinds
