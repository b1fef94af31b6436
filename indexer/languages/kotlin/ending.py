"""The end of a Kotlin source: the scanner of the grammar looks for a blank there, and without one never ends."""


def with_last_newline(source: bytes) -> bytes:
    """Return a source that ends with a newline, everything else in its place."""
    return source if source.endswith(b"\n") else source + b"\n"
