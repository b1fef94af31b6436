"""Files that ship with Dowse, and the one function that finds them."""
