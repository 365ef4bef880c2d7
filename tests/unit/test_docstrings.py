from __future__ import annotations

from mjlog.docstrings import field_docs
from mjlog.formats.mjai import actions as mjai_actions
from mjlog.formats.mjai import fields as mjai_fields


def test_the_text_under_a_field_is_its_own() -> None:
    docs = field_docs(mjai_actions)
    assert docs["Tsumo"] == {"pai": 'The tile, "?" where it is hidden.'}
    assert docs["StartGame"]["aka_flag"] == "Whether there are red fives."


def test_fields_without_text_are_left_out_and_lines_are_joined() -> None:
    assert "actor" not in field_docs(mjai_actions)["Tsumo"]
    assert "\n" not in field_docs(mjai_actions)["Ryukyoku"]["reason"]
    assert field_docs(mjai_fields)["Majsoul"] == {}
