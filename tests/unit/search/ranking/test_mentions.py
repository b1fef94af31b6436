"""Files are lifted by what the best chunks name, whoever defines it."""

from hypothesis import given
from hypothesis import strategies as st

from search.ranking.constants import MENTIONED_IN_FILES
from search.ranking.mentions import mentioned, names_in
from search.types.ids import FileId

GUIDE, TESTS, LEASE, CLOCK = map(FileId, ("guide.md", "test_lease.py", "lease.py", "clock.py"))
DEFINED = {"renew_lease": [LEASE], "Clock": [CLOCK], "close": [LEASE, CLOCK]}


def defining(name: str) -> list[FileId]:
    return DEFINED.get(name, [])


def test_names_look_like_code_or_stand_in_backticks():
    text = "Call renew_lease or `close()` with a HTTPServer and a Clock; the lease is closed."
    assert names_in(text) == {"renew_lease", "close", "HTTPServer"}


def test_the_file_that_defines_what_is_named_is_found():
    shares = mentioned([(GUIDE, 0.8, "Use renew_lease.")], [], defining)
    assert shares == {LEASE: (1.0, "renew_lease")}


def test_a_file_does_not_lift_itself():
    assert mentioned([(LEASE, 1.0, "def renew_lease(): ...")], [], defining) == {}


def test_a_name_of_several_files_counts_less_and_one_of_many_nothing():
    shares = mentioned([(GUIDE, 1.0, "`close` and renew_lease")], [], defining)
    assert shares[LEASE][0] == 1.0 > shares[CLOCK][0] > 0.0
    many = [FileId(f"{n}.py") for n in range(MENTIONED_IN_FILES + 1)]
    assert mentioned([(GUIDE, 1.0, "renew_lease")], [], lambda _: many) == {}


def test_what_both_signals_name_counts_most():
    shares = mentioned(
        [(GUIDE, 1.0, "renew_lease"), (TESTS, 1.0, "`Clock`")], [(GUIDE, 1.0, "renew_lease")], defining
    )
    assert shares[LEASE][0] == 1.0 > shares[CLOCK][0]


scores = st.floats(0.0, 1.0, allow_subnormal=False)
chunks = st.lists(
    st.tuples(st.sampled_from([GUIDE, TESTS]), scores, st.sampled_from(["renew_lease", "`Clock` close"]))
)


@given(chunks, chunks)
def test_shares_are_shares(by_word, by_meaning):
    shares = mentioned(by_word, by_meaning, defining)
    assert all(0.0 <= share <= 1.0 + 1e-9 for share, _ in shares.values())
