from __future__ import annotations

import numpy as np
import pytest

from mjlog.formats.base import Document
from mjlog.formats.tenhou_xml.sheets import sort_tags
from mjlog.formats.tenhou_xml.tags import DISCARD, DRAW, NOT_SIMPLE, TSUMOGIRI, scan, without_comments
from mjlog.formats.tenhou_xml.tiles import HIDDEN


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


def sheet_of(text, name):
    markup, sheets = scanned(text)
    (sheet,) = sheets[name]
    return markup, sheet


def test_tags_that_differ_in_digits_only_share_a_sheet():
    markup, sheets = scanned('<N who="1" m="44643" /><N who="3" m="7" /><N who="12" m="0"/>')
    spaced, tight = sheets["N"]
    assert spaced.column(markup, "who", 3).tolist() == [1, 3]
    assert spaced.column(markup, "m", 1 << 17).tolist() == [44643, 7]
    assert tight.column(markup, "who", 99).tolist() == [12]
    assert spaced.tag.tolist() == [0, 1]
    assert markup.problems == []


def test_lists_of_different_lengths_share_a_sheet():
    markup, sheet = sheet_of('<AGARI m="" x="1,2"/><AGARI m="5" x="3"/><AGARI m="6,7" x=""/>', "AGARI")
    assert sheet.count("m").tolist() == [0, 1, 2]
    assert sheet.count("y").tolist() == [0, 0, 0]
    assert sheet.padded(markup, "m", 3, 9, fill=-1).tolist() == [[-1, -1, -1], [5, -1, -1], [6, 7, -1]]
    assert sheet.padded(markup, "x", 2, 9).tolist() == [[1, 2], [3, 0], [0, 0]]
    assert markup.problems == []


def test_numbers_out_of_range_and_lists_of_another_length_are_problems():
    markup, sheet = sheet_of(
        '<DORA x="1,2"/><DORA x="-1,2"/><DORA x="1,9"/><DORA x="1,2,3"/><DORA x="1"/><DORA x=""/>', "DORA"
    )
    assert sheet.rows(markup, "x", 2, 8).tolist() == [[1, 2], [0, 2], [1, 8], [1, 2], [1, 0], [0, 0]]
    assert sorted((p.place, p.reason) for p in markup.problems) == [
        (1, "DORA: x holds a number beyond 0 to 8"),
        (2, "DORA: x holds a number beyond 0 to 8"),
        (3, "DORA: x has more than 2 numbers"),
        (4, "DORA: x has fewer than 2 numbers"),
        (5, "DORA: no x"),
    ]


def test_signs_belong_to_numbers():
    _, sheet = sheet_of('<AGARI sc="250,-26,-3,+4"/><AGARI sc="-1,2,9999999,+4"/>', "AGARI")
    assert sheet.signed("sc", 5, 1000).tolist() == [[250, -26, -3, 4, 0], [-1, 2, 1000, 4, 0]]
    assert sheet.signed("other", 2, 1000).tolist() == [[0, 0], [0, 0]]


def test_blanks_between_numbers_do_not_matter():
    markup, sheet = sheet_of('<DORA x=" 1 , 22 "/><DORA x=" 333 , 4 "/>', "DORA")
    assert sheet.rows(markup, "x", 2, 999).tolist() == [[1, 22], [333, 4]]


@pytest.mark.parametrize("digits", range(1, 10))
def test_numbers_of_every_length(digits):
    number = int("123456789"[:digits])
    markup, sheet = sheet_of(f'<DORA x="{number},-{number}"/>', "DORA")
    assert sheet.signed("x", 2, 1 << 30).tolist() == [[number, -number]]
    assert markup.problems == []


def test_digits_in_names_and_words_part_sheets():
    _, sheets = scanned(
        *(f'<RYUUKYOKU type="yao9" hai{s}="1"/>' for s in (0, 3, 0)),
        '<RYUUKYOKU type="yao8" hai0="1"/><RYUUKYOKU type="yao" hai0="1"/><RYUUKYOKU type="yao" hai="1"/>',
    )
    found = {(*s.texts.values(), *s.first): s.tag.tolist() for s in sheets["RYUUKYOKU"]}
    assert found == {
        ("yao9", "hai0"): [0, 2],
        ("yao9", "hai3"): [1],
        ("yao8", "hai0"): [3],
        ("yao", "hai0"): [4],
        ("yao", "hai"): [5],
    }


@pytest.mark.parametrize("garbled", ["1234567890", "1-2", "-", "1,-", "1--2", "1,,2", ",1", "1,", ","])
def test_a_garbled_number_is_a_problem_wherever_it_stands(garbled):
    for texts in (["7", garbled], [garbled, "7"], [garbled]):
        markup, sheets = scanned("".join(f'<DORA hai="{text}" x="8"/>' for text in texts))
        bad = texts.index(garbled)
        for sheet in sheets["DORA"]:
            if "hai" in sheet.first:
                sheet.padded(markup, "hai", 3, 9)
            else:
                with pytest.raises(ValueError, match="is no list of numbers"):
                    sheet.padded(markup, "hai", 3, 9)
                assert sheet.tag.tolist() == [bad]
                bad = None
        assert {p.place for p in markup.problems} == ({bad} - {None})


def test_an_absent_or_wordy_attribute_is_an_error_with_its_name():
    markup, sheet = sheet_of('<DORA who="a"/>', "DORA")
    with pytest.raises(ValueError, match='who="a" is no list of numbers'):
        sheet.column(markup, "who", 3)
    with pytest.raises(ValueError, match='who="a" is no list of numbers'):
        sheet.signed("who", 3, 3)
    with pytest.raises(ValueError, match="no hai"):
        sheet.column(markup, "hai", 3)


@pytest.mark.parametrize("text", ['<DORA hai="1" hai="2"/>', """<DORA hai="1'"/>"""])
def test_an_attribute_twice_or_with_a_quotation_mark_is_a_problem(text):
    markup, sheets = scanned(text)
    assert sheets["DORA"] == []
    assert [p.reason for p in markup.problems] == ["DORA: an attribute twice, or a quotation mark in one"]


def test_attributes_that_are_not_utf_8_are_a_problem():
    markup = scan([Document("x", b'<DORA hai="\xff"/><GO lobby="\xff"/>')])
    assert sort_tags(markup)["DORA"] == []
    assert sorted(p.reason for p in markup.problems) == ["<GO: not UTF-8 text", "DORA: not UTF-8 text"]


def test_many_skeletons_do_not_nest():
    text = "".join(f'<DORA a="x{n}"/>' for n in range(3000))
    _, sheets = scanned(text)
    assert len(sheets["DORA"]) == 3000


def test_a_tag_that_ends_in_a_digit_does_not_shift_the_others():
    markup, sheets = scanned("<DORA1", '<DORA hai="5"/>')
    (sheet,) = sheets["DORA"]
    assert sheet.column(markup, "hai", 9).tolist() == [5]
