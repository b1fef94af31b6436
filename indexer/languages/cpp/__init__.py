"""C++: macros and annotations that the grammar cannot parse."""
