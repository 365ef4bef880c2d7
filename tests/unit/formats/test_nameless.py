"""Players whose name is empty or blank: nobody knows who they are, whatever the format."""

from __future__ import annotations

import re

import pytest

from mjlog.formats import read
from mjlog.formats.builder import LogBuilder
from tests.unit.formats.samples import format_of, samples

IN_XML = re.compile(rb'\b(n\d)="[^"]*"')
PACKED = ("mahjong_soul-base64", "mahjong_soul-wire")
"""Samples whose names do not stand in them as they are."""


def named(data: bytes, name: str) -> bytes:
    """A log whose players are all called so."""
    if IN_XML.search(data):
        return IN_XML.sub(rb'\1="' + "".join(f"%{byte:02X}" for byte in name.encode()).encode() + b'"', data)
    for own in filter(None, read(data).game_players["name"].to_pylist()):
        data = re.sub(rb'"' + re.escape(own.encode()) + rb'(["\\])', f'"{name}'.encode() + rb"\1", data)
    return data


@pytest.mark.parametrize("sample", [name for name in samples() if name not in PACKED])
@pytest.mark.parametrize("name", ["", " ", "\u3000 "], ids=repr)
def test_a_blank_name_is_none(sample: str, name: str) -> None:
    data = samples()[sample]
    before, called, blank = (read(d).game_players for d in (data, named(data, "秋"), named(data, name)))
    assert set(called["name"].to_pylist()) == {"秋"}, format_of(sample)
    assert len(blank) == len(before)
    assert set(blank["name"].to_pylist()) == {None}


def test_a_blank_account_is_none() -> None:
    builder = LogBuilder()
    builder.game(source_path="x", source_format="x", player_count=4)
    builder.player(0, name=" A ", account_id=" ")
    builder.player(1, name="", account_id="7")
    builder.update_player(1, name="\t")
    players = builder.build().game_players
    assert players["name"].to_pylist() == [" A ", None]
    assert players["account_id"].to_pylist() == [None, "7"]
