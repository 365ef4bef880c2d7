"""A baseline: known defects of a source that an audit accepts, each with its reason.

A TOML file of entries::

    [[accepted]]
    source = "24.txt"       # file name, or the id of the game as `game`
    code = "PY005"          # a code, or its beginning
    round = 2               # 0-based; left out for all rounds
    reason = "the record leaves out a riichi stick"
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path, PurePath
from typing import Any, Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

MAX_FILE_BYTES: Final = 1 << 20


class BaselineError(ValueError):
    """A baseline file that cannot be used; the message names the file and the entry."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """One accepted defect."""

    code: str
    reason: str
    game: str | None = None
    source: str | None = None
    round: int | None = None

    def covers(self, row: dict[str, Any]) -> bool:
        """Whether a finding, as a row of `FINDINGS`, is this defect."""
        name = PurePath(row["source_path"] or "").name
        return (
            row["code"].startswith(self.code)
            and self.game in (None, row["game_id"])
            and self.source in (None, name)
            and self.round in (None, row["round_index"])
        )


def load_baseline(path: str | Path) -> tuple[Accepted, ...]:
    """Read a baseline file.

    Raises:
        BaselineError: when the file cannot be read, or an entry is wrong.
    """
    try:
        data = Path(path).read_bytes()
        if len(data) > MAX_FILE_BYTES:
            raise BaselineError(f"{path}: larger than {MAX_FILE_BYTES} bytes")
        table = tomllib.loads(data.decode())
    except OSError as error:
        raise BaselineError(f"{path}: {error.strerror or error}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BaselineError(f"{path}: {error}") from None
    entries = table.get("accepted")
    if set(table) != {"accepted"} or not isinstance(entries, list):
        raise BaselineError(f"{path}: a baseline holds [[accepted]] entries and nothing else")
    return tuple(_entry(entry, f"{path}, entry {number}") for number, entry in enumerate(entries, start=1))


def _entry(entry: Any, where: str) -> Accepted:
    known = {f.name for f in fields(Accepted)}
    if not isinstance(entry, dict) or set(entry) - known:
        raise BaselineError(f"{where}: only {', '.join(sorted(known))} are known")
    texts = [entry.get(k) for k in ("code", "reason", "game", "source") if k in entry]
    if not all(isinstance(t, str) and t for t in texts) or type(entry.get("round", 0)) is not int:
        raise BaselineError(f"{where}: round is a number, everything else a text")
    if "code" not in entry or "reason" not in entry or not {"game", "source"} & set(entry):
        raise BaselineError(f"{where}: code, reason, and game or source are needed")
    return Accepted(**entry)


def split_accepted(
    findings: pa.Table, baseline: Sequence[Accepted]
) -> tuple[pa.Table, pa.Table, list[Accepted]]:
    """Divide findings by a baseline.

    Returns:
        Findings that the baseline does not cover, those that it does, and its entries that cover
        none: defects that are gone.
    """
    rows = findings.to_pylist()
    covered = np.array([[entry.covers(row) for entry in baseline] for row in rows], dtype=bool)
    covered = covered.reshape(len(rows), len(baseline))
    accepted: NDArray[np.bool_] = np.asarray(covered.any(axis=1))
    used = set(np.flatnonzero(covered.any(axis=0)).tolist())
    gone = [entry for number, entry in enumerate(baseline) if number not in used]
    return findings.filter(pa.array(~accepted)), findings.filter(pa.array(accepted)), gone
