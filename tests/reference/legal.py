"""What a player may do at a moment of a round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from mjlog.rulesets.words import AnkanInRiichi, TripleRon
from mjlog.tiles import TILE_NAMES
from tests.reference.hands import ORPHANS, Counts, decompositions, shanten, waits, with_tile
from tests.reference.model import Meld, Moment, RoundInput, SeatView, kind_of
from tests.reference.replayer import kuikae_kinds
from tests.reference.results import winning_hand
from tests.reference.scorer import score

MAX_KANS = 4


@dataclass(frozen=True)
class Call:
    """A call that may be made: event kind, tile and the tiles that leave the hand."""

    kind: str
    tile: int
    consumed: tuple[int, ...]


# --- the own turn ----------------------------------------------------------------------------------


def discards(view: SeatView) -> list[int]:
    """Tiles that may be discarded: in riichi the drawn one, after a call not those of kuikae."""
    if view.riichi_accepted:
        return [] if view.drawn is None else [view.drawn]
    return [t for t in sorted(view.hand) if kind_of(t) not in view.forbidden_discards]


def riichi_discards(moment: Moment, view: SeatView, given: RoundInput) -> list[int]:
    """Tiles that may be discarded with a riichi declaration, openly perhaps."""
    rules = given.rules
    allowed = (
        view.is_closed
        and not view.is_dead
        and view.riichi_seq is None
        and view.drawn is not None
        and moment.wall_left >= rules.riichi_min_wall
        and moment.scores[view.seat] >= rules.riichi_min_score
    )
    return [t for t in sorted(view.hand) if allowed and _after(view, t).waits]


def is_furiten_after(view: SeatView, tile: int) -> bool:
    """Whether a riichi with `tile` would be furiten by own discards."""
    thrown = {kind_of(d.tile) for d in view.river} | {kind_of(tile)}
    return bool(_after(view, tile).waits & thrown)


def waits_for_bound_tiles(view: SeatView, tile: int, given: RoundInput) -> bool:
    """Whether the hand without `tile` waits for a kind that is bound to some yaku."""
    bound = {TILE_NAMES.index(t) for t in given.rules.bound_tiles}
    return bool(_after(view, tile).waits & bound)


def _after(view: SeatView, *tiles: int) -> SeatView:
    """`view` without some tiles of its hand."""
    hand = view.hand.copy()
    hand.subtract(tiles)
    return replace(view, hand=+hand)


def may_kan(moment: Moment, given: RoundInput) -> bool:
    """A live tile is there, as many as a kan takes, and the fifth kan is not."""
    return moment.wall_left >= max(1, given.rules.wall_per_kan) and len(moment.kans) < MAX_KANS


def may_set_aside(moment: Moment, given: RoundInput) -> bool:
    """As many live tiles are there as a set-aside tile takes."""
    return moment.wall_left >= given.rules.wall_per_set_aside


def own_calls(moment: Moment, view: SeatView, given: RoundInput) -> Iterator[Call]:
    """Concealed and added kans, and tiles to set aside, right after a draw."""
    if view.drawn is None or view.is_dead:
        return
    if may_set_aside(moment, given):
        for tile in map(TILE_NAMES.index, given.rules.set_aside):
            if view.hand[tile] and (not view.riichi_accepted or view.drawn == tile):
                yield Call("kita", tile, (tile,))
    if not may_kan(moment, given):
        return
    by_kind: dict[int, list[int]] = {}
    for tile in view.hand.elements():
        by_kind.setdefault(kind_of(tile), []).append(tile)
    for kind, tiles in sorted(by_kind.items()):
        if len(tiles) == 4 and (not view.riichi_accepted or _may_kan_in_riichi(view, kind, given)):
            yield Call("ankan", kind, tuple(sorted(tiles)))
        if any(m.type == "pon" and m.kind == kind for m in view.melds):
            yield Call("kakan", tiles[0], (tiles[0],))


def _may_kan_in_riichi(view: SeatView, kind: int, given: RoundInput) -> bool:
    """The drawn tile only and the same waits; by strict rules three of the kind in every reading."""
    counts, rule = view.counts, given.rules.ankan_in_riichi
    if counts is None or view.drawn is None or kind_of(view.drawn) != kind or rule is AnkanInRiichi.FORBIDDEN:
        return False
    tenpai = with_tile(counts, kind, -1)
    before = waits(tenpai, view.quads)
    if waits(with_tile(counts, kind, -4), view.quads) != before:
        return False
    strict = rule is AnkanInRiichi.SAME_READINGS
    return not strict or all(_is_triplet_everywhere(with_tile(tenpai, wait), kind) for wait in before)


def _is_triplet_everywhere(complete: Counts, kind: int) -> bool:
    read = list(decompositions(complete))
    return bool(read) and all(("triplet", kind) in blocks for blocks in read)


def may_tsumo(moment: Moment, view: SeatView, given: RoundInput) -> bool:
    """The drawn tile completes a hand with a yaku."""
    if view.drawn is None or view.counts is None or view.is_dead:
        return False
    if shanten(view.counts, view.quads) != -1:
        return False
    won = winning_hand(moment, view.seat, given, is_tsumo=True, tile=view.drawn)
    return score(won, given.rules) is not None


def has_gathered(moment: Moment, view: SeatView, given: RoundInput) -> bool:
    """Whether tiles that win by themselves are together."""
    if view.is_dead or not given.rules.gathered_yaku:
        return False
    won = replace(winning_hand(moment, view.seat, given, is_tsumo=True, tile=None), counts=(0,) * 34)
    return score(won, given.rules) is not None


def may_abort_with_three_riichi(moment: Moment, given: RoundInput) -> bool:
    """Riichi by three of four players, which may abort a round where the rules know it."""
    declared = sum(v.riichi_accepted for v in moment.seats)
    return "sancha_riichi" in given.rules.abortive_draws and declared == 3 and given.players == 4


def may_abort_with_nine_orphans(view: SeatView, given: RoundInput) -> bool:
    """Kyuushu kyuuhai: nine kinds of terminals and honours at the first uninterrupted draw."""
    kinds = {kind_of(t) for t in view.hand} & set(ORPHANS)
    allowed = "kyuushu_kyuuhai" in given.rules.abortive_draws
    allowed = allowed and not view.is_dead
    return allowed and view.first_turn and view.drawn is not None and view.draws == 1 and len(kinds) >= 9


# --- another player's tile -------------------------------------------------------------------------


def may_ron(moment: Moment, view: SeatView, given: RoundInput) -> bool:
    """The tile on offer completes a hand with a yaku, and the player is not furiten."""
    offer = moment.offer
    if offer is None or view.seat not in offer.takers or view.is_furiten or view.is_dead:
        return False
    won = winning_hand(moment, view.seat, given, is_tsumo=False, tile=offer.kind)
    return score(won, given.rules) is not None


def ron_outcome(seats: list[int], from_seat: int, given: RoundInput) -> tuple[list[int], bool]:
    """(winners in turn order, whether the round is aborted instead) when `seats` call ron."""
    if len(seats) >= 3 and given.rules.max_ron >= 3 and given.rules.triple_ron is TripleRon.ABORT:
        return [], True
    return given.turn_order(seats, from_seat)[: given.rules.max_ron], False


def calls(moment: Moment, view: SeatView, tile: int, from_seat: int, given: RoundInput) -> Iterator[Call]:
    """Chi, pon and open kan of a discard; none of the last discard, none in riichi."""
    if moment.wall_left == 0 or view.riichi_seq is not None or view.seat == from_seat or view.is_dead:
        return
    kind = kind_of(tile)
    same = [t for t in view.hand.elements() if kind_of(t) == kind]
    pairs = {tuple(sorted(p)) for p in combinations(same, 2)}
    yield from (
        Call("pon", tile, p) for p in sorted(pairs) if _may_discard_after(view, tile, p, "pon", given)
    )
    if len(same) == 3 and may_kan(moment, given):
        yield Call("daiminkan", tile, tuple(sorted(same)))
    if given.rules.chi and view.seat == given.next_seat(from_seat):
        for pair in sorted(_chi_pairs(view, kind)):
            if _may_discard_after(view, tile, pair, "chi", given):
                yield Call("chi", tile, pair)


def _chi_pairs(view: SeatView, kind: int) -> set[tuple[int, ...]]:
    """Pairs of tiles in hand that make a run with `kind`, red and plain fives apart."""
    found: set[tuple[int, ...]] = set()
    for low in range(kind - 2, kind + 1):
        run = {low, low + 1, low + 2}
        if kind >= 27 or low < 0 or low // 9 != kind // 9 or (low + 2) // 9 != kind // 9:
            continue
        first, second = sorted(run - {kind})
        held = sorted(view.hand)
        found |= {(a, b) for a in held for b in held if (kind_of(a), kind_of(b)) == (first, second)}
    return found


def _may_discard_after(
    view: SeatView, tile: int, consumed: tuple[int, ...], kind: str, given: RoundInput
) -> bool:
    """Whether the call leaves a tile that kuikae allows to discard."""
    forbidden = kuikae_kinds(Meld(kind, (tile, *consumed), 0, 0), given.rules)
    return any(kind_of(t) not in forbidden for t in _after(view, *consumed).hand)


# --- the end of the round --------------------------------------------------------------------------


def abort_after_discard(moment: Moment, given: RoundInput) -> str | None:
    """The abortive draw that a discard (passed by everyone, riichi accepted) brings about."""
    known, seats = given.rules.abortive_draws, moment.seats
    if "suucha_riichi" in known and given.players == 4 and all(v.riichi_accepted for v in seats):
        return "suucha_riichi"
    if "suukaikan" in known and len(moment.kans) == MAX_KANS and len(set(moment.kans)) > 1:
        return "suukaikan"
    rivers = [v.river for v in seats]
    first_discards = {kind_of(r[0].tile) for r in rivers if r}
    if (
        "suufon_renda" in known
        and [len(r) for r in rivers] == [1, 1, 1, 1]
        and not any(v.melds or v.kita for v in seats)
        and len(first_discards) == 1
        and first_discards <= {27, 28, 29, 30}
    ):
        return "suufon_renda"
    return None
