"""Files of comma-separated values out of which every text comes as it went in."""

import csv

from cfrlib._util.files import write_atomically


def write(path, rows):
    """Write rows of texts, all or none; what would end a cell or a line stands in quotes."""
    text = "".join(",".join(map(_cell, row)) + "\n" for row in rows)
    write_atomically(path, lambda file: file.write(text.encode("utf-8")))


def _cell(text):
    return text if set(text).isdisjoint('",\r\n') else '"' + text.replace('"', '""') + '"'


def read(path):
    """Return the rows of texts in a file, without those in which nothing stands."""
    with open(path, encoding="utf-8-sig", newline="") as file:
        return list(filter(None, csv.reader(file)))
