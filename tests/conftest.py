"""What is kept between runs is kept in a directory of this run: no test depends on an earlier one."""

import pytest


@pytest.fixture(scope="session", autouse=True)
def _cache_of_this_run(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CFRLIB_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield
