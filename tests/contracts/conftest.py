"""What several contract suites look at: the sample corpus, indexed once with the real model."""

from collections.abc import Iterator

import pytest

from app.core.local_core import LocalCore
from tests.contracts.service_parts import copied_sample, core_on


@pytest.fixture(scope="session")
def sample_core(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCore]:
    folder = tmp_path_factory.mktemp("sample")
    with core_on(folder, copied_sample(folder)) as core:
        yield core
