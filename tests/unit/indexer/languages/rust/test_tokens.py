"""Calls in the arguments of macros, where the grammar sees nothing but tokens."""

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

CARGO = '[package]\nname = "shop"\nedition = "2021"\n'

SHOP = """
pub mod money;
pub struct Bill;
impl Bill {
    pub fn new() -> Self { Bill }
    pub fn sum(&self) -> u32 { 1 }
    fn show(&self) { println!("{}", self.sum()); }
}
pub fn over(n: u32) -> bool { n > 1 }
pub fn all(n: u32) -> bool { n > 1 }
fn equal() { assert_eq!(over(4), true); }
fn printed(bill: &Bill) { println!("{}", bill.sum()); }
fn listed() -> Vec<u32> { vec![money::cents(1), crate::money::round(2)] }
fn matched() -> bool { matches!(over(1), true) }
fn chained() { assert_eq!(Bill::new().sum(), 1); }
fn inner() { assert!(vec![if over(3) { 1 } else { 0 }].len() == 1); }
fn text() { println!("over(1) {}", 1); over!(2); println!("{}", over!(3)); }
fn shadowed(over: fn(u32) -> bool) { assert!(over(1)); }
fn written() { quote! { over(1); fn all(n: u32) {} }; make!(fn over(n: u32)); }
#[cfg(all(unix, not(windows)))]
fn attributed() {}
macro_rules! ours { (all($e:expr)) => { 1 }; }
"""
MONEY = "pub fn cents(n: u32) -> u32 { n }\npub fn round(n: u32) -> u32 { n }\n"


def test_calls_in_the_arguments_of_macros_are_calls() -> None:
    result = edges(graph_of({"Cargo.toml": CARGO, "src/lib.rs": SHOP, "src/money.rs": MONEY}))
    assert {each for each in result if " calls " in each} == {
        "rs:crate::Bill::show calls rs:crate::Bill::sum",
        "rs:crate::equal calls rs:crate::over",
        "rs:crate::printed calls rs:crate::Bill::sum",
        "rs:crate::listed calls rs:money::cents",
        "rs:crate::listed calls rs:money::round",
        "rs:crate::matched calls rs:crate::over",
        "rs:crate::chained calls rs:crate::Bill::new",
        "rs:crate::chained calls rs:crate::Bill::sum",
        "rs:crate::inner calls rs:crate::over",
    }


def test_a_call_behind_a_macro_keeps_the_type_of_what_it_gives() -> None:
    text = 'fn low() {}\nfn a() { log(low()); println!("{}", low()); let x = Bill::new(); x.sum(); }\n'
    text += "struct Bill;\nimpl Bill { fn new() -> Bill { Bill }\nfn sum(&self) {} }\n"
    assert "rs:crate::a calls rs:crate::Bill::sum" in edges(graph_of({"src/lib.rs": text}))
