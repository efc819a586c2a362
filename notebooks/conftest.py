"""One run of each notebook serves nbval and ``build.py --check``.

nbval executes every cell and keeps what it produced (``IPyNbCell.test_outputs``). It compares text, HTML and
SVG, but not what else stands in the file: counts, ids, the order of outputs, metadata. So each notebook that
nbval collects gets one more test, *saved file*, run after its cells: the notebook is put together from the
outputs of nbval's own run, and its normal form must equal the file byte for byte. A second execution for
``--check`` would double the time of the suite; feeding nbval from a run by nbclient would leave little of it.

Under xdist ``--dist loadscope`` keeps the tests of a notebook together and in order. With ``--nbval-lax``,
meant for other versions than the pinned ones, bytes are not compared.
"""

import nbformat
import nbval.plugin
import pytest

from build import joined_streams, normal_form, short_diff

# nbval joins all that a cell prints, even across a picture between two prints: not the order the reader sees.
# No run has the seal.
nbval.plugin.coalesce_streams = joined_streams


class StaleNotebook(Exception):
    """The saved notebook differs from what its cells produce."""


class SavedFile(pytest.Item):
    """The file on disk equals the normal form of the run that nbval made of its cells."""

    def __init__(self, *, cells, **kwargs):
        super().__init__(**kwargs)
        self.cells = cells

    def runtest(self):
        checked = [item for item in self.cells if item.options["check"] and not item.options["skip"]]
        if any(item.test_outputs is None for item in checked):
            pytest.skip("only some of the cells were run")
        fresh = {item.cell.id: item.test_outputs for item in checked}
        nb = nbformat.from_dict(self.parent.nb)
        for cell in nb.cells:
            if cell.id in fresh:
                cell.outputs = fresh[cell.id]
        saved, new = self.path.read_text(encoding="utf-8"), normal_form(nb)
        if new != saved:
            raise StaleNotebook(short_diff(saved, new))

    def repr_failure(self, excinfo):
        if isinstance(excinfo.value, StaleNotebook):
            return f"{self.path} is not what a fresh run gives; `make execute` rewrites it.\n{excinfo.value}"
        return super().repr_failure(excinfo)

    def reportinfo(self):
        return self.path, None, f"{self.path.name}: saved file"


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    report = yield
    if isinstance(collector, nbval.plugin.IPyNbFile) and report.passed and collector.compare_outputs:
        cells = list(report.result)
        report.result.append(SavedFile.from_parent(collector, name="saved file", cells=cells))
    return report
