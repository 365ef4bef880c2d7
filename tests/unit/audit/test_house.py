from __future__ import annotations

from dataclasses import replace
from typing import Any

import pyarrow as pa
import pytest

from mjlog import schema
from mjlog.api import audit
from mjlog.audit.assess import audited
from mjlog.audit.house import TOUCHED, by_house_options, touches
from mjlog.audit.judge import judge
from mjlog.audit.registry import RULES
from mjlog.simulate import simulate
from mjlog.tables import LogTables


def games(*options: list[str] | None, rules: str = "tenhou") -> LogTables:
    """Simulated games that have these house options."""
    (tables,) = simulate(rules, len(options), 5)
    place = tables.games.column_names.index("house_options")
    stated = pa.array(options, schema.GAMES.arrow.field("house_options").type)
    return replace(tables, games=tables.games.set_column(place, "house_options", stated))


def with_wrong_payments(tables: LogTables) -> LogTables:
    """The same games, every win paid with a hundred points more."""
    deltas = [
        [change + 100 * (change > 0) for change in changes]
        for changes in tables.wins["log_deltas"].to_pylist()
    ]
    place = tables.wins.column_names.index("log_deltas")
    column = pa.array(deltas, schema.WINS.arrow.field("log_deltas").type)
    return replace(tables, wins=tables.wins.set_column(place, "log_deltas", column))


def test_games_of_different_options_are_not_audited_as_one() -> None:
    with pytest.raises(ValueError, match="different house options"):
        audited(games(["wareme"], None))
    assert len(audited(games(["wareme"], ["wareme"])).evidence.tables.games) == 2


def test_every_house_option_has_its_checks() -> None:
    assert set(TOUCHED) == set(schema.HOUSE_OPTIONS)
    for codes in TOUCHED.values():
        assert all(any(code.startswith(prefix) for code in RULES) for prefix in codes)


@pytest.mark.parametrize(
    ("option", "touched", "untouched"),
    [
        ("wareme", ("PY001", "PY005", "EN006"), ("SC006", "PY003", "FT001", "WA005")),
        ("chips", ("EN007",), ("EN006", "PY001", "SC006")),
        ("local_yaku", ("FT001", "PO002"), ("SC003", "PY001", "CL006")),
        ("other", ("SC001", "EN003", "CL006"), ("TI001", "TN001", "PA001", "WA004")),
        ("open_hands", (), tuple(RULES)),
    ],
)
def test_options_touch_some_checks_and_not_others(
    option: str, touched: tuple[str, ...], untouched: tuple[str, ...]
) -> None:
    assert [code for code in touched if not touches([option], code)] == []
    assert [code for code in untouched if touches([option], code)] == []


def test_what_an_option_touches_is_not_checkable() -> None:
    plain, house = audit(games(None)), audit(games(["wareme"]))
    assert plain.counts.house_options == {}
    assert house.counts.house_options == {"wareme": 1}
    for code in RULES:
        if touches(["wareme"], code):
            assert house.counts.checked[code] == 0
            places = plain.counts.checked[code] + plain.counts.not_checkable[code]
            assert house.counts.not_checkable[code] == places, code
        else:
            assert house.counts.checked[code] == plain.counts.checked[code], code


def test_games_without_the_option_are_checked_beside_others() -> None:
    both = audit(games(None, ["wareme"]))
    first, second = (audit(games(None, ["wareme"]).of_games([name])) for name in ids(games(None, None)))
    for code in RULES:
        apart = first.counts.checked[code] + second.counts.checked[code]
        assert both.counts.checked[code] == apart, code
    assert both.counts.games == 2
    assert both.counts.house_options == {"wareme": 1}


def ids(tables: LogTables) -> list[str]:
    return tables.games["game_id"].to_pylist()


def test_findings_that_an_option_accounts_for_are_not_told() -> None:
    broken = with_wrong_payments(games(None, ["wareme"], ["chips"]))
    told = {row["game_id"] for row in audit(broken, select=["PY001"]).findings.to_pylist()}
    first, _, third = ids(broken)
    assert told == {first, third}


def with_yaku(tables: LogTables, row: int, yaku: list[str] | None) -> LogTables:
    """The same games with other yaku of one win."""
    place = tables.wins.column_names.index("log_yaku")
    named = tables.wins["log_yaku"].to_pylist()
    named[row] = yaku
    column = pa.array(named, schema.WINS.arrow.field("log_yaku").type)
    return replace(tables, wins=tables.wins.set_column(place, "log_yaku", column))


@pytest.mark.parametrize("yaku", [None, ["daisharin"], ["renhou", "pinfu"]])
def test_a_local_yaku_costs_only_the_checks_of_its_win(yaku: list[str] | None) -> None:
    one, plain = audit(with_yaku(games(["local_yaku"]), 0, yaku)), audit(games(None))
    assert not len(one.findings)
    for code in ("SC001", "SC002", "SC003", "SC005", "PY001"):
        assert one.counts.checked[code] == plain.counts.checked[code] - 1, code
        assert one.counts.not_checkable[code] == plain.counts.not_checkable[code] + 1, code
    for code in ("SC006", "PY005", "PY007", "EN003"):
        assert one.counts.checked[code] == plain.counts.checked[code], code


def test_where_a_yaku_is_not_named_payments_are_held_against_the_recorded_points() -> None:
    broken = with_yaku(with_wrong_payments(games(["local_yaku"])), 1, None)
    wins = broken.wins["round_index"].to_pylist()
    told = audit(broken, select=["PY001"]).findings.sort_by("round_index")
    assert told["round_index"].to_pylist() == wins
    (unnamed,) = (row for row in told.to_pylist() if row["expected"].startswith("changes that add up to"))
    assert unnamed["round_index"] == wins[1]


def test_games_are_parted_by_their_options() -> None:
    tables = games(None, ["chips"], None, ["chips", "wareme"], ["wareme", "chips"])
    names = ids(tables)
    assert by_house_options(tables) == [[names[0], names[2]], [names[1]], [names[3], names[4]]]


def test_games_of_different_options_are_replayed_once_each(monkeypatch: pytest.MonkeyPatch) -> None:
    replayed: list[str] = []

    def counting(tables: LogTables, *rest: Any) -> Any:
        replayed.extend(ids(tables))
        return judge(tables, *rest)

    monkeypatch.setattr("mjlog.audit.assess.judge", counting)
    tables = games(None, ["chips"], None, ["wareme"])
    audit(tables)
    assert sorted(replayed) == sorted(ids(tables))


def test_no_game_has_no_options() -> None:
    assert audit(LogTables.empty()).counts.house_options == {}
