from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime

import pyarrow as pa
import pyarrow.compute as pc
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjlog.formats import mjai
from mjlog.formats.base import Document
from mjlog.formats.builder import LogBuilder
from mjlog.formats.mjai import write as mjai_write
from mjlog.tables import LogTables
from mjlog.tiles import TILE_CODE
from tests.reference.emit import generated
from tests.unit.formats.mjai_snippets import END_GAME, END_ROUND, HANDS, START, act, deal, tables_of, turn

SOURCE = ("source_path", "source_format", "source_offset")


def core(tables: LogTables, *, sort_hands: bool = False):
    """All rows but rejects, without where they were read from."""
    found = {}
    for name in ("games", "game_players", "rounds", "events", "wins", "draws", "extras"):
        table = getattr(tables, name)
        found[name] = table.drop_columns([c for c in SOURCE if c in table.column_names]).to_pylist()
    for win in found["wins"] if sort_hands else ():
        win["log_hand"] = win["log_hand"] and sorted(win["log_hand"])
    return found


def read_back(tables: LogTables) -> LogTables:
    again = mjai.read([Document("a.mjson", mjai_write.write(tables))])
    assert again.rejects.num_rows == 0
    return again


def written(tables: LogTables) -> list[dict]:
    return [json.loads(line) for line in mjai_write.write(tables).splitlines()]


@pytest.mark.parametrize("preset", ["tenhou", "tenhou_sanma"])
@settings(max_examples=4)
@given(seed=st.integers(0, 10_000))
def test_generated_games_come_back_as_they_were(preset, seed):
    rules = json.dumps({"extends": preset})
    tables = generated([rules, rules], [seed, seed + 1], max_rounds=3)
    assert core(read_back(tables), sort_hands=True) == core(tables, sort_hands=True)


def full_tables() -> LogTables:
    """A game with every column that a reader can fill."""
    builder = LogBuilder()
    builder.game(
        source_path="x", source_format="f", platform="tenhou", log_id="id-1", rules='{"extends": "tenhou"}',
        player_count=4, room="phoenix", lobby="7", length="south", started_at=datetime(2020, 1, 2, 3, 4, 5),  # noqa: DTZ001
        is_complete=True,
    )  # fmt: skip
    for seat in range(4):
        result = {"log_final_score": 25000 + seat, "log_final_points": seat / 2}
        builder.player(
            seat, name=f"「{seat}」\n", account_id=f"n{seat}", level="六段", rating=1800.5, **result
        )
    hands = [[TILE_CODE[t] for t in hand] for hand in HANDS]
    start = {"round_wind": 2, "round_number": 4, "dealer_seat": 3, "honba": 2, "riichi_sticks": 1}
    builder.round(
        hands=hands, dora_indicators=[TILE_CODE["6s"]], start_scores=[25000, -100, 25000, 50100],
        ura=[TILE_CODE["5sr"]], outcome="ron", log_end_scores=[1000, 2000, 3000, 4000], **start,
    )  # fmt: skip
    builder.event("leave", 3)
    builder.event("draw", 0, tile=TILE_CODE["9s"])
    builder.event("discard", 0, tile=TILE_CODE["9s"], is_tsumogiri=True)
    builder.event("return", 3)
    builder.event("win", 1, target_seat=0, tile=TILE_CODE["9s"])
    builder.event("win", 2, target_seat=0, tile=TILE_CODE["9s"])
    builder.win(
        seat=1, from_seat=0, tile=TILE_CODE["9s"], log_pao_seat=2, log_hand=[*hands[1], TILE_CODE["9s"]],
        log_han=13, log_fu=30, log_points=32000, log_limit="yakuman", log_yaku=["kokushi_musou", "dora"],
        log_yaku_han=[13, 1], log_dora_indicators=[TILE_CODE["6s"]], log_honba=2, log_riichi_sticks=1,
        log_deltas=[-1, 1, 0, 0],
    )  # fmt: skip
    builder.win(seat=2, from_seat=0, tile=TILE_CODE["9s"], log_deltas=[-2, 0, 2, 0])
    builder.round(
        hands=hands, dora_indicators=[], start_scores=[1, 2, 3, 4], ura=[], outcome="abortive_draw", **start
    )
    builder.event("abortive_draw")
    builder.draw(log_type="sanchahou", log_tenpai=[True, True, False, True], log_deltas=[0, 0, 0, 0])
    return builder.build()


def test_every_column_that_readers_fill_is_carried():
    tables = full_tables()
    assert core(read_back(tables)) == core(tables)


def test_the_canonical_form_is_the_original_with_slugs():
    start, first, *_ = written(full_tables())
    assert start["type"] == "start_game"
    assert (start["num_players"], start["aka_flag"], start["kyoku_first"]) == (4, True, 0)
    assert start["rules"] == {"extends": "tenhou"}
    assert start["started_at"] == "2020-01-02T03:04:05"
    assert list(first) == [
        "type", "oya", "bakaze", "kyoku", "honba", "kyotaku", "dora_marker", "scores", "tehais",
    ]  # fmt: skip
    hora = next(a for a in written(full_tables()) if a["type"] == "hora")
    assert hora["yakus"] == [["kokushi_musou", 13], ["dora", 1]]
    assert hora["hora_tehais"] == HANDS[1]
    assert (hora["pao"], hora["limit"], hora["honba"], hora["kyotaku"]) == (2, "yakuman", 2, 1)


def test_calls_are_written_with_all_tiles_of_the_meld():
    tables = tables_of(
        START,
        deal(),
        *turn(1, "N"),
        act("pon", 2, "N", target=1, consumed=["N", "N"]),
        act("dahai", 2, "1m"),
        act("kakan", 2, "N", consumed=["N", "N", "N"]),
        act("ankan", 3, consumed=["C"] * 4),
        END_ROUND,
    )
    lines = {a["type"]: a for a in written(tables)}
    assert lines["pon"] == act("pon", 2, "N", target=1, consumed=["N", "N"])
    assert lines["kakan"] == act("kakan", 2, "N", consumed=["N", "N", "N"])
    assert lines["ankan"] == act("ankan", 3, consumed=["C"] * 4)
    assert lines["dahai"] == act("dahai", 2, "1m")


def test_north_is_set_aside_by_kita_at_a_table_of_three():
    north = act("nukidora", 0, "N")
    tables = tables_of(START, deal(scores=[35000] * 3, tehais=HANDS[:3]), act("tsumo", 0, "N"), north)
    lines = written(tables)
    assert act("kita", 0, "N") in lines
    assert len(lines[1]["tehais"]) == 3


def test_rounds_that_could_not_be_read_leave_a_gap_that_stays():
    lost = [deal(tehais=HANDS[:2]), *turn(0), END_ROUND]
    told = [deal(), *turn(0), act("ryukyoku", reason="fanpai"), END_ROUND]
    tables = tables_of(START, *lost, *told, *told, *lost, *lost, *told, END_GAME)
    assert tables.rounds["round_index"].to_pylist() == [1, 2, 5]
    deals = [line for line in written(tables) if line["type"] == "start_kyoku"]
    assert [line.get("rounds_left_out") for line in deals] == [1, None, 2]
    assert core(read_back(tables)) == core(tables)


def test_scores_are_not_carried_over_a_gap():
    told = [*turn(0), act("ryukyoku", reason="fanpai", deltas=[0] * 4), END_ROUND]
    tables = tables_of(START, deal(), *told, deal(scores=None, rounds_left_out=1), *told, END_GAME)
    assert tables.rounds["start_scores"].to_pylist() == [[25000] * 4, None]


def test_scores_that_are_not_known_stay_so():
    tables = tables_of(START, deal(), act("hora", 1, "9s", target=0, deltas=[-1, 1, 0, 0]), END_ROUND)
    rounds = tables.rounds
    unknown = pa.array([None], rounds.schema.field("start_scores").type)
    emptied = rounds.set_column(rounds.schema.get_field_index("start_scores"), "start_scores", unknown)
    lines = written(replace(tables, rounds=emptied))
    assert lines[1]["scores"] is None


def test_rules_that_are_not_known_stay_so():
    tables = tables_of({**START, "kyoku_first": 4, "rules": None}, deal(), END_GAME)
    assert written(tables)[0]["rules"] is None
    assert read_back(tables).games["rules"].to_pylist() == [None]


def test_games_come_one_after_the_other():
    tables = tables_of(START, deal(), END_ROUND, END_GAME, START, deal(oya=1, kyoku=2))
    types = [a["type"] for a in written(tables)]
    game = ["start_game", "start_kyoku", "end_kyoku"]
    assert types == [*game, "end_game", *game]
    assert len(list(mjai_write.games(tables))) == 2


def test_no_games_are_no_lines():
    assert mjai_write.write(LogTables.empty()) == b""


def test_tables_that_contradict_each_other_are_an_error():
    tables = tables_of(START, deal(), *turn(0), act("hora", 1, target=0))
    with pytest.raises(ValueError, match="round 0: a win that no row tells of"):
        mjai_write.write(replace(tables, wins=tables.wins.slice(0, 0)))
    without = tables.events.filter(pc.not_equal(tables.events["kind"].cast(pa.string()), "win"))
    with pytest.raises(ValueError, match="round 0: a result that is no event"):
        mjai_write.write(replace(tables, events=without))


def test_a_kakan_on_a_pon_that_the_log_lacks_is_written_without_it():
    tables = tables_of(START, deal(), act("kakan", 2, "N", consumed=["N", "N", "N"]))
    assert act("kakan", 2, "N") in written(tables)


def test_a_call_from_nobody_cannot_be_written():
    tables = tables_of(START, deal(), *turn(1, "N"), act("pon", 2, "N", target=1, consumed=["N", "N"]))
    index = tables.events.schema.get_field_index("target_seat")
    emptied = tables.events.set_column(index, "target_seat", pa.nulls(3, pa.int8()))
    with pytest.raises(ValueError, match="a pon that names nobody it was called from"):
        mjai_write.write(replace(tables, events=emptied))


@pytest.mark.parametrize("rules", [[], "tenhou", 3, ["tenhou"]])
def test_rules_that_are_none_leave_the_rest_of_the_game_and_come_back(rules):
    tables = tables_of({**START, "rules": rules, "platform": "club", "log_id": "7"}, deal())
    game = tables.games.to_pylist()[0]
    assert (json.loads(game["rules"]), game["platform"], game["log_id"]) == (rules, "club", "7")
    assert not len(tables.rejects)
    assert written(tables)[0]["rules"] == rules


def test_rules_that_no_preset_knows_are_written_without_a_word_on_red_fives():
    tables = tables_of({**START, "rules": {"extends": "none such"}}, deal())
    start = written(tables)[0]
    assert start["rules"] == {"extends": "none such"}
    assert "aka_flag" not in start
