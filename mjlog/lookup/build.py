"""``python -m mjlog.lookup.build [FILE]``: write the suit tables that the package ships."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np

from mjlog.lookup.suits import build
from mjlog.lookup.tables import TABLE_FILE


def main(arguments: list[str]) -> int:
    """Build the tables into FILE (default: the file of this package) and say how large they are."""
    path = Path(arguments[0]) if arguments else Path(__file__).with_name(TABLE_FILE)
    tables: dict[str, Any] = build()
    np.savez_compressed(path, **tables)
    sys.stdout.write(f"{path}: {len(tables)} tables, {path.stat().st_size:,} bytes\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
