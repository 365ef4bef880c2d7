"""Random complete hands, biased towards rare yaku."""

from __future__ import annotations

from random import Random

from tests.reference.hands import ORPHANS
from tests.reference.readings import CalledSet, Win

STYLES = (
    *("any", "any", "simples", "simples", "suit", "flush", "orphans", "honours"),
    *("dragons", "winds", "green", "alike", "straight", "sanshoku"),
)


def random_win(rng: Random) -> Win:
    """A complete hand with melds, winds and a possible situation; it may have no yaku."""
    form = rng.choices(("ordinary", "chiitoitsu", "kokushi", "gates"), (20, 3, 1, 1))[0]
    counts, melds = _FORMS[form](rng)
    win_kind = rng.choice([k for k, n in enumerate(counts) if n])
    closed = all(m.type == "ankan" for m in melds)
    is_tsumo = rng.random() < 0.5
    riichi = rng.choice((0, 1, 2)) if closed else 0
    win = Win(
        counts=tuple(counts),
        melds=tuple(melds),
        win_kind=win_kind,
        is_tsumo=is_tsumo,
        riichi=riichi,
        seat_wind=rng.randrange(4),
        round_wind=rng.randrange(4),
        dora=rng.choice((0, 0, 1, 3)),
        aka=rng.choice((0, 0, 1)) if counts[4] else 0,
    )
    return _with_situation(win, rng)


def _with_situation(win: Win, rng: Random) -> Win:
    """One of the possible situations of the win."""
    has_kan = any(m.type in ("ankan", "minkan") for m in win.melds)
    possible: list[dict[str, bool]] = [{}, {}, {"haitei": True} if win.is_tsumo else {"houtei": True}]
    if win.is_tsumo and has_kan:
        possible.append({"rinshan": True})
    if not win.is_tsumo and win.counts[win.win_kind] == 1:
        possible.append({"chankan": True})
    if win.riichi:
        possible.append({"ippatsu": True})
    if not win.melds and not win.riichi and win.is_tsumo:
        possible.append({"first_turn": True})
    return Win(**{**vars(win), **rng.choice(possible)})


def _ordinary(rng: Random) -> tuple[list[int], list[CalledSet]]:
    """Runs and triplets of one style, some of them called, and a pair."""
    while True:
        style = rng.choice(STYLES)
        pool = _pool(style, rng)
        runs, calls = rng.choice((0.2, 0.6, 0.95)), rng.choice((0.0, 0.3, 0.6))
        counts, held, melds = [0] * 34, [0] * 34, []
        for _ in range(4):
            kind = rng.choice(pool)
            called = rng.random() < calls
            if style != "alike" and rng.random() < runs and kind < 27 and kind % 9 < 7:
                tiles, meld = [kind, kind + 1, kind + 2], CalledSet("chi", kind)
            else:
                called_type = rng.choice(("pon", "minkan", "ankan"))
                tiles, meld = [kind] * 3, CalledSet(called_type, kind)
            for tile in tiles:
                held[tile] += 1
                counts[tile] += not called
            if called:
                melds.append(meld)
                held[kind] += meld.type in ("minkan", "ankan")
        pair = rng.choice(pool)
        held[pair] += 2
        counts[pair] += 2
        if max(held) <= 4:
            return counts, melds


def _pool(style: str, rng: Random) -> list[int]:
    suit, rank = 9 * rng.randrange(3), rng.randrange(7)
    pools = {
        "any": list(range(34)),
        "suit": list(range(suit, suit + 9)),
        "flush": [*range(suit, suit + 9), *range(27, 34)],
        "orphans": [*ORPHANS, 6, 15, 24],
        "honours": list(range(27, 34)),
        "dragons": [31, 32, 33, suit, suit + 1],
        "winds": [27, 28, 29, 30, suit],
        "simples": [k for k in range(27) if 0 < k % 9 < 8],
        "green": [19, 20, 21, 23, 25, 32],
        "alike": [suit, suit + 8, 3, 12, 21, 31],
        "straight": [suit, suit + 3, suit + 6, rng.randrange(34)],
        "sanshoku": [rank, 9 + rank, 18 + rank, rng.randrange(34)],
    }
    return pools[style]


def _chiitoitsu(rng: Random) -> tuple[list[int], list[CalledSet]]:
    while True:
        pool = sorted(set(_pool(rng.choice(STYLES), rng)))
        if len(pool) >= 7:
            break
    kinds = rng.sample(pool, 7)
    return [2 * (k in kinds) for k in range(34)], []


def _kokushi(rng: Random) -> tuple[list[int], list[CalledSet]]:
    double = rng.choice(ORPHANS)
    return [int(k in ORPHANS) + (k == double) for k in range(34)], []


def _gates(rng: Random) -> tuple[list[int], list[CalledSet]]:
    suit = 9 * rng.randrange(3)
    counts = [0] * 34
    counts[suit : suit + 9] = (3, 1, 1, 1, 1, 1, 1, 1, 3)
    counts[suit + rng.randrange(9)] += 1
    return counts, []


_FORMS = {"ordinary": _ordinary, "chiitoitsu": _chiitoitsu, "kokushi": _kokushi, "gates": _gates}
