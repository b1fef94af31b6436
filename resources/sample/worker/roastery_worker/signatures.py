"""Signatures of webhooks; the counterpart of `WebhookSigner` in the service."""

import hashlib
import hmac
import time

HEADER = "Roastery-Signature"
TOLERANCE_SECONDS = 300


class BadSignature(Exception):
    """The message is not ours, was changed on the way, or is too old."""


def sign(key: bytes, body: str, seconds: int | None = None) -> str:
    """Return the header's value; the time is part of what is signed."""
    stamp = int(time.time()) if seconds is None else seconds
    digest = hmac.new(key, f"{stamp}.{body}".encode(), hashlib.sha256).hexdigest()
    return f"t={stamp},v1={digest}"


def verify(key: bytes, body: str, header: str, now: int) -> None:
    """Return when the header fits the body; receivers may copy this function.

    Raises:
        BadSignature: it does not, or it is older than five minutes.
    """
    parts = dict(part.split("=", 1) for part in header.split(",") if "=" in part)
    try:
        stamp = int(parts["t"])
    except (KeyError, ValueError):
        raise BadSignature("The header has no time") from None
    if abs(now - stamp) > TOLERANCE_SECONDS:
        raise BadSignature("The message is older than five minutes; it may be a replay")
    if not hmac.compare_digest(sign(key, body, stamp), header):
        raise BadSignature("The signature does not fit the body")
