"""Constants and classes that are named as values: limits that are compared with, options, classes in a table."""

from tests.unit.indexer.resolve.test_named_functions import named

GO = {
    "go.mod": "module example.com/shop\n",
    "store/store.go": """package store
const MaxRetries = 3
const doubled = MaxRetries * 2
type Mode int
const (
	Off Mode = iota
	On
)
func Limit() int { return MaxRetries }
func Allowed(n int) bool {
	switch n {
	case doubled:
		return true
	}
	return n < MaxRetries
}
func Hidden(doubled int) bool { return doubled > 3 }
""",
    "main.go": """package main
import "example.com/shop/store"
func main() { if mode() == store.On { println(store.MaxRetries) } }
""",
}


def test_constants_of_go_are_referred_to_where_they_are_compared_and_given() -> None:
    assert named(GO) == {
        "file:store/store.go references go:store.MaxRetries",
        "go:store.Limit references go:store.MaxRetries",
        "go:store.Allowed references go:store.MaxRetries",
        "go:store.Allowed references go:store.doubled",
        "go:..main references go:store.On",
        "go:..main references go:store.MaxRetries",
    }
