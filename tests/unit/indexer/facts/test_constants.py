"""Constants: those of a file, a module or a class are definitions, those of a function are not."""

import pytest

from indexer.facts.extract import extract
from indexer.facts.model import NO_OWNER
from indexer.types import ParsedFile

PYTHON = """# Seconds.
DEFAULT_TIMEOUT = 5
small = 1
limit: Final[int] = 2
LEFT, RIGHT = "l", "r"
class Suit(Enum):
    HEARTS = connect()
    def name(self):
        LOCAL = 2
"""
CSHARP = """namespace Shop;
class Cart {
    public const int Most = 9, Least = 1;
    static readonly string Table = "Cart";
    private readonly int _size;
    private static int _open;
    void Add() { const int Local = 2; }
}
interface IFace { const int Width = 1; }
"""
JAVA = """package shop;
class Cart {
    /** Most. */
    public static final int MOST = 9, LEAST = 1;
    static final long serialVersionUID = 1L;
    private final int size = 1;
    static int OPEN;
    void add() { final int LOCAL = 1; }
}
interface Face { int WIDTH = 3; }
"""
GO = """package shop
const Left, Right = 1, 2
const (
    // Red, first.
    Red = iota
    Blue
)
var ErrFull = errors.New("full")
var (
    ErrGone, other = 1, 2
)
func add() { const local = 1 }
"""
RUST = """pub const MOST: u8 = 9;
static mut OPEN: u8 = 2;
struct Cart;
impl Cart { const LEAST: u8 = 3; fn add() { const LOCAL: u8 = 1; } }
trait Face { const WIDTH: u8; }
mod inner { pub const DEPTH: u8 = 1; }
const _: () = ();
"""
C = """#ifndef CART_H
#define CART_H
#define MOST 9
static const int least = 5;
const char *const names[] = {"a"};
int open = 1;
int add() { const int local = 1; }
#endif
"""
CPP = """namespace shop {
constexpr int kMost = 9;
class Cart {
    static constexpr int kLeast = 1;
    int size = 1;
    void add() { const int local = 1; }
};
}
"""

CONSTANTS = {
    "python": (PYTHON, ["DEFAULT_TIMEOUT 1-2", "limit 4-4", "LEFT 5-5", "RIGHT 5-5", "Suit.HEARTS 7-7"]),
    "csharp": (
        CSHARP,
        ["Shop.Cart.Most 3-3", "Shop.Cart.Least 3-3", "Shop.Cart.Table 4-4", "Shop.IFace.Width 9-9"],
    ),
    "java": (JAVA, ["Cart.MOST 3-4", "Cart.LEAST 3-4", "Face.WIDTH 10-10"]),
    "go": (
        GO,
        ["Left 2-2", "Right 2-2", "Red 4-5", "Blue 6-6", "ErrFull 8-8", "ErrGone 10-10"],
    ),
    "rust": (RUST, ["MOST 1-1", "OPEN 2-2", "Cart::LEAST 4-4", "Face::WIDTH 5-5", "inner::DEPTH 6-6"]),
    "c": (C, ["MOST 3-3", "least 4-4", "names 5-5"]),
    "cpp": (CPP, ["kMost 2-2", "Cart.kLeast 4-4"]),
}


@pytest.mark.parametrize("language", sorted(CONSTANTS))
def test_constants_of_files_modules_and_classes_are_definitions(language: str) -> None:
    text, expected = CONSTANTS[language]
    parsed = ParsedFile("src/cart.x", language, text, "utf-8", "")
    facts = extract(parsed)
    constants = [definition for definition in facts.definitions if definition.kind == "constant"]
    assert [
        f"{definition.qualname} {definition.start_line}-{definition.end_line}" for definition in constants
    ] == expected
    assert extract(parsed, outline=True).definitions == facts.definitions
    assert facts.problems == ()


def test_a_constant_encloses_nothing() -> None:
    facts = extract(ParsedFile("src/cart.py", "python", PYTHON + "OPEN = connect()\n", "utf-8", ""))
    of_class, of_module = (call.owner for call in facts.calls if call.name == "connect")
    assert facts.definitions[of_class].name == "Suit"
    assert of_module == NO_OWNER
