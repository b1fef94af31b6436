"""Text that XML can hold."""

import re

_NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Everything but the characters of XML 1.0, section 2.2."""


def xml_text(text: str) -> str:
    """Return a text without the characters that XML forbids; it still has to be escaped."""
    return _NOT_IN_XML.sub("", text)
