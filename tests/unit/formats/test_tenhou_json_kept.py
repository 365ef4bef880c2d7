from __future__ import annotations

import json

from tests.unit.formats.tenhou_json_snippets import FOUR_TURNS, log, read, reasons, round_


def test_what_no_column_holds_is_kept():
    text = log(
        round_(*FOUR_TURNS),
        title=["one", "two"],
        sx=["M", "F", "C", "M"],
        ratingc="PF4",
        rule={"disp": "四鳳南喰赤", "aka": 1, "csrule": "0,1"},
        new={"a": [1, 2]},
    )
    (row,) = read(text).extras.to_pylist()
    assert (row["action"], row["round_index"]) == ("start_game", None)
    assert json.loads(row["fields"]) == {
        "title": "one\ntwo",
        "sx": ["M", "F", "C", "M"],
        "ratingc": "PF4",
        "new": {"a": [1, 2]},
        "rule": {"csrule": "0,1"},
    }


def test_a_converters_own_form_of_a_round_is_named():
    own = log(round_(*FOUR_TURNS, result={"agari": [], "sc": [27000, 25000, 23000, 25000]}))
    (reason,) = reasons(read(own))
    assert reason.endswith("not the rows of a round: an object among the lists (some converter's own form)")
