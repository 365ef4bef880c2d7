"""What no column holds is kept within one bound, and what is beyond it is named."""

from __future__ import annotations

import json

import msgspec
import pytest

import mjlog
from mjlog import formats
from mjlog.formats import kept as kept_module
from mjlog.formats.base import Document
from mjlog.formats.kept import MOST_BYTES, MOST_DEPTH, kept, kept_of
from tests.unit.formats.samples import ROUNDS, samples
from tests.unit.formats.xml_snippets import UN, draw, init, log, read


def nested(depth: int) -> object:
    value: object = 1
    for _ in range(depth):
        value = [value]
    return value


def test_fields_stand_on_one_line_in_their_order():
    assert kept({"b": 1, "a": msgspec.Raw(b'{"x":\n  2}')}).text == '{"b":1,"a":{"x":2}}'


@pytest.mark.parametrize(
    "value",
    ["x" * MOST_BYTES, nested(MOST_DEPTH), nested(100_000), msgspec.Raw(b"[" * 5000 + b"]" * 5000), "\ud800"],
    ids=["long", "deep", "very deep", "deep text", "half a character"],
)
def test_a_field_beyond_the_bound_is_left_out_and_named_and_the_others_stay(value):
    text, left_out = kept({"first": 1, "odd": value, "last": 2})
    assert text == '{"first":1,"last":2}'
    assert left_out.endswith(": odd")


def test_many_fields_are_kept_as_far_as_they_fit(monkeypatch):
    monkeypatch.setattr(kept_module, "MOST_BYTES", 30)
    text, left_out = kept({f"field {n}": n for n in range(9)})
    assert text == '{"field 0":0,"field 1":1}'
    assert left_out.endswith(": field 2, field 3, field 4, field 5, field 6 and 2 more")


def test_brackets_in_texts_nest_nothing():
    assert kept({"x": "[" * 200}).left_out == ""


def test_a_text_beyond_the_bound_keeps_its_other_fields():
    text, left_out = kept_of('{"a":1,"deep":' + "[" * 100 + "]" * 100 + "}")
    assert (text, left_out[-6:]) == ('{"a":1}', ": deep")


def test_a_text_that_no_parser_takes_is_left_out():
    assert kept_of('{"a":' + "[" * 5000 + "]" * 5000 + "}").text == "{}"


@pytest.mark.parametrize("name", ["majiang", "mjai", "riichi_city", "tenhou_json", "mahjong_soul"])
@pytest.mark.parametrize(
    "odd", [b"[" * 70 + b"]" * 70, b'"' + b"x" * MOST_BYTES + b'"'], ids=["deep", "long"]
)
def test_every_reader_tells_what_it_leaves_out_and_keeps_the_rest(name, odd):
    data = samples()[name]
    place = b'"data": {' if name == "mahjong_soul" else b"{"
    data = data.replace(place, place + b'"x_odd": ' + odd + b', "x_last": 7,', 1)
    tables = formats.reader_of(name).read([Document("a.json", data)])
    assert tables.rounds.num_rows == ROUNDS
    (reason,) = [r for r in tables.rejects["reason"].to_pylist() if "x_odd" in r]
    assert "left out" in reason
    fields = tables.extras["fields"].to_pylist()
    assert any('"x_last":7' in text for text in fields)
    assert not any("x_odd" in text for text in fields)


def test_long_attributes_of_tags_are_left_out_and_told():
    long, un = "x" * MOST_BYTES, UN.replace("/>", ' x_odd="{}" x_last="7"/>')
    deal = init(y_odd=long, y_last=8)
    tables = read(log(deal, draw(), un=un.format(long)))
    assert tables.rounds.num_rows == 1
    of_game, of_deal = tables.rejects["reason"].to_pylist()
    assert of_game.startswith("fields left out (more than 1,048,576 bytes")
    assert of_deal.startswith("round 0: fields left out")
    assert of_deal.endswith(": y_odd")
    told, dealt = tables.extras["fields"].to_pylist()
    assert json.loads(told) == {"sx": ["M", "F", "M", "C"], "x_last": "7"}
    assert json.loads(dealt) == {"y_last": "8"}


@pytest.mark.parametrize("name", ["majiang", "mjai", "riichi_city", "tenhou_json", "mahjong_soul"])
@pytest.mark.parametrize("key", ["x_odd", "rules", "house_options"])
def test_nothing_is_raised_where_the_parser_itself_gives_up(name, key):
    reader, data = formats.reader_of(name), samples()[name]
    for depth in range(880, 1000, 3):
        odd = b'"%b": {"a": %b},' % (key.encode(), b"[" * depth + b"]" * depth)
        tables = reader.read([Document("a.json", data.replace(b"{", b"{" + odd, 1))])
        assert tables.rounds.num_rows == ROUNDS or tables.rejects.num_rows


@pytest.mark.parametrize(
    ("name", "field"), [("mjai", "rules"), ("tenhou_json", "mjlog_rules"), ("majiang", "mjlog_rules")]
)
@pytest.mark.parametrize(
    "rules",
    [
        b'{"extends": "tenhou", "uma": [%b]}' % b",".join([b"0"] * 100_000),
        b'{"extends": "tenhou", "%b": 1}' % (b"k" * (1 << 20)),
        b'{"extends": "tenhou", "uma": NaN}',
        b'{"extends": "tenhou", "uma": [Infinity, -Infinity]}',
        b'{"extends": "tenhou", "uma": %b}' % (b"[" * 900 + b"]" * 900),
        b'"tenhou"',
    ],
    ids=["zeros", "key", "nan", "infinity", "deep", "text"],
)
def test_rules_beyond_reason_are_rules_that_cannot_be_used_in_every_format(name, field, rules):
    stated = b'"%b":{"extends":"tenhou"}' % field.encode()
    odd = samples()[name].replace(stated, b'"%b":%b' % (field.encode(), rules), 1)
    tables = mjlog.read(odd)
    assert tables.rounds.num_rows == ROUNDS
    assert mjlog.audit(tables, select=["PA003"]).findings.num_rows == 1


def test_rules_and_options_beyond_reason_are_told_and_cost_no_round():
    data = samples()["mjai"]
    deep = b"[" * 500 + b"]" * 500
    odd = b'"rules": {"extends": "tenhou", "x": %b}, "house_options": [%b, "wareme"],' % (deep, deep)
    start = data.partition(b"\n")[0]
    bare = b'{"type": "start_game", "mjlog_format": 1,' + odd + b'"names": ["A", "B", "C", "D"]}'
    tables = formats.reader_of("mjai").read([Document("a", data.replace(start, bare, 1))])
    assert tables.rounds.num_rows == ROUNDS
    assert tables.games["house_options"].to_pylist() == [["wareme", "other"]]
    assert tables.games["rules"].to_pylist() == ['"rules that cannot be kept"']
    first, second = tables.rejects["reason"].to_pylist()
    assert first.startswith("rules: fields left out")
    assert second.startswith("house options that are not known: [[[")
