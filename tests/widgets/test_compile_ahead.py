"""The button that compiles ahead says what the other process says, and does nothing before it is pressed."""

import sys

import pytest

from cfrlib.widgets import compile_ahead


@pytest.fixture
def process(monkeypatch):
    """Put code of ours in the place of the compiler."""

    def put(code):
        command = [sys.executable, "-c", f"import sys; {code}"]
        monkeypatch.setattr(sys.modules[compile_ahead.__module__], "COMMAND", command)

    return put


def test_it_says_what_the_compiler_says(process):
    process("print('1 of 5, <Leduc>', file=sys.stderr); print('nothing'); print('All done.', file=sys.stderr)")
    widget, told = compile_ahead(), []
    widget.says.observe(lambda change: told.append(change["new"]), "value")
    reading = widget.run()
    assert widget.start.disabled
    reading.join()
    assert told == ["begins ...", "1 of 5, &lt;Leduc&gt;", "All done."]


def test_a_failure_is_shown_and_can_be_tried_again(process):
    process("sys.exit('no <room>')")
    widget = compile_ahead()
    widget.run().join()
    assert widget.says.value == "It failed: no &lt;room&gt;"
    assert not widget.start.disabled


def test_a_saved_notebook_says_what_it_is():
    data, _ = compile_ahead()._repr_mimebundle_()
    assert data["text/plain"] == "A button that compiles ahead; run the cell to use it."
    assert "application/vnd.jupyter.widget-view+json" in data
