"""``mjlog score``: the value of one hand."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Final

import click

from mjlog.cli.output import format_option, show_json, show_rows
from mjlog.rulesets import load
from mjlog.scoring.one import FuItem, Score, score
from mjlog.scoring.written import WINDS

CANNOT_WIN: Final = 1
"""Exit code for a hand that cannot win."""

_WIND = click.Choice(list(WINDS), case_sensitive=False)


@click.command
@click.argument("hand", nargs=-1, required=True)
@click.option("--tsumo", is_flag=True, help="Won on the own draw (otherwise by ron).")
@click.option("--riichi", is_flag=True, help="Riichi was declared.")
@click.option("--double-riichi", is_flag=True, help="It was a double riichi.")
@click.option("--open-riichi", is_flag=True, help="The riichi showed the waiting tiles.")
@click.option("--ippatsu", is_flag=True, help="Won within a go-around of riichi.")
@click.option("--rinshan", is_flag=True, help="Won on a replacement tile.")
@click.option("--chankan", is_flag=True, help="Won on a tile added to a pon.")
@click.option("--haitei", is_flag=True, help="Won on the last draw.")
@click.option("--houtei", is_flag=True, help="Won on the last discard.")
@click.option("--first-turn", is_flag=True, help="Won in the first go-around, before any call.")
@click.option("--gathered", is_flag=True, help="Won by gathered tiles, such as eight reds.")
@click.option("--seat-wind", "--seat", type=_WIND, default="S", show_default=True, help="E is the dealer.")
@click.option(
    "--round-wind", "--round", type=_WIND, default="E", show_default=True, help="Wind of the round."
)
@click.option("--dora", "dora_indicators", default="", metavar="TILES", help="Dora indicators.")
@click.option("--ura", "ura_indicators", default="", metavar="TILES", help="Ura dora indicators.")
@click.option(
    "--kita", type=click.IntRange(0, 4), default=0, help="Norths set aside, where the rules have it."
)
@click.option("--set-aside", default="", metavar="TILES", help="Other tiles set aside.")
@click.option(
    "--honba", type=click.IntRange(0), default=0, help="Honba of the round; payments are told without them."
)
@click.option("--ruleset", default="tenhou", show_default=True, help="Preset or TOML file.")
@format_option
def command(
    hand: tuple[str, ...], ruleset: str, form: str, riichi: bool, double_riichi: bool, **circumstances: Any
) -> int:
    """Score one hand: yaku, han, fu (or points, where rules add them up) and payments.

    HAND is written in tiles like 123m 406p 77z (0 is a red five, 1z to 7z are East, South, West,
    North, haku, hatsu, chun) with "+" before the winning tile, and melds in brackets: "(123m)" chi,
    "(555z)" pon, "(1111p)" open kan, "[1111p]" concealed kan.

    The exit code is 0 for a hand that wins and 1 for one that cannot; the reasons are given.
    It is 2 when the hand cannot be read.

    \b
    Examples:
      mjlog score 234567m345p2267s+8s --riichi --ippatsu --dora 3p
      mjlog score "34067m+8m (777p) (055s) 22s" --tsumo --seat E
      mjlog score 19m19p19s1234567z+1z --ruleset mahjong_soul
      mjlog score 222p777p000p33s00s+3s --tsumo --set-aside 1159m --ruleset toutenkou
    """
    level = 2 if double_riichi else int(riichi)
    result = score(" ".join(hand), load(ruleset), riichi=level, **circumstances)
    if form == "json":
        show_json(asdict(result) | {"points": result.points})
    elif form == "csv":
        show_rows([_row(result)], list(_row(result)), form)
    else:
        _show_text(result)
    return CANNOT_WIN if result.why_not else 0


def _row(result: Score) -> dict[str, Any]:
    """The result on one line of CSV."""
    return {
        "unit": result.unit,
        "han": result.han,
        "fu": result.fu,
        "yakuman": result.yakuman,
        "limit": result.limit,
        "points": result.points,
        "payments": result.payments,
        "yaku": [f"{slug}:{han}" for slug, han in result.yaku],
        "why_not": "; ".join(result.why_not),
    }


def _show_text(result: Score) -> None:
    click.echo(str(result))
    if result.fu_items:
        click.echo(f"fu: {', '.join(map(_fu_text, result.fu_items))}")
    for note in result.unchecked:
        click.echo(f"not checked: {note}")


def _fu_text(item: FuItem) -> str:
    return f"{item.name} {item.tile} {item.fu}" if item.tile else f"{item.name} {item.fu}"
