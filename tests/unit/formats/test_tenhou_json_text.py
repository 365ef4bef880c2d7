from __future__ import annotations

from urllib.parse import quote

import pytest

from mjlog.formats.tenhou_json.text import pieces

OBJECT = '{"name":["a}","{\\"b"],"rule":{"aka":1},"log":[]}'


def found(text: str) -> list[tuple[int, str]]:
    return [(p.offset, p.data.decode()) for p in pieces(text.encode()) if not p.problem]


def problems(text: str) -> list[tuple[int, str]]:
    return [(p.offset, p.problem) for p in pieces(text.encode()) if p.problem]


@pytest.mark.parametrize(
    "text",
    [
        OBJECT,
        f"\n {OBJECT}\r\n",
        f"[{OBJECT}]",
        f"https://tenhou.net/6/#json={quote(OBJECT)}",
        f"http://tenhou.net/5/#json={quote(OBJECT)}&ts=3",
        f"https://tenhou.net/5/?tw=1#json={OBJECT}&ts=0",
    ],
)
def test_one_object_is_found_however_it_stands(text):
    assert [data for _, data in found(text)] == [OBJECT]
    assert problems(text) == []


@pytest.mark.parametrize("between", ["", "\n", ", ", "\n\n", "\n  ,\n"])
def test_several_objects_are_found_with_their_offsets(between):
    text = OBJECT + between + OBJECT
    assert found(text) == [(0, OBJECT), (len(OBJECT + between), OBJECT)]


def test_a_byte_order_mark_is_no_content():
    assert found("\ufeff" + OBJECT) == [(3, OBJECT)]


def test_links_one_a_line_are_found():
    link = f"https://tenhou.net/6/#json={quote(OBJECT)}"
    assert found(f"{link}\n{link}\n") == [(0, OBJECT), (len(link) + 1, OBJECT)]


def test_a_line_of_other_text_is_a_problem_and_the_next_line_is_read():
    assert problems(f"East 1\n{OBJECT}") == [(0, "neither a JSON object nor a tenhou.net link")]
    assert found(f"East 1\n{OBJECT}") == [(7, OBJECT)]


def test_an_object_without_end_does_not_take_the_next_lines():
    text = f'{{"log":[[[0,0,0]\n{OBJECT}\n{OBJECT}'
    assert problems(text) == [(0, "the object does not end")]
    assert [data for _, data in found(text)] == [OBJECT, OBJECT]


def test_a_nested_object_at_the_beginning_of_a_line_does_not_cut_a_whole_one():
    text = '{\n"connection":[\n{\n"what":0\n}\n]\n}'
    assert found(text) == [(0, text)]


def test_a_link_that_does_not_hold_an_object_is_a_problem():
    assert problems("https://tenhou.net/6/#json=%7B%22log%22") == [
        (0, "the link does not hold one JSON object")
    ]


def test_many_objects_without_end_take_linear_time():
    assert len(problems("{\n" * 50_000)) == 50_000
