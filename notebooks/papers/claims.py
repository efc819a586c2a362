"""The statements of the sources, and what a notebook has measured for each: `claims.csv`, `printed/`, `verdicts/`.

A replication is ``NAME.ipynb`` here, with what it needs beside it in ``NAME.py``. It has one edition, and the checks of
a lesson. What its source states is a row each of ``claims.csv``, what it prints as a table is in ``printed/``; no
published number stands in a cell. `Paper.judge` puts ours beside it, and the verdict follows by the rule of
``rule.py``. What is refuted has its cause. The first screen, `Paper.glance`, has the main figure and the verdicts of
the run before: run it twice. `fold_tables` lets every table open on a click.
"""

from dataclasses import fields
from pathlib import Path

import pandas as pd

from cfrlib._util.arguments import one_of
from cfrlib._util.files import write_atomically
from rule import KINDS, RELATIONS, WEIGHTS, Claim, interval, verdict
from tables import Glance, row_of

FOLDER = Path(__file__).resolve().parent


def claims(folder=FOLDER):
    """Return all statements, a list of `Claim`, in the order of the file; refuse a wrong row, and say which."""
    table = pd.read_csv(folder / "claims.csv", dtype=str, keep_default_na=False)
    stated = [Claim(**{field.name: row[field.name] for field in fields(Claim)}) for row in table.to_dict("records")]
    ids = set()
    for claim in stated:
        try:
            one_of("relation", claim.relation, RELATIONS)
            one_of("kind", claim.kind, tuple(KINDS))
            one_of("weight", claim.weight, WEIGHTS)
            claim.allowed  # noqa: B018 (its numbers can be read)
            if claim.kind == "digits" and (claim.relation != "=" or claim.plus_minus):
                raise ValueError("digits take an equality and no plus_minus")
        except ValueError as error:
            raise ValueError(f"claims.csv: {claim.id}: {error}") from None
        if claim.id in ids:
            raise ValueError(f"claims.csv: {claim.id} is there twice")
        ids.add(claim.id)
    return stated


def printed(name):
    """Return a table that a source prints, `printed/NAME.csv`; nan where it prints nothing."""
    return pd.read_csv(FOLDER / "printed" / f"{name}.csv", na_values=["?"])


def measured(row):
    """Return what a row of a file of verdicts has measured: a pair, or None."""
    return None if pd.isna(row.low) else (row.low, row.high)


class Paper:
    """The statements of a source, by id in the order of the file, and what we measured for each.

    ``Paper("Ni and Lamb").judge(N1a=-0.0555555556).verdict.tolist()`` is ``['reproduced']``.
    """

    def __init__(self, source, folder=FOLDER):
        stated = claims(folder)
        one_of("source", source, tuple(dict.fromkeys(claim.source for claim in stated)))
        self.claims = {claim.id: claim for claim in stated if claim.source == source}
        self._path = folder / "verdicts" / f"{source.lower().replace(' ', '_')}.csv"
        self._ours = {}

    def __getitem__(self, name):
        return self.claims[name].value

    def judge(self, **ours):
        """Keep what we measured for some statements, by id, and return those rows of the table of `verdicts`.

        Each is a number, several, or None: see `verdict`.
        """
        for name, numbers in ours.items():
            one_of("id", name, tuple(self.claims))
            self._ours[name] = numbers if numbers is None else interval(numbers)
        return self.verdicts(ours)

    def verdicts(self, ids=None):
        """Return the table of statements: place, statement, what is allowed (by whom), ours (over what), verdict."""
        ids = [name for name in self.claims if name in self._ours] if ids is None else ids
        rows = {name: row_of(self.claims[name], self._ours[name]) for name in ids}
        return pd.DataFrame.from_dict(rows, orient="index")

    def glance(self, picture):
        """Return the first screen, a `Glance`: a picture, and the verdicts that were saved last."""
        saved = pd.read_csv(self._path).set_index("id") if self._path.exists() else pd.DataFrame()
        ours = {name: measured(saved.loc[name]) for name in self.claims if name in saved.index}
        return Glance([(self.claims[name], numbers) for name, numbers in ours.items()], picture)

    def left(self):
        """Return the ids of the statements that have not been judged."""
        return [name for name in self.claims if name not in self._ours]

    def save(self):
        """Write ``verdicts/SOURCE.csv`` for the ledger: id, low, high (ours, to 10 digits) and verdict of all."""
        if self.left():
            raise ValueError(f"{', '.join(self.left())}: judge these first; None says that nothing was measured")
        judged = [(claim, self._ours[name]) for name, claim in self.claims.items()]
        rows = [(claim.id, *(ours or (None, None)), verdict(claim, ours)) for claim, ours in judged]
        table = pd.DataFrame(rows, columns=["id", "low", "high", "verdict"])
        self._path.parent.mkdir(exist_ok=True)
        text = table.to_csv(index=False, float_format="%.10g", lineterminator="\n")
        write_atomically(self._path, lambda file: file.write(text.encode("utf-8")))
