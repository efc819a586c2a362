"""What runs in the background of a real kernel stops when it must: by *Interrupt*, by its cell run again, at exit."""

import subprocess
import sys
import time

import pytest
from jupyter_client.manager import start_new_kernel

import cfrlib
from cfrlib.widgets.parts import live

RACE = """
import cfrlib
def go(**solver):
    made = cfrlib.widgets.race(cfrlib.games.leduc(), {"CFR": solver})
    made.run()
    return made
def settled(made):
    made.contest.settle()
    return made.contest.entrants[0].state
"""
NOTED = """
import time
halt = one.contest.interrupt
def interrupt():
    global halted
    halted = time.monotonic()
    halt()
one.contest.interrupt = interrupt
said = 1"""
"""Note when a race is stopped."""
BETWEEN = """
from types import SimpleNamespace
came = SimpleNamespace(error_in_exec=None, error_before_exec=KeyboardInterrupt())
get_ipython().events.trigger("post_run_cell", came)
said = 1"""
"""What IPython says of an interrupt that comes while it compiles a cell's next statement."""


class Kernel:
    """A kernel that runs cells, which have an id as JupyterLab gives them."""

    def __init__(self):
        self.manager, self.client = start_new_kernel()

    def start(self, source, cell=None):
        content = {"code": source, "user_expressions": {"said": "said"}, "store_history": True}
        message = self.client.session.msg("execute_request", content, metadata={"cellId": cell})
        self.client.shell_channel.send(message)
        return message["header"]["msg_id"]

    def run(self, source, cell=None):
        """Run a cell until the kernel is idle again; return the variable `said` as text."""
        return self.reply(self.start(source, cell))["user_expressions"]["said"]["data"]["text/plain"]

    def reply(self, message):
        while (reply := self.client.get_shell_msg(timeout=120))["parent_header"]["msg_id"] != message:
            pass
        while (told := self.client.get_iopub_msg(timeout=120))["content"].get("execution_state") != "idle" or (
            told["parent_header"]["msg_id"] != message
        ):
            pass
        return reply["content"]


@pytest.fixture(scope="module")
def kernel():
    made = Kernel()
    assert made.run(f"{RACE}\nsaid = 1") == "1"
    yield made
    made.client.stop_channels()
    made.manager.shutdown_kernel(now=True)


def state(kernel, race, wanted):
    """Wait until a race says that."""
    end = time.monotonic() + 15
    while (now := kernel.run(f"said = {race}.contest.entrants[0].state", "look")) != repr(wanted):
        assert time.monotonic() < end, f"{now}, not {wanted}"


def test_interrupt_stops_what_runs_while_the_kernel_is_idle(kernel):
    kernel.run("one = go(); two = go(sampling='es'); said = 1", "both")
    kernel.run(NOTED)
    state(kernel, "one", "running")
    kernel.manager.interrupt_kernel()
    time.sleep(0.5)  # no message wakes the kernel
    assert kernel.run("said = time.monotonic() - halted > 0.2") == "True"
    assert kernel.run("said = [settled(one), settled(two)]") == "['stopped', 'stopped']"
    kernel.run("one.run(); said = 1")  # and it does so the second time
    state(kernel, "one", "running")
    kernel.manager.interrupt_kernel()
    state(kernel, "one", "stopped")


def test_interrupt_stops_what_runs_while_a_cell_runs(kernel):
    kernel.run("one = go(); said = 1", "one")
    for sleep in ("time.sleep(60)", "for _ in range(6000): await asyncio.sleep(0.01)"):
        kernel.run("one.run(); said = 1")
        state(kernel, "one", "running")
        slow = kernel.start(f"import asyncio\nprint('asleep', flush=True)\n{sleep}")
        while kernel.client.get_iopub_msg(timeout=60)["content"].get("text", "") != "asleep\n":
            pass
        kernel.manager.interrupt_kernel()
        assert kernel.reply(slow)["status"] == "error"
        state(kernel, "one", "stopped")
    kernel.run("one.run(); said = 1")
    state(kernel, "one", "running")
    kernel.run(BETWEEN)
    state(kernel, "one", "stopped")


def test_a_cell_that_is_run_again_stops_what_it_made_and_nothing_else(kernel):
    kernel.run("old = go(); said = 1", "here")
    kernel.run("other = go(); said = 1", "there")
    kernel.run("before, old = old, go(); said = 1", "here")
    state(kernel, "before", "stopped")
    state(kernel, "old", "running")
    state(kernel, "other", "running")
    kernel.run("old.stop(); other.stop(); said = 1")


def test_playing_is_stopped_too(kernel):
    kernel.run("lesson = cfrlib.widgets.stepper(cfrlib.games.kuhn()); lesson._playing.value = True; said = 1", "play")
    assert kernel.run("said = lesson.play.playing, lesson.canvas.running") == "(True, 'The stepper')"
    assert kernel.run("said = lesson.play.playing, lesson.canvas.running", "play") == "(False, '')"


def test_who_waits_goes_on_waiting():
    made = cfrlib.widgets.race(cfrlib.games.kuhn())
    live.stop()
    assert [e.state for e in made.contest.entrants] == ["ready"] * 4


def test_a_process_ends_while_something_runs():
    ended = subprocess.run([sys.executable, "-c", f"{RACE}\ngo()"], capture_output=True, timeout=120)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")
