from __future__ import annotations

import numpy as np
import pytest

from mjlog.formats.base import Document
from mjlog.formats.tenhou_xml_sheets import sort_tags
from mjlog.formats.tenhou_xml_tags import DISCARD, DRAW, NOT_SIMPLE, TSUMOGIRI, scan, without_comments
from mjlog.formats.tenhou_xml_tiles import HIDDEN


def scanned(*texts):
    markup = scan([Document("x", text.encode()) for text in texts])
    return markup, sort_tags(markup)


@pytest.mark.parametrize("form", ["<{}/>", "<{} />", "<{}  />", "<{}/ >", "<{}\n/>", '<{} t="3"/>', "<{}>"])
@pytest.mark.parametrize(
    ("name", "code", "tile"),
    [
        ("T0", DRAW, 0),
        ("U9", DRAW + 1, 9),
        ("G135", DISCARD + 3, 135),
        ("e42", TSUMOGIRI + 1, 42),
        ("D007", DISCARD, 7),
    ],
)
def test_draws_and_discards_in_every_form(form, name, code, tile):
    markup, _ = scanned(form.format(name))
    assert (markup.simple.tolist(), markup.tile_id.tolist()) == ([code], [tile])
    assert markup.problems == []


def test_a_draw_without_number_is_hidden():
    markup, _ = scanned("<V/><W />")
    assert markup.simple.tolist() == [DRAW + 2, DRAW + 3]
    assert markup.tile_id.tolist() == [HIDDEN, HIDDEN]


@pytest.mark.parametrize(
    "text",
    ["<T136/>", "<T999/>", "<T0001/>", "<D/>", "<H5/>", "<TT5/>", "<T5x/>", "<T 5/>", "<T-5/>", "< T5/>"],
)
def test_what_looks_like_a_draw_or_discard_and_is_none_is_a_problem(text):
    markup, _ = scanned(text)
    assert markup.simple.tolist() == [NOT_SIMPLE]
    assert len(markup.problems) == 1


def test_offsets_count_within_each_document():
    markup, _ = scanned("<T1/>", "", " <T2/><T3/>")
    assert markup.document(np.arange(3)).tolist() == [0, 2, 2]
    assert markup.offset(np.arange(3)).tolist() == [0, 1, 6]
    assert [markup.text(i) for i in range(3)] == [b"<T1/>", b"<T2/>", b"<T3/>"]


def test_a_tag_does_not_run_into_the_next_document():
    markup, _ = scanned("<T1", "2/>")
    assert markup.simple.tolist() == [NOT_SIMPLE]
    assert [p.reason for p in markup.problems] == ["the document ends within a tag <T"]


def test_comments_and_instructions_are_blanked_in_place():
    data = b"<?xml?><T1/><!-- <T2/> > --><T3/><!----><?x <T4/> ?>"
    clean = without_comments(data)
    assert len(clean) == len(data)
    assert clean.split() == [b"<T1/>", b"<T3/>"]
    assert clean.index(b"<T3/>") == data.index(b"<T3/>")


def test_data_without_comments_stay_the_same_object():
    data = b"<T1/>"
    assert without_comments(data) is data


def test_tags_that_differ_in_digits_only_share_a_sheet():
    _, sheets = scanned('<N who="1" m="44643" /><N who="3" m="7" /><N who="12" m="0"/>')
    spaced, tight = sheets["N"]
    assert spaced.column("who").tolist() == [1, 3]
    assert spaced.column("m").tolist() == [44643, 7]
    assert tight.column("who").tolist() == [12]
    assert spaced.tag.tolist() == [0, 1]


def test_an_empty_attribute_is_not_one_of_a_single_number():
    _, sheets = scanned('<AGARI m="" x="1,2"/><AGARI m="5" x="3,4"/><AGARI m="" x="5,6"/>')
    empty, one = sheets["AGARI"]
    assert (empty.has("m"), one.has("m")) == (False, True)
    assert empty.rows("x", 2).tolist() == [[1, 2], [5, 6]]
    assert one.column("m").tolist() == [5]


def test_signs_belong_to_numbers():
    _, sheets = scanned('<AGARI sc="250,-26,-3,+4"/><AGARI sc="-1,2,33,+4"/>')
    (sheet,) = sheets["AGARI"]
    assert sheet.lists("sc").tolist() == [[250, -26, -3, 4], [-1, 2, 33, 4]]


def test_digits_in_names_and_words_part_sheets():
    _, sheets = scanned(
        *(f'<RYUUKYOKU type="yao9" hai{s}="1"/>' for s in (0, 3, 0)), '<RYUUKYOKU type="yao8" hai0="1"/>'
    )
    found = {tuple(sorted({*s.numbers, *s.texts.values()})): s.tag.tolist() for s in sheets["RYUUKYOKU"]}
    assert found == {("hai0", "yao9"): [0, 2], ("hai3", "yao9"): [1], ("hai0", "yao8"): [3]}


@pytest.mark.parametrize("garbled", ["1234567890", "1-2", "-", "1,,2"])
def test_a_garbled_number_is_a_problem_and_no_value(garbled):
    markup, sheets = scanned('<DORA hai="1" x="7"/>', f'<DORA hai="{garbled}" x="8"/>')
    values = [
        v for sheet in sheets["DORA"] if "hai" in sheet.numbers for v in sheet.numbers["hai"].ravel().tolist()
    ]
    assert values == [1]
    assert [p.place for p in markup.problems] in ([1], [])
    lists = [sheet for sheet in sheets["DORA"] if 1 in sheet.tag and "hai" in sheet.numbers]
    assert lists == []


def test_an_attribute_of_another_shape_is_an_error_with_its_name():
    _, sheets = scanned('<DORA hai="1,2" x=""/><DORA who="a"/>')
    both, other = sheets["DORA"]
    with pytest.raises(ValueError, match="hai has 2 numbers, not 1"):
        both.column("hai")
    with pytest.raises(ValueError, match="no x"):
        both.lists("x")
    with pytest.raises(ValueError, match='who="a" is no list of numbers'):
        other.lists("who")
    with pytest.raises(ValueError, match="no hai"):
        other.lists("hai")


def test_an_attribute_twice_is_garbled():
    markup, sheets = scanned('<DORA hai="1" hai="2"/>')
    assert sheets["DORA"] == []
    assert [p.reason for p in markup.problems] == ["DORA: an attribute is garbled"]


def test_attributes_that_are_not_utf_8_are_a_problem():
    markup = scan([Document("x", b'<DORA hai="\xff"/><GO lobby="\xff"/>')])
    assert sort_tags(markup)["DORA"] == []
    assert sorted(p.reason for p in markup.problems) == ["<GO: not UTF-8 text", "DORA: not UTF-8 text"]


def test_many_skeletons_do_not_nest():
    text = "".join(f'<DORA a="x{n}"/>' for n in range(3000))
    _, sheets = scanned(text)
    assert len(sheets["DORA"]) == 3000
