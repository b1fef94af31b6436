"""Hash of the content of a file: equal bytes, equal hash."""

import hashlib


def hash_of(data: bytes) -> str:
    """Return BLAKE2b-128 (hex) of the bytes."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()
