"""Which copies of a game are kept."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import datetime
from typing import Any

import pyarrow as pa
import pytest

from mjlog.tables import LogTables
from mjlog.warehouse import Warehouse, ingest, plays
from mjlog.warehouse.games import KnownGames, restrict
from mjlog.warehouse.store import MemoryStore
from tests.unit.warehouse.conftest import batches_of, content, with_column


def games_with(tables: LogTables, **columns: Any) -> LogTables:
    """The same games with other values in columns of `games`."""
    games = tables.games
    for name, value in columns.items():
        games = with_column(games, name, [value] * len(games))
    return replace(tables, games=games)


@pytest.fixture(params=[1, 1_000_000], ids=["stored", "pending"], autouse=True)
def _part_events(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether an earlier batch is stored by itself or waits for the next."""
    monkeypatch.setattr(ingest, "PART_EVENTS", request.param)


@pytest.fixture
def game(yonma: LogTables) -> LogTables:
    return next(batches_of(yonma))


def beginning(game: LogTables, rounds: int) -> LogTables:
    """The first rounds of a game, as an incomplete log has them."""
    cut = {
        name: table.filter(table["round_index"].to_numpy() < rounds)
        for name in ("rounds", "events", "wins", "draws")
        for table in [getattr(game, name)]
    }
    return replace(games_with(game, is_complete=False, content_hash=f"{rounds:032x}"), **cut)


def test_a_game_counts_once_by_its_log_id(game: LogTables) -> None:
    with Warehouse() as warehouse:
        warehouse.add([game])
        report = warehouse.add([games_with(game, content_hash="0" * 32)])
        assert (report.games, report.duplicates, report.replaced) == (0, 1, 0)
        assert warehouse.tables["games"] == 1


def test_a_game_counts_once_by_its_content(game: LogTables) -> None:
    with Warehouse() as warehouse:
        warehouse.add([game])
        other = games_with(game, log_id="another", platform="elsewhere", source_format="mjai")
        assert warehouse.add([other]).duplicates == 1


def without_walls(game: LogTables) -> LogTables:
    """The same game as a format has it that says nothing of walls."""
    rounds = with_column(game.rounds, "wall", [None] * len(game.rounds))
    return replace(game, rounds=rounds)


@pytest.mark.parametrize("known", ["wall", "seed of the game", "seed of a round"])
@pytest.mark.parametrize("knowing_first", [True, False])
def test_of_copies_alike_the_one_that_knows_the_walls_is_kept(
    game: LogTables, known: str, knowing_first: bool
) -> None:
    bare = games_with(without_walls(game), log_id="5", platform="here", source_format="bare", shuffle=None)
    knowing = games_with(without_walls(game), log_id=None, source_format="knowing")
    if known == "wall":
        knowing = games_with(game, log_id=None, source_format="knowing")
    elif known == "seed of the game":
        knowing = games_with(knowing, shuffle="generator,seed")
    else:
        seeds = ["generator,seed", *[None] * (len(game.rounds) - 1)]
        knowing = replace(knowing, rounds=with_column(knowing.rounds, "shuffle", seeds))
    with Warehouse() as warehouse:
        warehouse.add([knowing, bare] if knowing_first else [bare, knowing])
        assert warehouse.query("games")["source_format"].to_pylist() == ["knowing"]


def test_the_same_log_id_of_two_platforms_is_two_games(yonma: LogTables) -> None:
    first, second, _ = batches_of(yonma)
    one, two = (games_with(g, log_id="1", platform=p) for g, p in ((first, "here"), (second, "there")))
    with Warehouse() as warehouse:
        report = warehouse.add([one, two])
        assert report.games == 2
        assert sorted(warehouse.query("games")["game_id"].to_pylist()) == ["1", "1~2"]
        assert len(set(warehouse.query("findings")["game_id"].to_pylist())) <= 2


def test_the_same_log_id_with_other_deals_is_another_game(yonma: LogTables) -> None:
    first, second, third = (games_with(g, log_id="1", platform="here") for g in batches_of(yonma))
    with Warehouse() as warehouse:
        report = warehouse.add([first, second, LogTables.concat([third, second, beginning(second, 2)])])
        assert (report.games, report.duplicates, report.replaced) == (3, 2, 0)
        assert report.shared_ids == ["1~2", "1~3"]
        assert sorted(warehouse.query("games")["game_id"].to_pylist()) == ["1", "1~2", "1~3"]


def test_a_better_copy_replaces_the_game_of_its_deals(yonma: LogTables) -> None:
    first, second, _ = (games_with(g, log_id="1", platform="here") for g in batches_of(yonma))
    with Warehouse() as warehouse:
        warehouse.add([first, beginning(second, 2)])
        report = warehouse.add([second])
        assert (report.games, report.duplicates, report.replaced, report.shared_ids) == (1, 0, 1, ["1~2"])
        assert warehouse.tables["rounds"] == len(first.rounds) + len(second.rounds)
        assert [warehouse.add([game]).duplicates for game in (first, second)] == [1, 1]


@pytest.mark.parametrize(("tile", "games"), [("1m", 2), ("?", 1)])
def test_hidden_hands_are_no_other_deals(game: LogTables, tile: str, games: int) -> None:
    rounds = game.rounds
    at, kind = rounds.schema.get_field_index("hand_1"), rounds.schema.field("hand_1")
    tiles = pa.array([tile] * 13 * len(rounds)).dictionary_encode().cast(kind.type.value_type)
    other = pa.ListArray.from_arrays(pa.array(range(0, 13 * len(rounds) + 1, 13), pa.int32()), tiles)
    changed = replace(games_with(game, content_hash="0" * 32), rounds=rounds.set_column(at, kind, other))
    with Warehouse() as warehouse:
        warehouse.add([game, changed])
        assert warehouse.tables["games"] == games


def test_a_game_without_a_log_id_is_called_by_its_content(game: LogTables) -> None:
    with Warehouse() as warehouse:
        warehouse.add([games_with(game, log_id=None, platform=None)])
        row = warehouse.query("games").to_pylist()[0]
        assert row["game_id"] == row["content_hash"][:16]


def test_a_copy_in_the_same_batch_counts_once(game: LogTables) -> None:
    twice = LogTables.concat([game, games_with(game, source_path="copy")])
    assert len(twice.games) == 2
    with Warehouse() as warehouse:
        report = warehouse.add([twice])
        assert (report.games, report.duplicates) == (1, 1)
        assert warehouse.query("games")["game_id"].to_pylist() == game.games["game_id"].to_pylist()


@pytest.mark.parametrize("together", [False, True], ids=["in two batches", "in one batch"])
@pytest.mark.parametrize("better_first", [False, True], ids=["worse first", "better first"])
def test_the_complete_copy_is_kept(game: LogTables, together: bool, better_first: bool) -> None:
    copies = [beginning(game, 2), game]
    if better_first:
        copies.reverse()
    with Warehouse() as warehouse, Warehouse() as alone:
        report = warehouse.add([LogTables.concat(copies)] if together else copies)
        alone.add([game])
        assert content(warehouse) == content(alone)
        assert report.replaced == (not together and not better_first)


def test_of_two_incomplete_copies_the_longer_is_kept(game: LogTables) -> None:
    with Warehouse() as warehouse:
        warehouse.add([beginning(game, 3), beginning(game, 2), beginning(game, 4)])
        assert warehouse.tables["rounds"] == 4
        assert warehouse.tables["games"] == 1


def test_a_copy_that_is_two_known_games_joins_them(game: LogTables) -> None:
    by_id = beginning(game, 2)
    by_content = seen_from(games_with(game, log_id=None, is_complete=False))
    with Warehouse() as warehouse:
        assert warehouse.add([by_id, by_content]).games == 2
        report = warehouse.add([game])
        assert (report.games, report.replaced) == (1, 2)
        assert warehouse.tables["games"] == 1


def test_a_worse_copy_that_is_two_known_games_joins_them(game: LogTables) -> None:
    by_id, by_content = beginning(game, 2), seen_from(games_with(game, log_id=None))
    link = games_with(game, is_complete=False)
    with Warehouse() as warehouse:
        warehouse.add([by_id, by_content])
        report = warehouse.add([link])
        assert (report.games, report.duplicates, report.replaced) == (0, 1, 1)
        assert warehouse.tables["games"] == 1


def test_many_copies_in_one_batch_leave_the_best(game: LogTables) -> None:
    copies = [beginning(game, n) for n in (3, 1, 4, 2)]
    with Warehouse() as warehouse:
        report = warehouse.add([LogTables.concat([copies[0]]), LogTables.concat([*copies[1:], game, game])])
        assert (report.games, report.duplicates, report.replaced) == (2, 4, 1)
        assert warehouse.tables["rounds"] == len(game.rounds)
        assert warehouse.query("games")["game_id"].to_pylist() == game.games["game_id"].to_pylist()


def test_games_of_one_part_stay_when_another_of_it_is_replaced(yonma: LogTables) -> None:
    first, second, third = batches_of(yonma)
    with Warehouse() as warehouse, Warehouse() as alone:
        warehouse.add([LogTables.concat([beginning(first, 1), second, third])])
        warehouse.add([first])
        alone.add([yonma])
        assert content(warehouse) == content(alone)


def test_what_is_known_outlives_the_process(yonma: LogTables, tmp_path: Any) -> None:
    with Warehouse(tmp_path / "wh") as warehouse:
        warehouse.add([yonma])
    with Warehouse(tmp_path / "wh") as warehouse:
        assert warehouse.add([yonma]).duplicates == len(yonma.games)
        assert warehouse.tables["games"] == len(yonma.games)


def anonymous(game: LogTables, **columns: Any) -> LogTables:
    """The same game from elsewhere: without log id and platform, of other content hash."""
    elsewhere = {"log_id": None, "platform": None, "content_hash": "0" * 32, "source_format": "mjai"}
    return games_with(game, **{**elsewhere, **columns})


def seen_from(game: LogTables, *seats: int) -> LogTables:
    """The game as these players saw it."""
    rounds = game.rounds
    for other in {0, 1, 2, 3} - set(seats):
        name = f"hand_{other}"
        rounds = with_lists(rounds, name, [["?"] * 13] * len(rounds))
    return replace(game, rounds=rounds)


def with_lists(table: pa.Table, name: str, values: list[list[str]]) -> pa.Table:
    at = table.schema.get_field_index(name)
    type_ = table.schema.field(at).type
    tiles = pa.array([tile for row in values for tile in row]).dictionary_encode().cast(type_.value_type)
    ends = [0, *range(len(values[0]), len(values[0]) * len(values) + 1, len(values[0]))]
    return table.set_column(at, name, pa.ListArray.from_arrays(pa.array(ends, pa.int32()), tiles))


def rounds_from(game: LogTables, first: int) -> LogTables:
    """The last rounds of a game, as a log that begins late has them."""
    cut = {
        name: table.filter(table["round_index"].to_numpy() >= first)
        for name in ("rounds", "events", "wins", "draws")
        for table in [getattr(game, name)]
    }
    return replace(game, **cut)


def mid_round(game: LogTables, events: int) -> LogTables:
    """The first events of the first round."""
    part = beginning(game, 1)
    return replace(part, events=part.events.slice(0, events), wins=part.wins[:0], draws=part.draws[:0])


@pytest.mark.parametrize(
    "copy",
    [
        anonymous,
        lambda game: anonymous(beginning(game, 2)),
        lambda game: anonymous(mid_round(game, 9)),
        lambda game: anonymous(rounds_from(game, 2), is_complete=False),
        lambda game: anonymous(seen_from(game, 1), is_complete=False),
        lambda game: anonymous(game, platform="elsewhere", log_id="7"),
    ],
    ids=["as a whole", "cut off", "cut off in a round", "begun late", "seen by one", "under another id"],
)
@pytest.mark.parametrize("better_first", [True, False], ids=["better first", "worse first"])
def test_a_game_counts_once_by_its_deals_and_play(game: LogTables, copy: Any, better_first: bool) -> None:
    copies = [game, copy(game)]
    with Warehouse() as warehouse:
        report = warehouse.add(copies if better_first else copies[::-1])
        assert warehouse.tables["games"] == 1
        assert warehouse.tables["rounds"] == len(game.rounds)
        assert report.duplicates + report.replaced == 1


def test_games_of_one_platform_with_different_ids_are_different(game: LogTables) -> None:
    with Warehouse() as warehouse:
        warehouse.add([game, games_with(game, log_id="another", content_hash="0" * 32)])
        assert warehouse.tables["games"] == 2


def test_games_of_one_platform_with_different_ids_and_equal_content_are_different(
    game: LogTables,
) -> None:
    with Warehouse() as warehouse:
        report = warehouse.add([game, games_with(game, log_id="another")])
        assert (report.games, report.duplicates) == (2, 0)
        assert warehouse.add([game, games_with(game, log_id="another")]).duplicates == 2
        assert warehouse.tables["games"] == 2


def test_a_copy_without_an_id_joins_no_games_with_different_ids(game: LogTables) -> None:
    named = [games_with(game, log_id=name, is_complete=False) for name in ("one", "another")]
    with Warehouse() as warehouse:
        warehouse.add(named)
        assert warehouse.add([games_with(game, log_id=None)]).replaced == 1
        assert sorted(warehouse.query("games")["log_id"].to_pylist()) == ["another", "one"]
        assert warehouse.add(named).duplicates == 2


@pytest.mark.parametrize("better_first", [True, False])
def test_the_copy_that_is_kept_takes_over_log_id_and_time(
    game: LogTables, tmp_path: Any, *, better_first: bool
) -> None:
    when = datetime(2025, 1, 4, 19, tzinfo=None)  # noqa: DTZ001 - the column has no zone
    better = games_with(game, log_id=None, platform=None, started_at=None)
    worse = games_with(beginning(game, 2), log_id="7", platform="here", started_at=when)
    with Warehouse(tmp_path / "wh") as warehouse:
        warehouse.add([better, worse] if better_first else [worse, better])
        (row,) = warehouse.query("games").to_pylist()
        told = (row["platform"], row["log_id"], row["started_at"], row["is_complete"])
        assert told == ("here", "7", when, True)
        assert warehouse.tables["rounds"] == len(game.rounds)
        assert warehouse.tables["events"] == len(game.events)
    with Warehouse(tmp_path / "wh") as warehouse:
        other = games_with(game, log_id="8", platform="here")
        assert warehouse.add([worse, other]).games == 1


def test_games_from_one_wall_that_are_played_otherwise_are_different(game: LogTables) -> None:
    events = game.events
    tiles = events["tile"].to_pylist()
    first = events["kind"].to_pylist().index("discard")
    tiles[first] = "9s" if tiles[first] != "9s" else "8s"
    other = replace(anonymous(game), events=with_column(events, "tile", tiles))
    with Warehouse() as warehouse:
        warehouse.add([game, other])
        assert warehouse.tables["games"] == 2


def test_seats_may_be_counted_from_another_player(game: LogTables) -> None:
    def turned(rounds: pa.Table) -> pa.Table:
        hands = {f"hand_{(seat + 1) % 4}": rounds[f"hand_{seat}"] for seat in range(4)}
        for name, column in hands.items():
            rounds = rounds.set_column(rounds.schema.get_field_index(name), name, column)
        return with_column(rounds, "dealer_seat", [(s + 1) % 4 for s in rounds["dealer_seat"].to_pylist()])

    other = anonymous(game)
    with Warehouse() as warehouse:
        warehouse.add([game])
        report = warehouse.add([replace(other, rounds=turned(other.rounds), events=other.events)])
        assert report.duplicates == 1


def test_a_stored_game_is_known_again_by_its_play(game: LogTables, tmp_path: Any) -> None:
    with Warehouse(tmp_path / "wh") as warehouse:
        warehouse.add([game])
    with Warehouse(tmp_path / "wh") as warehouse:
        assert warehouse.add([anonymous(beginning(game, 2))]).duplicates == 1


def test_restrict_leaves_as_they_are_tables_that_it_changes_nothing_in(yonma: LogTables) -> None:
    names = yonma.games["game_id"].to_pylist()
    same = restrict(yonma, dict(zip(names, names, strict=True)))
    assert {f.name for f in fields(yonma) if getattr(same, f.name) is not getattr(yonma, f.name)} <= {
        "extras"
    }
    turned = restrict(yonma, {name: name for name in reversed(names)})
    assert turned.events["game_id"].to_pylist() == yonma.events["game_id"].to_pylist()


def test_nobody_looks_how_games_were_played_where_ids_tell_enough(
    yonma: LogTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plays, "plays_by_game", None)
    with Warehouse() as warehouse:
        assert warehouse.add([yonma]).games == 3
        assert warehouse.add([yonma]).duplicates == 3


def test_restrict_keeps_whole_games(yonma: LogTables) -> None:
    name = yonma.games["game_id"][1].as_py()
    one = restrict(yonma, {name: "new"})
    one.validate()
    for table in ("games", "game_players", "rounds", "events", "wins"):
        rows = getattr(yonma, table)
        number = rows["game_id"].to_pylist().count(name)
        assert getattr(one, table)["game_id"].to_pylist() == ["new"] * number


def test_admission_forgets_games_that_came_to_nothing(game: LogTables) -> None:
    name = game.games["game_id"][0].as_py()
    admission = KnownGames(MemoryStore()).admit(game)
    assert set(admission.admitted) == {name}
    assert not admission.without([name]).admitted
