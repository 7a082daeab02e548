"""The blocks of docs/python.md run, and what stands behind `#` with a colon is what a line is worth."""

import ast
import pathlib
import re

PAGE = pathlib.Path(__file__).parents[3] / "docs" / "python.md"


def test_the_page_shows_what_is_so():
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S)
    assert len(blocks) >= 3
    names, compared = {}, 0
    for block in blocks:
        exec(compile(block, str(PAGE), "exec"), names)
        for line in block.splitlines():
            shown = re.match(r"(\S.*?)\s+# ([^:]+):", line)
            if shown and not line.startswith(" "):
                assert eval(shown[1], names) == ast.literal_eval(shown[2]), line
                compared += 1
    assert compared >= 2
