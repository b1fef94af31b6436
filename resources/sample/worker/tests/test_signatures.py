import pytest

from roastery_worker.signatures import BadSignature, sign, verify

KEY = b"only used in this test"


def test_what_was_signed_is_accepted():
    verify(KEY, "{}", sign(KEY, "{}", 1_000), now=1_100)


def test_a_changed_body_is_refused():
    with pytest.raises(BadSignature, match="does not fit"):
        verify(KEY, '{"amount":1}', sign(KEY, "{}", 1_000), now=1_000)


def test_an_old_message_is_refused_even_when_its_signature_is_right():
    with pytest.raises(BadSignature, match="five minutes"):
        verify(KEY, "{}", sign(KEY, "{}", 1_000), now=1_301)
