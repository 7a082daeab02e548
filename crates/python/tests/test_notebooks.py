"""The notebooks run to their end, cell by cell, and what they show at the end of a cell can be drawn."""

import ast
import json
import pathlib

import pytest

NOTEBOOKS = pathlib.Path(__file__).parents[1] / "notebooks"
#: What a notebook asks a value for, and what must come then.
DRAWN = {"_repr_svg_": "<svg", "_repr_html_": "<", "_repr_latex_": "$"}


def run(source, name, names):
    """Runs a cell, and gives back what its last line is worth."""
    tree = ast.parse(source, name)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, name, "exec"), names)
    return None if last is None else eval(compile(ast.Expression(last.value), name, "eval"), names)


@pytest.mark.parametrize("name", ["student", "contest-setter", "researcher", "puzzle-designer"])
def test_a_notebook_runs_to_its_end(name):
    notebook = json.loads((NOTEBOOKS / f"{name}.ipynb").read_text("utf-8"))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert len(cells) >= 5 and notebook["nbformat"] == 4
    names = {"__name__": "__main__"}
    for at, cell in enumerate(cells, 1):
        assert cell["outputs"] == []
        shown = run("".join(cell["source"]), f"{name}, cell {at}", names)
        assert repr(shown)
        for way, begins in DRAWN.items():
            drawn = getattr(shown, way, lambda: None)()
            assert drawn is None or drawn.startswith(begins), (name, at, way)


def test_each_notebook_is_run():
    (test,) = (mark for mark in test_a_notebook_runs_to_its_end.pytestmark if mark.name == "parametrize")
    assert sorted(test.args[1]) == sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb"))
