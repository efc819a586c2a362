"""The compiler's work is announced while it happens, to the thread that waits for it, and only if there is any."""

import gc
import logging
import threading

import numba
import pytest

import cfrlib
from cfrlib._util import compiling as compiling  # it listens from now on
from cfrlib._util.progress import bar
from cfrlib._util.waiting import NOTE, telling
from cfrlib.games import kuhn

pytestmark = pytest.mark.slow


def made_up(function, module="cfrlib.made_up"):
    """Return a new kernel, which no cache holds."""
    function.__module__ = module
    return numba.njit(function)


def told_by(work):
    """Return what is told while this is done."""
    told = []
    with telling(told.append):
        work()
    return told


def test_what_is_told_begins_and_ends_with_the_work(capsys):
    kernel = made_up(lambda x: x + 1)
    assert told_by(lambda: kernel(1)) == [NOTE, ""]
    assert capsys.readouterr() == ("", "")  # without a bar nothing is printed
    assert told_by(lambda: kernel(1)) == []
    assert told_by(lambda: kernel(1.5)) == [NOTE, ""]  # for other types it is compiled anew


def test_a_kernel_with_those_that_it_calls_is_one_work(caplog):
    inner = made_up(lambda x: x + 1)
    outer = made_up(lambda x: inner(x) + inner(1.0 * x))
    with caplog.at_level(logging.INFO, logger="cfrlib"):
        assert told_by(lambda: outer(1)) == [NOTE, ""]
    one, other = caplog.messages
    assert one == "compiling cfrlib.made_up.<lambda>, once"
    assert other.startswith("compiled cfrlib.made_up.<lambda> in ")


def test_others_compilations_are_no_concern_of_ours(caplog):
    kernel = made_up(lambda x: x + 1, module="somewhere.else")
    with caplog.at_level(logging.INFO, logger="cfrlib"):
        assert told_by(lambda: kernel(1)) == []
    assert not caplog.messages


def test_a_failure_ends_the_work_too():
    kernel = made_up(lambda x: x.no_such_thing)

    def work():
        with pytest.raises(numba.TypingError):
            kernel(1)

    told = told_by(work)
    assert told
    assert told == [NOTE, ""] * (len(told) // 2)
    assert gc.isenabled()  # held back meanwhile
    assert told_by(lambda: made_up(lambda x: x + 1)(1)) == [NOTE, ""]


def test_only_the_thread_that_waits_is_told():
    kernel = made_up(lambda x: x + 1)
    worker = threading.Thread(target=kernel, args=(1,))

    def work():
        worker.start()
        worker.join()

    assert told_by(work) == []
    assert kernel.signatures


def test_who_listens_inside_another_is_told_too():
    kernel, told = made_up(lambda x: x + 1), []
    with telling(told.append):
        assert told_by(lambda: kernel(1)) == [NOTE, ""]
    assert told == [NOTE, ""]


def test_a_run_with_a_bar_tells_of_its_compilations(capsys, monkeypatch):
    solver, kernel = cfrlib.CFR(kuhn()), made_up(lambda x: x + 1)
    cfrlib.CFR(kuhn()).run(1)  # compiled, or from the cache
    monkeypatch.setattr(solver.engine, "prepare", lambda: kernel(1))
    solver.run(1, progress=True)
    assert NOTE in capsys.readouterr().err
    solver.run(1, progress=True)
    shown = capsys.readouterr().err
    assert "compiling" not in shown
    assert "1/1" in shown


def test_no_bar_takes_what_a_bar_takes(capsys):
    with bar(False, 3) as silent:
        silent.update(1)
    assert capsys.readouterr() == ("", "")
