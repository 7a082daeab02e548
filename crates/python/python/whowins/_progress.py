"""How far long work has come, by tqdm where it is there."""

from __future__ import annotations

import sys
from typing import Any, Optional

from . import _native


class _Bar:
    """A bar of tqdm, made when there is something to tell."""

    def __init__(self) -> None:
        self.bar: Optional[Any] = None

    def __call__(self, done: Optional[int] = None, total: Optional[int] = None) -> None:
        if done is None:
            if self.bar is not None:
                self.bar.close()
            self.bar = None
            return
        if self.bar is None:
            try:
                from tqdm.auto import tqdm
            except ImportError:
                show_progress(False)
                return
            self.bar = tqdm(total=total, unit=" states", unit_scale=True, leave=False)
        self.bar.total = total
        self.bar.update(done - self.bar.n)


def show_progress(shown: bool = True) -> None:
    """Whether work of more than half a second shows how far it has come, by ``tqdm`` where it is there.

    At first it does in a notebook and on a terminal, and nowhere else.
    """
    _native.show(_Bar() if shown else None)


def _is_watched() -> bool:
    return "ipykernel" in sys.modules or bool(sys.stderr and sys.stderr.isatty())


if _is_watched():
    show_progress()
