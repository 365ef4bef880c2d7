"""Accounts of one person counted together: a file that says whose accounts and names they are.

The file is TOML::

    [people]
    "Sato Yuki" = ["yuki_s", {platform = "tenhou", account = "12345678"}]
    "Aki" = [{platform = "mahjong_soul", name = "秋"}]

A text is an account or a logged name on any platform; a table names one platform and an account or a
name there.  An account goes before a name, and what is said of one platform before the rest.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pyarrow as pa

MAX_FILE_BYTES: Final = 10_000_000
SCHEMA: Final = pa.schema(
    [
        pa.field("platform", pa.string()),
        pa.field("account", pa.string()),
        pa.field("name", pa.string()),
        pa.field("place", pa.int8()),
        pa.field("person", pa.string()),
    ]
)
"""The table that `player_games` reads: whose an account or a name is; the least place goes first."""
_KEYS: Final = ("platform", "account", "name")
_Entry = tuple[str | None, str | None, str | None]
"""Platform, account and name; None where any will do."""


class AliasError(ValueError):
    """A file of aliases that cannot be used."""


def no_aliases() -> pa.Table:
    """The table of a warehouse without aliases."""
    return SCHEMA.empty_table()


def load_aliases(path: str | os.PathLike[str]) -> pa.Table:
    """Read a file of aliases.

    Returns:
        A table of `SCHEMA`.

    Raises:
        AliasError: when the file cannot be read, an entry is wrong, or one account has two persons.
    """
    try:
        with Path(path).open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
        if len(data) > MAX_FILE_BYTES:
            raise AliasError(f"{path}: larger than {MAX_FILE_BYTES} bytes")
        document = tomllib.loads(data.decode("utf-8-sig"))
    except OSError as error:
        raise AliasError(f"{path}: {error.strerror or error}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise AliasError(f"{path}: {error}") from None
    people = document.get("people")
    if unknown := sorted(document.keys() - {"people"}):
        raise AliasError(
            f"{path}: unknown {', '.join(unknown)}; a file of aliases has [people] and nothing else"
        )
    if not isinstance(people, dict):
        raise AliasError(f"{path}: a file of aliases has a table [people]")
    owners: dict[_Entry, str] = {}
    for person, stated in people.items():
        for entry in _entries(person, stated, f"{path}, {person!r}"):
            owner = owners.setdefault(entry, person)
            if owner != person:
                raise AliasError(f"{path}: {_told(entry)} stands under both {owner!r} and {person!r}")
    return _table(owners)


def _entries(person: str, stated: Any, where: str) -> Iterator[_Entry]:
    """The accounts and names of a person; that of the person is one."""
    if not person.strip():
        raise AliasError(f"{where}: a person has a name")
    if not isinstance(stated, list):
        raise AliasError(f"{where}: a person has a list of accounts and names")
    yield None, None, person
    for number, entry in enumerate(stated, start=1):
        if isinstance(entry, str) and entry.strip():
            yield None, entry, None
            yield None, None, entry
        elif isinstance(entry, dict):
            yield _of_platform(entry, f"{where}, entry {number}")
        else:
            raise AliasError(f"{where}, entry {number}: a text, or a table with platform and account or name")


def _of_platform(entry: Mapping[str, Any], where: str) -> _Entry:
    if unknown := sorted(entry.keys() - set(_KEYS)):
        raise AliasError(f"{where}: unknown {', '.join(unknown)}; known are {', '.join(_KEYS)}")
    if not all(isinstance(value, str) and value.strip() for value in entry.values()):
        raise AliasError(f"{where}: {', '.join(entry)} are texts")
    if "platform" not in entry or ("account" in entry) == ("name" in entry):
        raise AliasError(f"{where}: a platform, and either an account or a name there, are needed")
    return entry["platform"], entry.get("account"), entry.get("name")


def _told(entry: _Entry) -> str:
    platform, account, name = entry
    what = f"account {account!r}" if name is None else f"name {name!r}"
    return what if platform is None else f"{what} of {platform}"


def _table(owners: Mapping[_Entry, str]) -> pa.Table:
    rows = [
        {
            "platform": platform,
            "account": account,
            "name": name,
            "place": 2 * (account is None) + (platform is None),
            "person": person,
        }
        for (platform, account, name), person in owners.items()
    ]
    return pa.Table.from_pylist(rows, schema=SCHEMA)
