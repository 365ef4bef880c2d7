"""Random complete hands, biased towards rare yaku."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from mjlog.tiles import NO_TILE
from tests.reference.hands import ORPHANS
from tests.reference.readings import CalledSet, Win

STYLES = (
    *("any", "any", "simples", "simples", "suit", "flush", "orphans", "honours"),
    *("dragons", "winds", "green", "alike", "straight", "sanshoku", "steps"),
)


def random_win(rng: Random) -> Win:
    """A complete hand with melds, winds and a possible situation; it may have no yaku."""
    return _win(rng, rng.choices(("ordinary", "chiitoitsu", "kokushi", "gates"), (20, 3, 1, 1))[0])


def house_win(rng: Random) -> Win:
    """As `random_win`, with what only some houses know: quads as pairs, open riichi, set-aside tiles."""
    win = _win(rng, "quads") if rng.random() < 0.07 else random_win(rng)
    kita = rng.choice((0, 0, 0, 1, 1, 2, 5))
    return replace(
        win,
        ura=rng.choice((0, 0, 1)) if win.riichi else 0,
        open_riichi=bool(win.riichi) and rng.random() < 0.3,
        honba=rng.choice((0, 1, 7, 8, 9)),
        kita=kita,
        set_aside_man=rng.randint(0, kita),
    )


def _win(rng: Random, form: str) -> Win:
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


def gathered_win(rng: Random) -> Win:
    """A hand that wins by its fourth kan, its eighth red five or its twelfth man tile set aside."""
    what = rng.choice(("kans", "reds", "reds", "mans"))
    win = replace(house_win(rng), is_tsumo=True, is_gathered=True, chankan=False, houtei=False)
    if what == "kans":
        kinds = rng.sample(range(34), 5)
        melds = tuple(CalledSet(rng.choice(("minkan", "ankan")), kind) for kind in kinds[:4])
        counts = tuple(int(kind == kinds[4]) for kind in range(34))
        plain = {"riichi": 0, "open_riichi": False, "ippatsu": False, "first_turn": False}
        return replace(win, counts=counts, melds=melds, win_kind=NO_TILE, rinshan=False, **plain)
    win = replace(win, aka=8) if what == "reds" else replace(win, kita=13, set_aside_man=12)
    if rng.random() < 0.3:
        return win
    ready = list(win.counts)
    ready[win.win_kind] -= 1
    other = rng.choice([k for k in range(34) if ready[k] < 4 and k != win.win_kind])
    ready[other] += 1
    return replace(win, counts=tuple(ready), win_kind=other)


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
        for number in range(4):
            kind = pool[number % len(pool)] if style == "steps" else rng.choice(pool)
            called = rng.random() < calls
            if style not in ("alike", "steps") and rng.random() < runs and kind < 27 and kind % 9 < 7:
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
        pair = rng.choice(list(range(34)) if style == "steps" else pool)
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
        "steps": [suit + rank + i for i in range(4) if rank + i < 9],
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


def _quads(rng: Random) -> tuple[list[int], list[CalledSet]]:
    """Seven pairs of which some are equal."""
    quads = rng.choice((1, 1, 2, 2, 3))
    suit = 9 * rng.randrange(3)
    pool = rng.choice((range(34), range(suit, suit + 9), (*range(suit, suit + 9), *range(27, 34))))
    kinds = rng.sample(list(pool), 7 - quads)
    return [(4 if k in kinds[:quads] else 2) * (k in kinds) for k in range(34)], []


_FORMS = {
    "ordinary": _ordinary,
    "chiitoitsu": _chiitoitsu,
    "kokushi": _kokushi,
    "gates": _gates,
    "quads": _quads,
}
