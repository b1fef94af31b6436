"""What the system has left for one more program that watches folders."""

import sys

import psutil
import pytest

from indexer.watching.budget import has_instance


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux counts who watches")
def test_a_process_that_may_have_no_more_instances_is_told_so_and_keeps_none_that_it_tried():
    import resource

    assert has_instance()
    contents = psutil.Process().num_fds()
    assert has_instance()
    assert psutil.Process().num_fds() == contents
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, hard))
    try:
        result = has_instance()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert not result
