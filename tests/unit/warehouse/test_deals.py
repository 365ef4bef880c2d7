"""Whether two logs can be of the same game."""

from __future__ import annotations

import numpy as np

from mjlog.tables import LogTables
from mjlog.warehouse.deals import NO_DEALS, Deals, deals_by_game, numbers_of


def deals(*rounds: tuple[int, int]) -> Deals:
    """Rounds by label, in each of which seat 0 has a hand and nobody else's is known."""
    hands = np.zeros((len(rounds), 4), np.uint64)
    hands[:, 0] = [hand for _, hand in rounds]
    labels = np.array([label for label, _ in rounds], np.int32)
    return Deals(labels, hands, numbers_of(labels, hands))


def test_games_agree_when_no_common_round_differs() -> None:
    game = deals((1, 7), (2, 8), (3, 9))
    assert all(game.agree(other) for other in (game, deals((2, 8)), deals((4, 1), (3, 9)), NO_DEALS))
    assert not any(game.agree(other) for other in (deals((1, 8)), deals((2, 8), (3, 1))))


def test_a_round_that_is_played_again_may_be_any_of_its_label() -> None:
    game = deals((1, 7), (1, 8), (2, 9))
    fitting = (
        deals((1, 7)),
        deals((1, 8)),
        deals((1, 8), (2, 9)),
        deals((1, 8), (1, 7)),
        deals((1, 0)),
        game,
    )
    assert all(game.agree(other) and other.agree(game) for other in fitting)
    other = (deals((1, 9)), deals((1, 8), (2, 7)), deals((1, 7), (1, 9)), deals((1, 7), (1, 8), (1, 9)))
    assert not any(game.agree(wrong) or wrong.agree(game) for wrong in other[:3])
    assert game.agree(other[3])


def test_rounds_in_common_have_a_known_hand_in_common() -> None:
    game = deals((1, 7), (2, 8), (3, 0))
    assert game.same(deals((2, 8), (1, 7), (4, 1))) == [(0, 1), (1, 0)]
    assert game.same(deals((1, 0), (2, 9), (3, 5))) == []


def test_keys_are_those_of_rounds_whose_dealer_is_known() -> None:
    one, other = deals((1, 7), (2, 0)), deals((2, 7), (1, 7))
    assert len(one.keys) == 1
    assert one.keys.tolist() == other.keys[1:].tolist() != other.keys[:1].tolist()


def test_unknown_hands_agree_with_any() -> None:
    assert deals((1, 0), (2, 8)).agree(deals((1, 5), (2, 8)))


def test_every_game_has_the_deals_of_its_rounds(yonma: LogTables, sanma: LogTables) -> None:
    for tables in (yonma, sanma):
        found = deals_by_game(tables.rounds)
        names = tables.rounds["game_id"].to_pylist()
        assert {name: len(game) for name, game in found.items()} == {n: names.count(n) for n in names}
        seats = tables.games["player_count"][0].as_py()
        assert all((game.hands[:, :seats] > 0).all() for game in found.values())
        games = list(found.values())
        assert [[a.agree(b) for b in games] for a in games] == np.eye(len(games), dtype=bool).tolist()


def test_the_order_of_the_tiles_in_a_hand_does_not_matter(yonma: LogTables) -> None:
    rounds = yonma.rounds.slice(0, 1)
    hand = rounds["hand_0"].to_pylist()[0]
    row = {**rounds.to_pylist()[0], "hand_0": hand[::-1]}
    turned = type(rounds).from_pylist([row], schema=rounds.schema)
    (one,), (other,) = (deals_by_game(table).values() for table in (rounds, turned))
    assert hand != hand[::-1]
    assert (one.hands == other.hands).all()
