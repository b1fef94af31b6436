"""What commits that speak of a question add to files, by kind."""

from hypothesis import given
from hypothesis import strategies as st

from search.ranking.constants import HISTORY_OF_DOCUMENTS
from search.ranking.history import history_shares
from search.types.files import Flag
from search.types.ids import FileId

LEASE, CLOCK, TEST, GUIDE = map(FileId, ("lease.py", "clock.py", "test_lease.py", "guide.md"))
FILES = [(LEASE, ()), (CLOCK, ()), (TEST, (Flag.TEST.value,)), (GUIDE, (Flag.DOCUMENT.value,))]


def test_code_is_measured_by_the_file_that_commits_speak_for_most():
    shares = history_shares({LEASE: (4.0, "renew"), CLOCK: (1.0, "tick")}, FILES, ())
    assert shares[LEASE] == (1.0, "renew")
    assert shares[CLOCK] == (0.25, "tick")


def test_a_test_that_went_with_the_change_gains_only_where_tests_are_asked_for():
    changed = {LEASE: (2.0, "renew"), TEST: (8.0, "renew")}
    assert TEST not in history_shares(changed, FILES, ())
    assert history_shares(changed, FILES, (Flag.TEST.value,))[TEST] == (1.0, "renew")


def test_documents_keep_pace_where_code_gains_and_only_there():
    assert history_shares({LEASE: (2.0, "renew")}, FILES, ())[GUIDE] == (HISTORY_OF_DOCUMENTS, "")
    assert history_shares({GUIDE: (2.0, "spelling")}, FILES, ()) == {}


def test_files_that_are_no_candidates_change_nothing():
    elsewhere = FileId("elsewhere.py")
    assert history_shares({elsewhere: (9.0, "x"), LEASE: (1.0, "y")}, FILES, ())[LEASE] == (1.0, "y")


scores = st.dictionaries(st.sampled_from([LEASE, CLOCK, TEST, GUIDE]), st.tuples(st.floats(0.0, 1e6), st.text()))


@given(scores, st.sets(st.sampled_from([Flag.TEST.value, Flag.DOCUMENT.value])))
def test_shares_are_parts_of_one_and_keep_the_order(changed, wanted):
    shares = history_shares(changed, FILES, wanted)
    assert all(0.0 <= share <= 1.0 for share, _ in shares.values())
    if LEASE in changed and CLOCK in changed and shares:
        assert (changed[LEASE][0] > changed[CLOCK][0]) >= (shares[LEASE][0] > shares[CLOCK][0])
