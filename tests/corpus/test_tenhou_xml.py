from __future__ import annotations

import gzip
import re
from collections import Counter
from itertools import pairwise

import numpy as np
import pyarrow.compute as pc
import pytest

from mjlog import formats, rulesets
from mjlog.formats import tenhou_xml
from mjlog.formats.base import Document
from mjlog.tables import EventColumns

NO_LOGS = {"tenhou/example.txt", "tenhou-paifu-to-json/test.json"}
SIMULATED = {"tenhou-python-bot/23.txt", "tenhou-python-bot/24.txt", "tenhou-python-bot/25.txt"}
"""Written by a bot's own table: no limits, scores that do not add up, winning tile left out."""
MELDS = {"chi", "pon", "kakan", "daiminkan", "ankan", "kita"}


@pytest.fixture(scope="module")
def folder(shared):
    return shared / "corpus" / "tenhou-xml"


@pytest.fixture(scope="module")
def tables(folder):
    told = formats.read(folder)
    assert told.rounds.num_rows > 0
    return told


@pytest.fixture(scope="module")
def real(tables, folder):
    """Whether a row is of a game that the platform itself recorded."""
    simulated = {
        game
        for game, path in zip(
            tables.games["game_id"].to_pylist(), tables.games["source_path"].to_pylist(), strict=True
        )
        if path.removeprefix(f"{folder}/") in SIMULATED
    }
    return lambda row: row["game_id"] not in simulated


@pytest.fixture(scope="module")
def texts(folder):
    """Each log as text, by its path in the folder."""
    found = {}
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        data = path.read_bytes()
        name = str(path.relative_to(folder))
        if name not in NO_LOGS:
            found[name] = gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data
    return found


def counts(texts, pattern):
    return {name: n for name, text in texts.items() if (n := len(re.findall(pattern, text)))}


def rows_by_file(tables, table, folder, kinds=None):
    paths = dict(
        zip(tables.games["game_id"].to_pylist(), tables.games["source_path"].to_pylist(), strict=True)
    )
    rows = getattr(tables, table)
    if kinds is not None:
        rows = rows.filter(pc.is_in(rows["kind"].cast("string"), pc.cast(list(kinds), "string")))
    count = Counter(rows["game_id"].to_pylist())
    return {paths[game].removeprefix(f"{folder}/"): n for game, n in count.items()}


def test_nothing_is_refused_but_what_is_no_log(tables, folder):
    told = [(r["source_path"].removeprefix(f"{folder}/"), r["reason"]) for r in tables.rejects.to_pylist()]
    assert {name for name, reason in told if "RYUUKYOKU" not in reason} == NO_LOGS
    tables.validate()


def test_nothing_said_twice_differs_but_what_a_bot_counted_ahead(tables, folder):
    """Two draws of a simulated game state the honba of the next round."""
    told = [(r["source_path"].removeprefix(f"{folder}/"), r["reason"]) for r in tables.rejects.to_pylist()]
    assert [(name, reason) for name, reason in told if name not in NO_LOGS] == [
        (
            "tenhou-python-bot/24.txt",
            "round 3 (East 4, honba 0), event 143: RYUUKYOKU: ba is 1,1, not 0,1",
        ),
        (
            "tenhou-python-bot/24.txt",
            "round 10 (South 2, honba 1), event 144: RYUUKYOKU: ba is 2,1, not 1,1",
        ),
    ]


@pytest.mark.parametrize(
    ("pattern", "changed"),
    [
        (rb'<TAIKYOKU[^>]*\boya="', rb"3"),
        (rb'<RYUUKYOKU[^>]*\bba="', rb"9"),
        (rb'<REACH[^>]*\bten="', rb"9"),
        (rb'<AGARI[^>]*\bm="', rb"7,"),
        *((rb'<RYUUKYOKU[^>]*\bhai%d="' % seat, b"135,") for seat in range(4)),
    ],
)
def test_whatever_is_changed_of_what_is_said_twice_is_told(texts, pattern, changed):
    """Something is put before the value of a field, wherever the field stands."""
    some = [text for name, text in texts.items() if name not in SIMULATED][::5]
    documents = [
        Document(str(place), re.sub(pattern, lambda found: found[0] + changed, text))
        for place, text in enumerate(some)
    ]
    expected = sum(len(re.findall(pattern, text)) for text in some)
    assert expected > 0
    told = tenhou_xml.read(documents)
    assert told.rejects.num_rows == expected
    assert told.rounds.num_rows == tenhou_xml.read([Document("", text) for text in some]).rounds.num_rows


@pytest.mark.parametrize(
    ("table", "kinds", "pattern"),
    [
        ("rounds", None, rb"<INIT\b"),
        ("wins", None, rb"<AGARI\b"),
        ("draws", None, rb"<RYUUKYOKU\b"),
        ("events", {"draw"}, rb"<[TUVW]\d"),
        ("events", {"discard"}, rb"<[DEFG]\d"),
        ("events", MELDS, rb"<N\b"),
        ("events", {"riichi"}, rb'<REACH[^>]*step="1"'),
        ("events", {"riichi_accepted"}, rb'<REACH[^>]*step="2"'),
        ("events", {"dora"}, rb"<DORA\b"),
        ("events", {"leave"}, rb"<BYE\b"),
    ],
)
def test_each_file_has_as_many_rows_as_tags(tables, folder, texts, table, kinds, pattern):
    assert rows_by_file(tables, table, folder, kinds) == counts(texts, pattern)


def test_the_offsets_of_events_point_at_their_tags(tables, folder, texts):
    paths = dict(
        zip(tables.games["game_id"].to_pylist(), tables.games["source_path"].to_pylist(), strict=True)
    )
    letters = {"draw": b"TUVW", "discard": b"DEFG"}
    for row in tables.events.take(np.arange(0, len(tables.events), 997)).to_pylist():
        text = texts[paths[row["game_id"]].removeprefix(f"{folder}/")][row["source_offset"] :]
        assert text[:1] == b"<"
        if row["kind"] in letters:
            assert text[1] == letters[row["kind"]][row["seat"]]


def test_a_round_begins_with_the_scores_that_the_one_before_ended_with(tables, real):
    rows = [row for row in tables.rounds.to_pylist() if real(row)]
    pairs = [(a, b) for a, b in pairwise(rows) if a["game_id"] == b["game_id"] and a["outcome"]]
    assert len(pairs) > 10_000
    assert [a for a, b in pairs if a["log_end_scores"] != b["start_scores"]] == []


def test_wins_list_the_indicators_that_were_turned(tables):
    keys = ["game_id", "round_index"]
    turned = {
        tuple(r[k] for k in keys): r["dora_indicators"]
        for r in tables.rounds.select([*keys, "dora_indicators"]).to_pylist()
    }
    wins = tables.wins.to_pylist()
    assert [w for w in wins if w["log_dora_indicators"] != turned[w["game_id"], w["round_index"]]] == []


def test_the_winner_gets_what_the_others_pay_and_the_sticks(tables):
    wins = tables.wins.select(["log_deltas", "log_riichi_sticks"]).to_pylist()
    assert [w for w in wins if sum(w["log_deltas"]) != 1000 * w["log_riichi_sticks"]] == []


def test_a_draw_moves_no_points_out_of_the_game(tables):
    stated = [d["log_deltas"] for d in tables.draws.to_pylist() if d["log_deltas"]]
    assert len(stated) > 2000
    assert all(sum(deltas) == 0 for deltas in stated)


def test_han_and_yakuman_agree_with_limits(tables, real):
    wins = [*filter(real, tables.wins.to_pylist())]
    assert wins
    for win in wins:
        if win["log_han"] is None:
            assert win["log_limit"] == "yakuman"
        elif win["log_han"] >= 5:
            assert win["log_limit"] != "none"


def test_players_of_each_table_are_seated(tables):
    players = Counter(tables.games["player_count"].to_pylist())
    assert players[3] == 307
    assert tables.game_players.num_rows == 4 * players[4] + 3 * players[3]
    assert tables.game_players["name"].null_count == 0
    assert not tables.events.filter(pc.equal(tables.events["kind"].cast("string"), "kita"))["tile"].null_count


def test_whole_games_are_complete_and_cut_ones_are_not(tables, texts):
    ends = sum(1 for text in texts.values() if re.search(rb'owari="[^"]', text))
    assert sum(tables.games["is_complete"].to_pylist()) == ends


def test_rules_of_every_game_are_rules(tables):
    stated = Counter(tables.games["rules"].to_pylist())
    presets = Counter(rulesets.resolve(text).name.split("+")[0] for text in stated.elements())
    assert len(stated) > 5
    assert sum(presets.values()) == tables.games.num_rows


def test_event_columns_come_back_from_the_table(tables):
    columns = EventColumns.from_table(tables.events, tables.rounds)
    assert len(columns.kind) == len(tables.events)
    assert columns.round.max() == len(tables.rounds) - 1
