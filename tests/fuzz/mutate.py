"""Logs damaged at random: bytes, tokens of JSON and XML, lines, packings, splices of two logs."""

from __future__ import annotations

import base64
import binascii
import gzip
import io
import re
import zipfile
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

LARGEST: Final = 1 << 20
"""Bytes of an input; what mutations make longer is cut."""
_TOKEN: Final = re.compile(
    rb'"(?:[^"\\\n]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null|[\[\]{}<>/=,:]|[A-Za-z_]\w*'
)
_PAIR: Final = re.compile(rb'"\w+"\s*:\s*(?:"[^"\n]*"|-?\d+|true|false|null)|\w+="[^"\n]*"')
_VALUES: Final = (
    b"0", b"-1", b"1", b"2", b"3", b"4", b"5", b"7", b"13", b"34", b"36", b"37", b"60", b"127", b"128",
    b"135", b"136", b"255", b"256", b"-32769", b"65536", b"2147483648", b"-2147483649",
    b"9223372036854775808",
    b"18446744073709551616", b"1" + b"0" * 400, b"9" * 5000, b"0.5", b"-0.0", b"1e308", b"1e999", b"-1e400",
    b"NaN", b"Infinity", b"true", b"false", b"null", b'""', b'"?"', b'"5mr"', b'"0m"', b'"\\ud800"',
    b'"\xff"',
    b'"\\u0000"', b'"' + "麻".encode() * 50 + b'"', b"[]", b"{}", b"[[]]", b"[null]", b'{"type":1}',
    b"[" * 70 + b"]" * 70, b'"' + b"x" * 5000 + b'"',
)  # fmt: skip
_BYTES: Final = (
    b"\0", b"\xff", b"\xef\xbb\xbf", b"\r", b"\n", b"<!--", b"-->", b"<![CDATA[", b"]]>", b"&amp;", b"&#0;",
    b"<?xml ?>", b'<!DOCTYPE a [<!ENTITY b "c">]>', b"\x1b[0m", b'"', b"\\", b",", b"}", b"{", b"[", b"]",
    b"<", b">", b"=", b"https://tenhou.net/6/#json=",
)  # fmt: skip


def mutated(logs: Sequence[bytes], rng: Random) -> bytes:
    """One of `logs` with one to six random damages."""
    data = rng.choice(logs)
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        data = rng.choice(_MUTATIONS)(data, rng, logs)[:LARGEST]
    return rng.choice(_PACKINGS)(data, rng) if rng.random() < 0.05 else data


def _place(data: bytes, rng: Random) -> int:
    return rng.randrange(len(data) + 1)


def _span(data: bytes, rng: Random) -> tuple[int, int]:
    start = _place(data, rng)
    return start, min(len(data), start + rng.choice((1, 2, 8, 64, 512, 4096)))


def _flip(data: bytes, rng: Random, logs: Sequence[bytes]) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 4, 32))):
        if changed:
            place = rng.randrange(len(changed))
            changed[place] = rng.choice((changed[place] ^ (1 << rng.randrange(8)), rng.randrange(256)))
    return bytes(changed)


def _delete(data: bytes, rng: Random, logs: Sequence[bytes]) -> bytes:
    start, end = _span(data, rng)
    return data[:start] + data[end:]


def _double(data: bytes, rng: Random, logs: Sequence[bytes]) -> bytes:
    start, end = _span(data, rng)
    return data[:end] + data[start:end] * rng.choice((1, 1, 2, 20)) + data[end:]


def _insert(data: bytes, rng: Random, logs: Sequence[bytes]) -> bytes:
    place = _place(data, rng)
    return data[:place] + rng.choice(_BYTES) * rng.choice((1, 1, 1, 300)) + data[place:]


def _truncate(data: bytes, rng: Random, logs: Sequence[bytes]) -> bytes:
    place = _place(data, rng)
    return rng.choice((data[:place], data[place:]))


def _splice(data: bytes, rng: Random, logs: Sequence[bytes]) -> bytes:
    other = rng.choice(logs)
    return data[: _place(data, rng)] + other[_place(other, rng) :]


def _put_in(data: bytes, rng: Random, logs: Sequence[bytes]) -> bytes:
    place, other = _place(data, rng), rng.choice(logs)
    start, end = _span(other, rng)
    return data[:place] + rng.choice((other, other[start:end])) + data[place:]


def _change_token(data: bytes, rng: Random, logs: Sequence[bytes]) -> bytes:
    found = list(_TOKEN.finditer(data))
    if not found:
        return data
    token = rng.choice(found)
    new = rng.choice(_VALUES) if rng.random() < 0.7 else rng.choice(found)[0]
    if token[0][:1] == b'"' and new[:1] not in b'"[{' and rng.random() < 0.7:
        new = b'"' + new + b'"'
    return data[: token.start()] + new + data[token.end() :]


def _nudge_number(data: bytes, rng: Random, logs: Sequence[bytes]) -> bytes:
    found = list(re.finditer(rb"\d+", data))
    if not found:
        return data
    number = rng.choice(found)
    value = int(number[0][:20]) + rng.choice((-1, 1, -4, 4, 100, -100))
    return data[: number.start()] + str(value).encode() + data[number.end() :]


def _swap_tokens(data: bytes, rng: Random, logs: Sequence[bytes]) -> bytes:
    found = list(_TOKEN.finditer(data))
    if len(found) < 2:
        return data
    a, b = sorted(rng.sample(range(len(found)), 2))
    first, second = found[a], found[b]
    between = data[first.end() : second.start()]
    return data[: first.start()] + second[0] + between + first[0] + data[second.end() :]


def _double_pair(data: bytes, rng: Random, logs: Sequence[bytes]) -> bytes:
    found = list(_PAIR.finditer(data))
    if not found:
        return data
    pair = rng.choice(found)
    comma = b"," if pair[0][:1] == b'"' else b" "
    return data[: pair.end()] + comma + rng.choice(found)[0] + data[pair.end() :]


def _drop_pair(data: bytes, rng: Random, logs: Sequence[bytes]) -> bytes:
    found = list(_PAIR.finditer(data))
    if not found:
        return data
    pair = rng.choice(found)
    end = pair.end() + (data[pair.end() : pair.end() + 1] == b",")
    return data[: pair.start()] + data[end:]


def _shuffle_lines(data: bytes, rng: Random, logs: Sequence[bytes]) -> bytes:
    separator = b"\n" if data.count(b"\n") > 2 else rng.choice((b"},", b"],", b"/>"))
    lines = data.split(separator)
    a, b = rng.randrange(len(lines)), rng.randrange(len(lines))
    if rng.random() < 0.5:
        lines[a], lines[b] = lines[b], lines[a]
    else:
        lines[a:a] = lines[b : b + rng.choice((1, 1, 5))]
    return separator.join(lines)


def _inside(data: bytes, rng: Random, logs: Sequence[bytes]) -> bytes:
    """Damage what stands in base64."""
    found = list(re.finditer(rb"[A-Za-z0-9+/]{40,}={0,2}", data))
    if not found:
        return data
    text = rng.choice(found)
    try:
        content = base64.b64decode(text[0] + b"=" * (-len(text[0]) % 4))
    except binascii.Error:
        return data
    damage = rng.choice((_flip, _delete, _double, _truncate))
    return data[: text.start()] + base64.b64encode(damage(content, rng, logs)) + data[text.end() :]


_MUTATIONS: Final[tuple[Callable[[bytes, Random, Sequence[bytes]], bytes], ...]] = (
    _flip, _delete, _double, _insert, _truncate, _splice, _put_in, _change_token, _change_token,
    _change_token, _nudge_number, _nudge_number, _swap_tokens, _double_pair, _drop_pair, _shuffle_lines,
    _inside,
)  # fmt: skip


def _gzip(data: bytes, rng: Random) -> bytes:
    packed = gzip.compress(data, 1, mtime=0)
    return rng.choice((packed, _flip(packed, rng, ()), _truncate(packed, rng, ())))


def _zip(data: bytes, rng: Random) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in ("a", "b"):
            archive.writestr(zipfile.ZipInfo(name), data)
    packed = buffer.getvalue()
    return rng.choice((packed, _flip(packed, rng, ()), _truncate(packed, rng, ())))


def _encoded(data: bytes, rng: Random) -> bytes:
    return data.decode("utf-8", "replace").encode(
        rng.choice(("utf-16", "utf-16-le", "utf-32", "cp932", "gb18030", "latin-1", "utf-8-sig")), "replace"
    )


_PACKINGS: Final = (_gzip, _zip, _encoded)
