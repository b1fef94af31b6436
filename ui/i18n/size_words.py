"""The size of a file, in the language of the window."""

from ui.i18n.language import counted, number, translate, with_tenths


def size_words(size: int) -> str:
    """Return ``812 bytes``, ``14 kB`` or ``3.2 MB``."""
    if size < 1000:
        return counted(size, "{n} byte", "{n} bytes")
    if size < 1_000_000:
        return translate("{size} kB").format(size=number(round(size / 1000)))
    return translate("{size} MB").format(size=with_tenths(size / 1_000_000))
