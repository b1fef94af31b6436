"""Marks in the facts of single languages: names, kinds and values that have a meaning of their own."""

COMPANION = "Companion"
"""Name of the variable of a class in Kotlin that holds the object whose members are called of the class."""

RETURNED = "return"
"""Name of the variables that hold the result of a function without a declared type."""

GIVEN_OBJECT = "{}"
"""Type of such a variable in JavaScript: the function gives an object that holds functions, of which those inside
of it have its own name before theirs."""

VIRTUAL = "virtual"
"""In place of a type: the variable of a class is a method of C++ that derived classes may override.

Its value is ``0`` where it has no body; of a callback of Elixir it is the number of its arguments."""

DEREF = "*"
"""Name of the variable of a type in Rust whose type it stands for: ``type Target = Token`` of ``impl Deref``."""

GLOBAL = "::"
"""Receiver of a bare call in C++ that no method of the class around is meant by: ``::open(path)``."""

ASSOCIATED = "::"
"""Begins the name of a variable of a type in Rust, whose type is what ``Self::Item`` means in its methods."""

ENTERED = 2
"""`Variable.parameter` of what a closure of Rust is handed by an iterator, or else by an option that holds it."""

HELD = "[]"
"""Name of the variable of a type in Go that has the type of a slice or a map as its own: ``type Items []Item``."""

PROTOTYPE = "prototype"
"""Kind of import of a function that is announced without a source, and defined elsewhere."""

PART = "part"
"""Kind of import of a module that the package has as a name because a part of it is imported."""

TYPEDEF = "typedef"
"""Kind of import of a name that a comment of JavaScript takes from another file: nothing is loaded."""

MEMBER = "member"
"""Kind of import of what an object of JavaScript holds by name; ``alias`` is the path, ``shop.open``."""

LIBRARY = "library"
"""Beginning of the kinds of imports in Dart, whose names the finder of its modules looks up by itself."""
