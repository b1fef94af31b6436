from hypothesis import given
from hypothesis import strategies as st

from indexer.watching.coalescer import Changes, Coalescer

A, B = "root-a", "root-b"


def test_a_root_is_handed_on_when_it_was_quiet_for_a_moment():
    coalescer = Coalescer(quiet_ms=300, longest_ms=2_000)
    coalescer.add(A, "x.py", 0)
    coalescer.add(A, "y.py", 200)
    assert coalescer.wait_ms(200) == 300
    assert coalescer.take(499) == []
    assert coalescer.take(500) == [Changes(A, ("x.py", "y.py"))]
    assert coalescer.wait_ms(500) is None


def test_a_root_that_never_gets_quiet_is_handed_on_all_the_same():
    coalescer = Coalescer(quiet_ms=300, longest_ms=2_000)
    for now in range(0, 2_000, 100):
        coalescer.add(A, "log.txt", now)
        assert coalescer.take(now) == []
    assert coalescer.take(2_000) == [Changes(A, ("log.txt",))]


def test_a_burst_becomes_one_comparison_of_the_root():
    coalescer = Coalescer(burst=10)
    for number in range(50):
        coalescer.add(A, f"{number}.py", number)
    assert coalescer.take(10_000) == [Changes(A, whole=True)]


def test_a_change_of_the_root_itself_means_all_of_it():
    coalescer = Coalescer()
    coalescer.add(A, "x.py", 0)
    coalescer.add(A, "", 1)
    coalescer.add(A, "y.py", 2)
    assert coalescer.take(10_000) == [Changes(A, whole=True)]


def test_what_is_given_back_comes_again():
    coalescer = Coalescer()
    coalescer.add(A, "x.py", 0)
    (changes,) = coalescer.take(10_000)
    coalescer.put_back(changes, 10_000)
    assert coalescer.take(10_000) == []
    assert coalescer.take(20_000) == [changes]


EVENTS = st.lists(
    st.tuples(
        st.sampled_from([A, B]),
        st.sampled_from(["a.py", "b.py", "c/d.py", "c/e.py", "f/g/h.py", "i.py"]),
        st.floats(min_value=0, max_value=900),
        st.booleans(),
    ),
    max_size=40,
)


@given(EVENTS)
def test_no_path_is_lost_and_none_is_invented(events):
    coalescer = Coalescer(burst=3)
    now, received = 0.0, []
    for root, path, pause, look in events:
        now += pause
        coalescer.add(root, path, now)
        if look:
            received += [(changes, now) for changes in coalescer.take(now)]
    received += [(changes, now + 5_000) for changes in coalescer.take(now + 5_000)]
    assert coalescer.wait_ms(now + 5_000) is None
    clock = 0.0
    for root, path, pause, _ in events:
        clock += pause
        later = [changes for changes, at in received if at >= clock and changes.root == root]
        assert any(changes.whole or path in changes.paths for changes in later)
    reported = {(changes.root, path) for changes, _ in received for path in changes.paths}
    assert reported <= {(root, path) for root, path, _, _ in events}
