"""``cfrlib exam``: a sheet of questions whose numbers are drawn from a seed, and its solutions, as pages to print."""

from html import escape
from pathlib import Path

from cfrlib._util.files import write_atomically
from cfrlib.lessons.exam import questions, short

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>{title}</title>
<style>
@page {{ margin: 2cm; }}
body {{ font: 12pt/1.45 Georgia, serif; max-width: 17cm; margin: 1cm auto; }}
@media print {{ body {{ margin: 0; }} }}
h1 {{ font-size: 16pt; }} h2 {{ font-size: 12pt; }}
section {{ break-inside: avoid; }}
.space {{ height: 5cm; }}
</style>
<h1>{title}</h1>
{parts}
</html>
"""


def pages(seed, lessons):
    """Return the texts of two pages: the sheet, which has no answer in it, and the solutions."""
    sheet, solutions = ["<p>Name:</p>"], []
    for k, one in enumerate((one for lesson in lessons for one in questions(lesson, seed)), start=1):
        head = f"<section>\n<h2>{k}. Lesson {escape(one.lesson)}</h2>\n<p>{escape(one.ask)}</p>\n"
        answers = "; ".join(f"{name.replace('_', ' ')} <b>{short(number)}</b>" for name, number in one.answers.items())
        sheet.append(f'{head}<div class="space"></div>\n</section>')
        solutions.append(f"{head}<p>{escape(one.worked)}</p>\n<p>Answers: {answers}.</p>\n</section>")
    kinds = (f"Exam {seed}", sheet), (f"Exam {seed}: solutions", solutions)
    return [PAGE.format(title=title, parts="\n".join(parts)) for title, parts in kinds]


def write(seed, lessons, folder):
    """Write the sheet and the solutions into a folder, and return their paths; none that is there is overwritten."""
    paths = [Path(folder) / f"exam-{seed}{kind}.html" for kind in ("", "-solutions")]
    for path in paths:
        if path.exists():
            raise FileExistsError(f"{path} is there already, and stays: take another --seed, or another --folder")
    for path, text in zip(paths, pages(seed, lessons), strict=True):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, lambda file, text=text: file.write(text.encode("utf-8")))
    return paths
