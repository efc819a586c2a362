"""How kernels are written: what they are made of can be read, and each is compiled and kept in the one way for it."""

from pathlib import Path

from cfrlib._util.compile_digest import PACKAGE, Module, sources


def test_every_kernel_of_ours_can_be_traced():
    """Whatever it names in this package is found, kernels and constants alike."""
    known = {file: Module.of(file) for file in PACKAGE.rglob("*.py")}
    kernels = [(file, name) for file, module in known.items() for name in module.kernels()]
    assert len(kernels) > 200
    for file, name in sources(frozenset(kernels)):
        module = known[file]
        assert name is None or name in module.defined or name in module.imported, (file, name)


def test_a_kernel_that_only_kernels_call_has_no_way_in_from_python():
    """It would cost a third of the time to compile; that the others have one shows when they are called."""
    callers = [*PACKAGE.rglob("*.py"), *Path(__file__).parents[1].rglob("*.py")]
    named = set()
    for module in map(Module.of, callers):
        named.update(*(module.named_by(name) for name in {*module.defined} - {*module.kernels()}))
    late = {  # imported inside a function
        line.split()[-1]
        for file in callers
        for line in file.read_text(encoding="utf-8").splitlines()
        if line.startswith("        from ")
    }
    useless = {
        f"{file.stem}.{name}"
        for file in PACKAGE.rglob("*.py")
        for name in Module.of(file).kernels()
        if "@njit" in Module.of(file).text(name) and (file, name) not in named and name not in late
    }
    assert not useless, "write @inner_njit"


def test_every_kernel_is_kept_in_the_same_way():
    for file in PACKAGE.rglob("*.py"):
        assert "cache=True" not in file.read_text(encoding="utf-8"), f"{file.name}: write @keep above @numba.njit"
