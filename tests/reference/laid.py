"""The wall of a round that was played, tile by tile in the order of `rounds.wall`."""

from __future__ import annotations

from tests.reference.model import Event, RoundInput, kind_of
from tests.reference.wall import HAND, INDICATORS, full_set

REPLACED = ("daiminkan", "kakan", "ankan", "kita")
MOVES = ("draw", "discard", "chi", "pon", *REPLACED)


def laid(given: RoundInput) -> list[int] | None:
    """The wall as the round takes it; tiles that nobody sees lie in order of kind.  None if there is none."""
    live, replaced = drawn(given.events)
    dora = [given.dora_indicators[0], *(e["tile"] for e in given.events if e["kind"] == "dora")]
    ura = list(given.ura_indicators or ())
    deals = dealt(given)
    rest = sorted(full_set(given.rules), key=lambda code: (kind_of(code), code))
    try:
        for tile in [*deals, *live, *replaced, *dora, *ura]:
            rest.remove(tile)
    except ValueError:
        return None
    stacks = min(INDICATORS, (len(rest) + len(dora) + len(ura)) // 2)
    pairs = [[shown[at] if at < len(shown) else rest.pop() for shown in (dora, ura)] for at in range(stacks)]
    from_end = [tile for pair in pairs for tile in pair] + replaced
    return [*deals, *live, *rest, *reversed(from_end)]


def dealt(given: RoundInput) -> list[int]:
    """The dealt tiles: four each from the dealer on, three times, then one each."""
    first = given.playing.index(given.dealer)
    turns = given.playing[first:] + given.playing[:first]
    blocks = [(0, 4), (4, 8), (8, 12), (12, HAND)]
    return [tile for start, end in blocks for seat in turns for tile in given.hands[seat][start:end]]


def drawn(events: tuple[Event, ...]) -> tuple[list[int], list[int]]:
    """Live tiles and replacement tiles, in the order in which they are drawn."""
    found: tuple[list[int], list[int]] = ([], [])
    before = ""
    for event in events:
        if event["kind"] == "draw":
            found[before in REPLACED].append(event["tile"])
        if event["kind"] in MOVES:
            before = event["kind"]
    return found
