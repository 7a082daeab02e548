"""Pictures that notebooks draw by themselves."""

from __future__ import annotations

import os


class Picture:
    """A picture as SVG: shown by itself in a notebook, written by :meth:`save`."""

    def __init__(self, svg: str):
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Picture of {len(self.svg)} bytes of SVG>"

    def save(self, path: "str | os.PathLike[str]") -> None:
        """Writes the picture to a file, whose name ends in ``.svg``.

        Raises ``ValueError`` for another ending, ``OSError`` where the file cannot be written.
        """
        if not os.fspath(path).endswith(".svg"):
            raise ValueError(f"{path}: name a file that ends in .svg")
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)
