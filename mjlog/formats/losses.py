"""What writing a game loses: each game is read back by its own reader and compared with what was written.

So a loss is told when there is one, whatever the reason; what comes back as it was is not lost.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from types import MappingProxyType

from mjlog.formats.base import Document, Reader, Written
from mjlog.formats.compare import changes
from mjlog.formats.rows import CannotSayError, GameRows, games_of
from mjlog.tables import LogTables


def written(
    tables: LogTables,
    reader: Reader,
    compose: Callable[[GameRows], bytes],
    *,
    unsaid: Collection[str] = (),
) -> Iterator[Written]:
    """Yield the games of `tables` as `compose` writes them, with what is lost.

    Args:
        tables: log tables of whole games.
        reader: reader of the format.
        compose: writes a game, or raises `CannotSayError`.
        unsaid: kinds of events that the format has no place for and `compose` leaves out.

    Yields:
        Each game in order; one that cannot be written, or not read back, with its `problem`.
    """
    games = list(games_of(tables))
    texts, problems = _composed(games, compose)
    return compared(tables, reader, texts, problems, unsaid=unsaid)


def compared(
    tables: LogTables,
    reader: Reader,
    texts: Sequence[bytes],
    problems: Mapping[int, str] = MappingProxyType({}),
    *,
    unsaid: Collection[str] = (),
) -> Iterator[Written]:
    """Yield the games of `tables` as they were written, with what is lost.

    Args:
        tables: log tables of whole games.
        reader: reader of the format.
        texts: each game as written, in order; empty where it was not.
        problems: why games were not written, by their number.
        unsaid: kinds of events that were left out.
    """
    back = reader.read([Document(str(number), data) for number, data in enumerate(texts) if data])
    refused: dict[int, list[str]] = defaultdict(list)
    for reject in back.rejects.to_pylist():
        refused[int(reject["source_path"])].append(reject["reason"])
    numbers = [int(path) for path in back.games["source_path"].to_pylist()]
    single = {number for number, times in Counter(numbers).items() if times == 1}
    kept = sorted(single)
    ids, back_ids = (part.games["game_id"].to_pylist() for part in (tables, back))
    came = back.of_games([name for name, number in zip(back_ids, numbers, strict=True) if number in single])
    lost = dict(zip(kept, changes(tables.of_games([ids[n] for n in kept]), came, unsaid), strict=True))
    for number, (game_id, data) in enumerate(zip(ids, texts, strict=True)):
        if number in lost:
            yield Written(game_id, data, tuple(lost[number]), unread=tuple(refused[number]))
        else:
            reason = problems.get(number) or next(iter(refused[number]), "it does not come back as one game")
            yield Written(game_id, b"", problem=reason)


def _composed(
    games: Sequence[GameRows], compose: Callable[[GameRows], bytes]
) -> tuple[list[bytes], dict[int, str]]:
    """The text of each game, empty where there is none, and why there is none."""
    texts, problems = [], {}
    for number, game in enumerate(games):
        try:
            texts.append(compose(game))
        except CannotSayError as error:
            texts.append(b"")
            problems[number] = str(error)
    return texts, problems
