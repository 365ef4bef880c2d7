"""Mahjong Soul records: walls, and live views, which hide the tiles of others."""

from __future__ import annotations

import hashlib
import json

import pytest

from mjlog.notation import MPSZ
from mjlog.tiles import TILE_NAMES
from tests.unit.formats.soul_events import live
from tests.unit.formats.soul_snippets import (
    HANDS,
    deal,
    discard,
    game,
    kan,
    new_round,
    read_one,
    reasons,
    tiles,
    wall,
)


def test_the_wall_is_kept_in_canonical_order_with_what_was_hashed():
    text = wall(draws=("5m", "2z"), dora="3z", ura="9p", replacements=("9s", "8s"))
    digest = hashlib.sha256((text + "salt").encode()).hexdigest()
    (row,) = read_one(game(new_round(paishan=text, salt="salt", sha256=digest))).rounds.to_pylist()
    assert row["wall_text"] == text + "salt"
    assert row["wall_hash"] == f"sha256:{digest}"
    assert row["wall"][:4] == row["hand_0"][:4]
    assert row["wall"][4:8] == row["hand_1"][:4]
    assert row["wall"][48:54] == [*(row[f"hand_{s}"][12] for s in range(4)), "5m", "S"]
    assert (row["wall"][-1], row["wall"][-2]) == ("W", "9p")
    assert row["wall"][-11:-13:-1] == ["9s", "8s"]
    assert len(row["wall"]) == 136


def test_an_old_wall_without_the_deal_gets_it_from_the_hands():
    text = wall(draws=("5m", "2z"))
    short, digest = text[2 * 53 :], "0" * 32
    whole = read_one(game(new_round(paishan=text))).rounds["wall"].to_pylist()
    (row,) = read_one(game(new_round(paishan=short, md5=digest))).rounds.to_pylist()
    assert row["wall"] == whole[0]
    assert (row["wall_text"], row["wall_hash"]) == (short, f"md5:{digest}")


def test_a_wall_for_three_has_eight_replacement_tiles():
    hands = ("19m123p456p78s114z", "19m456p456p123s22z", "19m789p123s789s33z")
    text = wall(hands, ("9s",), dora="5z", ura="6z", replacements=tiles("12345678s"))
    (row,) = read_one(game(new_round(hands, "9s", dora="5z", paishan=text))).rounds.to_pylist()
    assert len(row["wall"]) == 108
    assert row["wall"][-2:] == ["F", "P"]
    assert row["wall"][-11:-15:-1] == ["1s", "2s", "3s", "4s"]
    # Without replacements the live wall goes on into the tiles of the last two indicators.
    assert row["wall"][90:94] == [TILE_NAMES[MPSZ.parse(text[2 * n : 2 * n + 2])] for n in range(90, 94)]


@pytest.mark.parametrize("text", ["", "1m2m", "xx" * 136, 7, "1m" * 600])
def test_a_text_that_is_no_wall_is_kept_as_text_only(text):
    (row,) = read_one(game(new_round(paishan=text, md5="no hash"))).rounds.to_pylist()
    assert row["wall"] is None
    assert row["wall_hash"] is None
    assert row["wall_text"] == (text if isinstance(text, str) and 0 < len(text) <= 1000 else None)


def test_a_live_view_hides_the_tiles_of_others():
    dealt = {"ju": 3, "tiles": tiles(HANDS[1]), "dora": "3z", "scores": [25000] * 4}
    told = live(
        ("RecordNewRound", dealt),
        ("RecordDealTile", {"seat": 3, "left_tile_count": 69}),
        discard(3, "1z"),
        ("RecordDealTile", {"left_tile_count": 68}),
        discard(0, "9m"),
        deal(1, "2s"),
        discard(1, "2s", moqie=True),
    )
    assert reasons(told) == []
    (row,) = told.rounds.to_pylist()
    assert row["hand_1"][:3] == ["1m", "4m", "7m"]
    assert set(row["hand_0"]) == set(row["hand_2"]) == set(row["hand_3"]) == {"?"}
    assert row["dora_indicators"] == ["W"]
    drawn = [row["tile"] for row in told.events.to_pylist() if row["kind"] == "draw"]
    assert drawn == ["?", "?", "?", "2s"]


def test_a_live_view_of_the_dealer_has_fourteen_tiles():
    told = live(
        ("RecordNewRound", {"tiles": [*tiles(HANDS[0]), "4m"], "doras": ["3z"], "scores": [25000] * 4})
    )
    assert told.events["tile"].to_pylist() == ["4m"]
    assert set(told.rounds["hand_1"][0].as_py()) == {"?"}


def test_messages_in_prototypes_are_live_messages():
    entries = [
        {
            "name": ".lq.ActionPrototype",
            "data": {"step": n, "name": name.replace("Record", "Action"), "data": data},
        }
        for n, (name, data) in enumerate(
            [
                ("RecordMJStart", {}),
                (
                    "RecordNewRound",
                    {"tiles": [*tiles(HANDS[0]), "4m"], "doras": ["3z"], "scores": [25000] * 4},
                ),
                discard(0, "4m"),
            ]
        )
    ]
    told = read_one("\n".join(json.dumps(entry) for entry in entries).encode())
    assert told.events["kind"].to_pylist() == ["draw", "discard"]


def test_a_view_that_nothing_shows_is_told():
    told = live(("RecordNewRound", {"ju": 1, "tiles": tiles(HANDS[0]), "scores": [25000] * 4}))
    assert "nothing shows whose view this is" in reasons(told)[0]


def test_a_concealed_kan_of_hidden_fives_has_the_red_one():
    dealt = {"ju": 3, "tiles": tiles(HANDS[1]), "dora": "3z", "scores": [25000] * 4, "operation": {"seat": 1}}
    told = live(("RecordNewRound", dealt), ("RecordDealTile", {"seat": 3}), kan(3, 3, "5p"))
    assert told.events["consumed"].to_pylist()[-1] == ["5p", "5p", "5p", "5pr"]
