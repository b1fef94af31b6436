from roastery_worker.reconcile import Difference, differences


def test_equal_sides_have_no_difference():
    assert differences({"a": 100}, {"a": 100}) == []


def test_a_payment_that_only_the_bank_knows_is_reported():
    assert differences({}, {"b": 250}) == [Difference("b", None, 250)]
