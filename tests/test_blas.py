"""One thread for products of matrices, for as long as anybody wants it."""

import threading

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from cfrlib.blas import one_thread


def threads_now():
    return {library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"}


def test_the_last_one_gives_threads_back():
    np.ones((2, 2)) @ np.ones((2, 2))
    first, both, done = threading.Event(), threading.Event(), threading.Event()

    def longer():
        first.wait()
        with one_thread():
            both.set()
            done.wait()

    limit = threadpool_limits(2, user_api="blas")  # no `with`: inside of it other threads could not change anything
    try:
        other = threading.Thread(target=longer)
        other.start()
        with one_thread():
            assert threads_now() == {1}
            first.set()
            both.wait()
        assert threads_now() == {1}  # one is still at it
        done.set()
        other.join()
        assert threads_now() == {2}
        with pytest.raises(ZeroDivisionError), one_thread():
            raise ZeroDivisionError
        assert threads_now() == {2}
    finally:
        limit.restore_original_limits()
