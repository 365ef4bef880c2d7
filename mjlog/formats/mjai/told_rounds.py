"""The rounds of a batch that were read, with their wins and draws, as columns of the tables."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from mjlog import schema
from mjlog.columns import tiles_array
from mjlog.formats.bulk import Bulk
from mjlog.formats.mjai.lines import Offsets
from mjlog.formats.mjai.rounds import Round
from mjlog.formats.mjai.wins import coded
from mjlog.formats.plain import byte_lists, code_lists, columns_of
from mjlog.rulesets.standard import SEATS


@dataclass(slots=True)
class ToldRounds:
    """Rounds in their order, each with its game in the batch and its position in that game.

    They are held against the schema where their columns are made.
    """

    offsets: Offsets
    """Byte offset of each action of the batch."""
    rounds: list[Round] = field(default_factory=list)
    games: list[int] = field(default_factory=list)
    indices: list[int] = field(default_factory=list)

    def tell(self, round_: Round, game: int, index: int) -> int:
        """Add a round, which is number `index` of its game; return its number in the batch."""
        self.rounds.append(round_)
        self.games.append(game)
        self.indices.append(index)
        return len(self.rounds) - 1

    def of_rounds(self) -> Bulk:
        """Rows of the table `rounds`."""
        rounds = self.rounds
        headers, deals = [r.header for r in rounds], [r.deal for r in rounds]
        values: dict[str, list[Any]] = {
            "round_index": self.indices,
            "round_wind": [h.wind for h in headers],
            "round_number": [h.number for h in headers],
            "dealer_seat": [h.dealer for h in headers],
            "away_seat": [d.away for d in deals],
            "honba": [h.honba for h in headers],
            "riichi_sticks": [h.sticks for h in headers],
            "start_scores": [r.ledger.start for r in rounds],
            "outcome": [r.outcome for r in rounds],
            "log_end_scores": [r.end_scores for r in rounds],
            "wall_text": [d.wall_text for d in deals],
            "wall_hash": [d.wall_hash for d in deals],
            "shuffle": [d.shuffle for d in deals],
        }
        hands = [[r.hands[s] or None if s < r.players else None for r in rounds] for s in range(SEATS)]
        tiles = {
            **{f"hand_{seat}": code_lists(rows) for seat, rows in enumerate(hands)},
            "dice": byte_lists([r.dice for r in rounds], lambda dice: pa.array(dice.astype(np.int8))),
            "dora_indicators": code_lists([r.doras for r in rounds]),
            "ura_indicators": code_lists([r.ura for r in rounds]),
            "wall": code_lists([r.wall for r in rounds]),
            "source_offset": self._offsets([r.first for r in rounds]),
        }
        return Bulk(np.array(self.games, dtype=np.int32), {**columns_of(schema.ROUNDS, values), **tiles})

    def of_wins(self) -> Bulk:
        """Rows of the table `wins`."""
        wins = [win for round_ in self.rounds for win in round_.wins]
        horas = [win.hora for win in wins]
        values: dict[str, list[Any]] = {
            "seat": [h.actor for h in horas],
            "from_seat": [w.from_seat for w in wins],
            "log_pao_seat": [h.pao for h in horas],
            "log_han": [w.worth[0] for w in wins],
            "log_fu": [w.worth[1] for w in wins],
            "log_points": [w.worth[2] for w in wins],
            "log_limit": [h.limit for h in horas],
            "log_yaku_han": [w.yaku_han for w in wins],
            "log_honba": [h.honba for h in horas],
            "log_riichi_sticks": [h.kyotaku for h in horas],
            "log_deltas": [w.deltas for w in wins],
        }
        tiles = {
            "tile": tiles_array(np.array([w.tile for w in wins], dtype=np.uint8)),
            "log_hand": code_lists([w.hand() for w in wins]),
            "log_dora_indicators": code_lists(
                [None if h.dora_markers is None else coded(h.dora_markers) for h in horas]
            ),
            "log_yaku": code_lists([w.yaku for w in wins], schema.YAKU),
            "source_offset": self._offsets([w.number for w in wins]),
        }
        owner = _owners([len(round_.wins) for round_ in self.rounds])
        return Bulk(owner, {**columns_of(schema.WINS, values), **tiles})

    def of_draws(self) -> Bulk:
        """Rows of the table `draws`."""
        draws = [round_.draw for round_ in self.rounds if round_.draw is not None]
        values: dict[str, list[Any]] = {
            "log_type": [d.log_type for d in draws],
            "log_tenpai": [d.tenpai for d in draws],
            "log_deltas": [d.deltas for d in draws],
        }
        offsets = {"source_offset": self._offsets([d.number for d in draws])}
        owner = _owners([int(round_.draw is not None) for round_ in self.rounds])
        return Bulk(owner, {**columns_of(schema.DRAWS, values), **offsets})

    def _offsets(self, numbers: list[int]) -> pa.Array:
        """(k,) where actions stand, by their `numbers` (k,)."""
        return pa.array(self.offsets[np.array(numbers, dtype=np.intp)])


def _owners(counts: list[int]) -> NDArray[np.int32]:
    """(k,) round of each result, by the `counts` of results of each round."""
    return np.repeat(np.arange(len(counts), dtype=np.int32), np.array(counts, dtype=np.intp))
