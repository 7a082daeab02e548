"""Surveys of whole families of games, as tables in Arrow's memory."""

from __future__ import annotations

import io
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyarrow

#: Columns that are read as texts, whatever their first rows look like: codes, sets and moves are no numbers.
_TEXTS = ("code", "set", "left", "right", "moves", "rules", "result", "kind", "law", "recurring")


def atlas(path: "str | os.PathLike[str]") -> "pyarrow.Table":
    """The rows of an atlas that ``whowins atlas ... -o FILE`` wrote (``.csv``, or ``.csv.zst``), as an Arrow table: pandas, Polars and DuckDB take it without a copy.

    Needs ``pyarrow``. What the rows say was proved when they were made; ``whowins atlas verify FILE`` checks each again. Raises ``ValueError`` where the file is no
    atlas, ``OSError`` where it cannot be read.

        table = whowins.atlas("octal-3.csv")
        polars.from_arrow(table)
        duckdb.sql("select kind, count(*) from table group by kind")
    """
    import pyarrow
    from pyarrow import csv

    with pyarrow.input_stream(os.fspath(path)) as file:
        lines = file.read().splitlines(keepends=True)
    if not lines or not lines[0].startswith(b"# whowins atlas "):
        raise ValueError(f"{os.fspath(path)}: this isn't an atlas; `whowins atlas ... -o FILE` writes one")
    rows = b"".join(line for line in lines if not line.startswith(b"#"))
    texts = {name: pyarrow.string() for name in _TEXTS}
    # A cell of a text that is empty is an empty text: the empty set is a set.
    options = csv.ConvertOptions(column_types=texts, strings_can_be_null=False)
    return csv.read_csv(io.BytesIO(rows), convert_options=options)
