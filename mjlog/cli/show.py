"""``mjlog show``: games, and rounds event by event."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import click

from mjlog.api import Replayed, replay
from mjlog.cli.choices import timezone_option
from mjlog.cli.games import COLUMNS, find_games
from mjlog.cli.inputs import ruleset_option
from mjlog.cli.output import Row, format_option, show_json, show_rows, tiles_option
from mjlog.cli.text import folded, printable
from mjlog.display.games import game_document, head_lines
from mjlog.display.rounds import find_rounds, round_document, round_name
from mjlog.display.walls import wall_to_come
from mjlog.display.words import LEGEND, Words
from mjlog.notation import NOTATIONS
from mjlog.stats.zones import in_zone


@click.command
@click.argument("path")
@click.argument("rounds", nargs=-1)
@click.option("--game", metavar="ID", help="Which game: its id, log id, or number from 0.")
@tiles_option
@click.option(
    "--wall",
    type=click.IntRange(-1),
    metavar="EVENT",
    help="Show the wall still to come after this event of each round, -1 for the deal.",
)
@timezone_option
@ruleset_option
@format_option
def command(
    path: str,
    rounds: tuple[str, ...],
    game: str | None,
    tiles: str,
    wall: int | None,
    timezone: str,
    ruleset: str | None,
    form: str,
) -> None:
    """Show games, or rounds event by event.

    PATH is a warehouse, a file, a folder, a pattern or "-" for standard input.  Without ROUNDS its games are
    listed, or the rounds of its only game.  A round is a number from 0 or a name: E1, or S3.1 with
    one honba.  Every event is shown with the hand, melds and waits of the player who acts.  Where a log has
    the wall, or the seed that it was shuffled from, --wall shows what nobody has taken yet.  The text tells
    the start of games in --timezone, the other forms in UTC.

    \b
    Examples:
      mjlog show game.xml
      mjlog show game.xml E1 S3.1
      mjlog show my_logs/ --game 2 0 --tiles unicode
      mjlog show game.xml E1 --wall -1
      mjlog show wh/ --game 5f985f5e0b28d065 S4
      mjlog show game.xml 4 --format json
    """
    if wall is not None and (not rounds or form == "csv"):
        raise click.UsageError("--wall goes with rounds, and is shown in the text and in JSON.")
    listed, tables = find_games(path, game)
    if tables is None:
        raise click.ClickException(f"there is no game {game!r}" if game else "no game could be read")
    if len(listed) > 1:
        if rounds:
            raise click.UsageError(f"There are {len(listed)} games; choose one with --game.")
        rows = [_told(row, timezone) for row in listed] if form == "text" else listed
        show_rows(rows, COLUMNS, form)
        return
    replayed = replay(tables, ruleset)
    told = game_document(replayed.tables, replayed.evidence.rules.rulesets[0])
    if not rounds:
        if form == "text":
            _show_game({**told, "started_at": _moment(told, timezone)})
        _list_rounds(replayed, replayed.tables.rounds.to_pylist(), form)
        return
    _show_rounds(replayed, told, rounds, wall, Words(NOTATIONS[tiles]), form)


def _show_rounds(
    replayed: Replayed, game: Row, rounds: Sequence[str], wall: int | None, words: Words, form: str
) -> None:
    """Print rounds of a game by their numbers or names, and the wall to come."""
    played = replayed.tables.rounds.to_pylist()
    chosen = [row for name in rounds for row in find_rounds(played, name)]
    rules = {name: game[name] for name in ("ruleset", "changes")}
    if form == "text" and rules["changes"]:
        line = printable(f"rules: {rules['ruleset']}: {', '.join(rules['changes'])}")
        click.echo(folded(line, sys.stdout))
    documents = [
        {**round_document(replayed.tables, replayed.states, row["round_index"]), "rules": rules}
        for row in chosen
    ]
    if wall is not None:
        for document in documents:
            document["wall"] = wall_to_come(replayed.evidence, document["round"], wall)
    _show(documents, words, form)


def _told(game: Row, timezone: str) -> Row:
    """A game of a list as the text has it."""
    when = _moment(game, timezone)
    told = None if when is None else f"{when:%Y-%m-%d %H:%M %Z}"
    return {**game, "players": ", ".join(game["players"]), "started_at": told}


def _moment(game: Row, timezone: str) -> datetime | None:
    """When a game started, in a zone."""
    return None if game["started_at"] is None else in_zone(game["started_at"], timezone)


def _show_game(game: Row) -> None:
    """Print what a game is, and how it ended for its players."""
    for line in head_lines(game):
        click.echo(folded(printable(line), sys.stdout))
    click.echo()
    columns = ("seat", "name", "account_id", "level", "rating", "final_score", "result", "rank")
    empty = {name for name in columns[2:] if all(row[name] is None for row in game["players"])}
    show_rows(game["players"], [name for name in columns if name not in empty], "text")
    click.echo()


def _list_rounds(replayed: Replayed, rounds: list[Row], form: str) -> None:
    wins = replayed.wins.to_pylist()
    rows = [
        {
            "round": row["round_index"],
            "name": round_name(row),
            "dealer": row["dealer_seat"],
            "scores": row["start_scores"],
            "outcome": row["outcome"],
            "winners": [w["seat"] for w in wins if w["round_index"] == row["round_index"]],
            "changes": row["calc_deltas"],
        }
        for row in rounds
    ]
    show_rows(rows, list(rows[0]) if rows else ["round"], form)


def _show(documents: list[dict[str, Any]], words: Words, form: str) -> None:
    if form == "json":
        show_json(documents)
    elif form == "csv":
        events = [{"round": d["name"], **event} for d in documents for event in d["events"]]
        flat = [{**event, "melds": [m["type"] for m in event["melds"]]} for event in events]
        show_rows(flat, list(flat[0]) if flat else ["round"], form)
    else:
        for number, document in enumerate(documents):
            click.echo("\n" if number else "", nl=False)
            _show_text(document, words)


def _show_text(document: dict[str, Any], words: Words) -> None:
    """Print the deal, the events, the result and what lies on the table at the end."""
    indicators = words.tiles(document["dora_indicators"])
    ura = document["ura_indicators"]
    under = f", under them {words.tiles(ura)}" if ura else ""
    click.echo(printable(f"{document['name']} of {document['game']} ({document['source']})"))
    dice = f", dice {' '.join(map(str, document['dice']))}" if document["dice"] else ""
    click.echo(f"riichi sticks {document['riichi_sticks']}, dora indicators {indicators}{under}{dice}\n")
    players = [
        {**player, "wind": player["wind"] or "away", "dealt": words.tiles(player["dealt"], in_order=True)}
        for player in document["players"]
    ]
    show_rows(players, ("seat", "wind", "name", "score", "dealt"), "text")
    click.echo()
    events = [
        {
            "seq": event["seq"],
            "seat": event["seat"],
            "event": printable(words.event(event)),
            "hand": "" if event["seat"] is None else words.hand(event),
            "state": words.state(event),
        }
        for event in document["events"]
    ]
    show_rows(events, ("seq", "seat", "event", "hand", "state"), "text")
    told = [*map(words.win, document["wins"]), *map(words.draw, document["draws"])]
    if document["score_changes"]:
        told.append(f"score changes {' '.join(f'{change:+d}' for change in document['score_changes'])}")
    for number, line in enumerate(told):
        click.echo("\n" * (number == 0) + folded(line, sys.stdout))
    click.echo()
    end = [
        {"seat": s["seat"], "hand": words.hand(s), "state": words.state(s), "river": words.river(s["river"])}
        for s in document["end"]
    ]
    show_rows(end, ("seat", "hand", "state", "river"), "text")
    click.echo(LEGEND)
    if "wall" in document:
        click.echo()
        head, *lines = words.wall(document["wall"])
        click.echo(head)
        for line in lines:
            click.echo(folded(line, sys.stdout, indent="  "))
