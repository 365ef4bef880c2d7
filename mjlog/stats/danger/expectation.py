"""What a discard costs on average: deal-in rates by class of tile, turn and threat, fitted on games."""

from __future__ import annotations

import gzip
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final, Self

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.typing import NDArray

from mjlog.schema import SCHEMA_VERSION, THREATS
from mjlog.stats.danger.tables import CLASSES, LAST_TURN, table
from mjlog.stats.selection import ROUNDS_MACRO, Selection
from mjlog.warehouse import Warehouse

Counts = NDArray[np.int64]
Rates = NDArray[np.float64]

WEIGHT: Final = 300.0
"""Discards that the estimate from class and turn weighs as much as, against those counted in a cell."""
CLASS_WEIGHT: Final = 30.0
"""Discards that the rate of all tiles weighs as much as, against those counted in a class."""
SCHEMA: Final = pa.schema(
    [
        pa.field("player_count", pa.int8(), nullable=False),
        pa.field("threat", pa.string(), nullable=False),
        pa.field("danger_class", pa.string(), nullable=False),
        pa.field("turn", pa.int16(), nullable=False),
        pa.field("discards", pa.int64(), nullable=False),
        pa.field("deal_ins", pa.int64(), nullable=False),
        pa.field("deal_in_rate", pa.float64()),
    ]
)
DEFINITION: Final = (
    "Deal-in rate of a discard against one threat by number of players, threat, class of the tile and turn "
    "(the last stands for all later ones), discards in riichi left out; every cell is the mean of what was "
    "counted in it and of rate of the class x factor of the turn, which weighs as many discards as weight."
)
_KEY: Final = b"mjlog_danger_expectation"
_GENBUTSU: Final = CLASSES.index("genbutsu")
_STEPS: Final = 20
"""Rounds of fitting classes and turns to each other; none changes by 1 % after that."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """Deal-in rates that discards are held against."""

    table: pa.Table
    """Schema `SCHEMA`: one row per number of players, threat, class and turn, whether counted or not; the
    rate is null where no discard met such a threat."""
    definition: Mapping[str, Any]
    """How it was fitted, and on what."""

    def save(self, path: str | os.PathLike[str] | IO[bytes] | gzip.GzipFile) -> None:
        """Write it as a Parquet file, or into one that is open, with its definition in the metadata."""
        metadata = {_KEY: msgspec.json.encode(dict(self.definition), enc_hook=str)}
        pq.write_table(self.table.replace_schema_metadata(metadata), path, write_page_checksum=True)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """Read what `save` wrote.

        Raises:
            ValueError: when the file is something else, or damaged.
            OSError: when it cannot be read.
        """
        with Path(path).open("rb") as file:
            try:
                read = pq.read_table(file, page_checksum_verification=True)
            except (pa.ArrowException, OSError) as error:
                raise ValueError(f"{os.fspath(path)}: no whole Parquet file: {error}") from error
        metadata = read.schema.metadata or {}
        if _KEY not in metadata or not SCHEMA.equals(read.schema.remove_metadata()):
            raise ValueError(f"{os.fspath(path)}: no expectation of danger, as `fit` makes one")
        if fault := _fault(read):
            raise ValueError(f"{os.fspath(path)}: no expectation of danger: {fault}")
        return cls(read.replace_schema_metadata(None), _definition(metadata[_KEY], os.fspath(path)))


def fit(warehouse: Warehouse, selection: Selection | None = None, *, weight: float = WEIGHT) -> Expectation:
    """Fit an expectation on games.

    Args:
        warehouse: where the games are.
        selection: whose discards are counted; everybody's when left out.
        weight: see `shrunk`.

    Raises:
        ValueError: when no discard of the choice met a threat.
    """
    choice = selection or Selection()
    counted = table(warehouse, "deal_ins_by_class_and_turn", choice)
    if not len(counted):
        raise ValueError("there is nothing to fit: no discard of the choice met a riichi or two open melds")
    players = np.unique(counted["player_count"].to_numpy())
    shape = (len(players), len(THREATS), len(CLASSES), LAST_TURN)
    cell = (
        np.searchsorted(players, counted["player_count"].to_numpy()),
        _places(counted["threat"], THREATS),
        _places(counted["danger_class"], CLASSES),
        counted["turn"].to_numpy() - 1,
    )
    discards, deal_ins = np.zeros((2, *shape), dtype=np.int64)
    discards[cell] = counted["discards"].to_numpy()
    deal_ins[cell] = counted["deal_ins"].to_numpy()
    definition = {
        "definition": DEFINITION,
        "weight": weight,
        "last_turn": LAST_TURN,
        "selection": {**choice.chosen, **_zone(choice)},
        "games": _games(warehouse, choice),
        "schema_version": SCHEMA_VERSION,
    }
    return Expectation(_table(players, discards, deal_ins, shrunk(discards, deal_ins, weight)), definition)


def shrunk(discards: Counts, deal_ins: Counts, weight: float) -> Rates:
    """Deal-in rates of cells, of which thin ones lean on what their class and turn have in common.

    A cell's estimate is a rate of its class times a factor of its turn, fitted so that both classes and
    turns get the deal-ins that they have.  The rate is the mean of what was counted, weighing its discards,
    and of the estimate, weighing `weight`.  In the same way classes lean on the rate of all tiles, and turns
    on a factor of 1.  Genbutsu cannot be won on.

    Args:
        discards: (..., classes, turns) discards, classes as in `CLASSES`.
        deal_ins: (..., classes, turns) how many of them dealt in.
        weight: discards that an estimate weighs as much as.

    Returns:
        (..., classes, turns) rates; NaN where there is no discard in any class and turn.
    """
    dangerous = (np.arange(len(CLASSES)) != _GENBUTSU)[:, None]
    n, k = discards * dangerous, deal_ins * dangerous
    total = n.sum(axis=(-2, -1))
    overall = (k.sum(axis=(-2, -1)) / np.maximum(total, 1))[..., None]
    factor = np.ones(n.shape[:-2] + n.shape[-1:])
    for _ in range(_STEPS):
        seen = (n * factor[..., None, :]).sum(axis=-1)
        by_class = (k.sum(axis=-1) + CLASS_WEIGHT * overall) / (seen + CLASS_WEIGHT)
        foreseen = (n * by_class[..., None]).sum(axis=-2) + weight * overall
        dealt_in = k.sum(axis=-2) + weight * overall
        factor = np.divide(dealt_in, foreseen, out=np.ones_like(foreseen), where=foreseen > 0)
    estimate = np.minimum(by_class[..., None] * factor[..., None, :], 1.0)
    rates = (k + weight * estimate) / (n + weight)
    rates[..., _GENBUTSU, :] = 0.0
    rates[total == 0] = np.nan
    return np.asarray(rates)


def _zone(choice: Selection) -> dict[str, str]:
    """The time zone of the days of a choice, where it has some."""
    has_days = choice.since is not None or choice.until is not None
    return {"timezone": choice.timezone} if has_days else {}


def _games(warehouse: Warehouse, choice: Selection) -> int:
    """Games of a choice."""
    call, values = choice.call(ROUNDS_MACRO)
    games = warehouse.query(f"select count(distinct game_id) as games from {call}", **values)  # noqa: S608 - our own macro
    return int(games["games"][0].as_py())


def _fault(table: pa.Table) -> str:
    """What is wrong with the cells of a table of schema `SCHEMA`; nothing when they can be used."""
    keys = table.select(SCHEMA.names[:4])
    if any(column.null_count for column in keys.columns):
        return "a cell without a name"
    if len(keys.group_by(keys.column_names).aggregate([])) != len(keys):
        return "a cell twice"
    if not set(keys["threat"].to_pylist()) <= set(THREATS):
        return "an unknown threat"
    if not set(keys["danger_class"].to_pylist()) <= set(CLASSES):
        return "an unknown class of tiles"
    rates = table["deal_in_rate"].drop_null().to_numpy()
    if not len(rates):
        return "it holds no rate"
    return "" if ((rates >= 0) & (rates <= 1)).all() else "a rate that is none"


def _definition(written: bytes, path: str) -> Mapping[str, Any]:
    """What the metadata say of an expectation.

    Raises:
        ValueError: when they cannot be read.
    """
    try:
        definition: Mapping[str, Any] = msgspec.json.decode(written, type=dict[str, Any])
    except (ValueError, msgspec.MsgspecError) as error:
        raise ValueError(f"{path}: no expectation of danger: its definition is damaged") from error
    return definition


def _places(column: pa.ChunkedArray, words: tuple[str, ...]) -> Counts:
    """(n,) positions of words."""
    return np.asarray(pc.index_in(column, value_set=pa.array(words)).to_numpy())


def _table(players: NDArray[Any], discards: Counts, deal_ins: Counts, rates: Rates) -> pa.Table:
    """Arrays of (players, threats, classes, turns) as rows."""
    place = np.indices(discards.shape).reshape(4, -1)
    flat = rates.ravel()
    columns = [
        pa.array(players[place[0]]).cast(pa.int8()),
        pa.array(np.array(THREATS)[place[1]]),
        pa.array(np.array(CLASSES)[place[2]]),
        pa.array(place[3] + 1).cast(pa.int16()),
        pa.array(discards.ravel()),
        pa.array(deal_ins.ravel()),
        pa.array(flat, mask=np.isnan(flat)),
    ]
    return pa.Table.from_arrays(columns, schema=SCHEMA)
