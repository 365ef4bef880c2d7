"""Hands that a log hides until they win are scored by the tiles that it shows with the win."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import mjlog

SEAT0 = Path(__file__).parents[3] / "data/samples/seat0.jsonl"


def hidden_wins() -> list[int]:
    """Lines of the sample on which somebody wins whose hand was hidden."""
    lines = SEAT0.read_bytes().splitlines()
    return [
        i for i, line in enumerate(lines) if b'"hora"' in line and msgspec.json.decode(line)["actor"] != 0
    ]


def test_wins_of_hidden_hands_are_scored() -> None:
    wins = mjlog.replay(mjlog.read(str(SEAT0))).wins
    assert len(hidden_wins()) > 3
    for column in ("points", "han", "fu"):
        assert wins[f"calc_{column}"].to_pylist() == wins[f"log_{column}"].to_pylist()


@pytest.mark.parametrize(("change", "code"), [({"fan": 13}, "SC004"), ({"hora_points": 96000}, "SC006")])
def test_a_false_value_of_a_hidden_hand_is_found(change: dict[str, int], code: str) -> None:
    lines = SEAT0.read_bytes().splitlines()
    at = hidden_wins()[0]
    lines[at] = msgspec.json.encode({**msgspec.json.decode(lines[at]), **change})
    assert code in mjlog.audit(b"\n".join(lines)).findings["code"].to_pylist()


@pytest.mark.parametrize("spoil", ["short", "lacks the tile", "hidden", "five of a kind"])
def test_a_shown_hand_that_cannot_be_is_not_scored(spoil: str) -> None:
    lines = SEAT0.read_bytes().splitlines()
    at = hidden_wins()[0]
    win = msgspec.json.decode(lines[at])
    hand = win["hora_tehais"]
    if spoil == "short":
        win["hora_tehais"] = hand[:-1]
    elif spoil == "hidden":
        win["hora_tehais"] = ["?", *hand[1:]]
    elif spoil == "five of a kind":
        win["hora_tehais"] = ["9s"] * 5 + hand[5:]
    else:
        win["pai"] = next(t for t in ("1m", "2m", "3m", "E", "S", "W") if t not in hand)
    lines[at] = msgspec.json.encode(win)
    before, after = (
        mjlog.replay(mjlog.read(source)).wins["calc_points"].null_count
        for source in (str(SEAT0), b"\n".join(lines))
    )
    assert after == before + 1
