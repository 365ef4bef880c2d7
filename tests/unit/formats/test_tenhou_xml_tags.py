from __future__ import annotations

import numpy as np
import pytest

from mjlog.formats.base import Document
from mjlog.formats.tenhou_xml.sheets import sort_tags
from mjlog.formats.tenhou_xml.tags import (
    DISCARD,
    DRAW,
    END,
    NOT_SIMPLE,
    TSUMOGIRI,
    scan,
    without_comments,
)
from mjlog.formats.tenhou_xml.tiles import HIDDEN, NO_ID


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
    assert (markup.simple.tolist(), markup.tile_id[0]) == ([code, END], tile)
    assert markup.problems == []


def test_a_draw_without_number_is_hidden():
    markup, _ = scanned("<V/><W />")
    assert markup.simple.tolist() == [DRAW + 2, DRAW + 3, END]
    assert markup.tile_id[:2].tolist() == [HIDDEN, HIDDEN]


@pytest.mark.parametrize(
    "text",
    ["<T136/>", "<T999/>", "<T0001/>", "<D/>", "<H5/>", "<TT5/>", "<T5x/>", "<T 5/>", "<T-5/>", "< T5/>"],
)
def test_what_looks_like_a_draw_or_discard_and_is_none_is_a_problem(text):
    markup, _ = scanned(text)
    assert markup.simple.tolist() == [NOT_SIMPLE, END]
    assert len(markup.problems) == 1


def test_offsets_count_within_each_document():
    markup, _ = scanned("<T1/>", "", " <T2/><T3/>")
    tags = np.flatnonzero(markup.simple != END)
    assert markup.document(tags).tolist() == [0, 2, 2]
    assert markup.offset(tags).tolist() == [0, 1, 6]
    assert [markup.text(i) for i in tags.tolist()] == [b"<T1/>", b"<T2/>", b"<T3/>"]


def test_a_tag_does_not_run_into_the_next_document():
    for second in ("2/>", "T12/>"):
        markup, _ = scanned("<T1", second)
        assert markup.simple.tolist() == [NOT_SIMPLE, END, END]
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
    return markup, sheets[name]


def test_tags_of_one_name_share_a_sheet_however_they_are_spelled():
    markup, sheet = sheet_of(
        '<N who="1" m="44643" /><N m="7" who="3"/>\n<N\n who = "12"  m="0"\t/> <N who=\'2\'  m="1">', "N"
    )
    assert sheet.column(markup, "who", 99).tolist() == [1, 3, 12, 2]
    assert sheet.column(markup, "m", 1 << 17).tolist() == [44643, 7, 0, 1]
    assert sheet.tag.tolist() == [0, 1, 2, 3]
    assert markup.problems == []


def test_tags_spelled_oddly_keep_their_place():
    odd = "<N who='1' m=\"4'\"/>"
    markup, sheet = sheet_of(
        f'<N who="2" m="5"/>{odd}<N who="3" m="6"/> he said "x, y" <N who="0" m="7"/>', "N"
    )
    assert sheet.tag.tolist() == [0, 1, 2, 3]
    assert sheet.column(markup, "who", 3).tolist() == [2, 1, 3, 0]
    assert sorted(sheet.texts("m")) == [(0, "5"), (1, "4'"), (2, "6"), (3, "7")]


def test_tags_that_come_again_have_their_own_places():
    markup, sheets = scanned(
        '<N who="2" m="5"/><T5/><N who="1" m="7"/><T5/>', '<N who="2" m="5"/><T5/><BYE who="2"/>'
    )
    assert sheets["N"].tag.tolist() == [0, 2, 5]
    assert sheets["N"].column(markup, "who", 3).tolist() == [2, 1, 2]
    assert list(sheets["N"].texts("m")) == [(0, "5"), (1, "7"), (2, "5")]
    assert sheets["BYE"].tag.tolist() == [7]
    assert markup.tile_id.tolist() == [NO_ID, 5, NO_ID, 5, NO_ID, NO_ID, 5, NO_ID, NO_ID]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('<DORA hai="1" hai="2"/>', "DORA: an attribute twice, or a quotation mark in one"),
        ("<T136/>", "no tile has the number 136"),
        ('<DORA hai="x"/>', 'DORA: hai="x" is no list of numbers'),
    ],
)
def test_a_problem_that_comes_again_is_told_at_each_place(text, reason):
    markup, sheets = scanned(f'{text}<DORA hai="1"/>{text}')
    assert 1 in sheets["DORA"].column(markup, "hai", 9)
    assert [(p.place, p.reason) for p in markup.problems] == [(0, reason), (2, reason)]


def test_a_lost_attribute_of_some_tags_leaves_the_others_theirs():
    _, sheet = sheet_of('<UN n0="a"/><UN n1="b" n0="c"/><UN n1="d"/><UN n0="a"/>', "UN")
    assert [list(sheet.texts(name)) for name in ("n0", "n1")] == [
        [(0, "a"), (1, "c"), (3, "a")],
        [(1, "b"), (2, "d")],
    ]


def test_names_of_any_length_are_told_apart():
    names = [*(f"{'x' * n}{end}" for n in (1, 5, 6, 7, 13, 14, 15, 40) for end in "ab")]
    markup, sheet = sheet_of(
        "<DORA " + " ".join(f'{name}="{n}"' for n, name in enumerate(names)) + "/>", "DORA"
    )
    assert [sheet.column(markup, name, 99).tolist() for name in names] == [[n] for n in range(len(names))]


def test_many_names_share_slots_and_are_told_apart():
    text = "".join(f'<DORA a{n}="{n}"/>' for n in range(3000))
    _, sheet = sheet_of(text, "DORA")
    assert len(sheet.columns) == 3000
    assert all(list(sheet.texts(f"a{n}")) == [(n, str(n))] for n in range(3000))


def test_lists_of_different_lengths_share_a_sheet():
    markup, sheet = sheet_of('<AGARI m="" x="1,2"/><AGARI m="5" x="3"/><AGARI m="6,7" x=""/>', "AGARI")
    assert sheet.count("m").tolist() == [0, 1, 2]
    assert sheet.count("y").tolist() == [0, 0, 0]
    assert sheet.padded(markup, "m", 3, 9, fill=-1).tolist() == [[-1, -1, -1], [5, -1, -1], [6, 7, -1]]
    assert sheet.padded(markup, "x", 2, 9).tolist() == [[1, 2], [3, 0], [0, 0]]
    assert markup.problems == []


def test_numbers_out_of_range_and_lists_of_another_length_are_problems():
    markup, sheet = sheet_of(
        '<DORA x="1,2"/><DORA x="-1,2"/><DORA x="1,9"/><DORA x="1,2,3"/><DORA x="1"/><DORA x=""/><DORA/>',
        "DORA",
    )
    assert sheet.rows(markup, "x", 2, 8).tolist() == [[1, 2], [0, 2], [1, 8], [1, 2], [1, 0], [0, 0], [0, 0]]
    assert sorted((p.place, p.reason) for p in markup.problems) == [
        (1, "DORA: x holds a number beyond 0 to 8"),
        (2, "DORA: x holds a number beyond 0 to 8"),
        (3, "DORA: x has more than 2 numbers"),
        (4, "DORA: x has fewer than 2 numbers"),
        (5, "DORA: no x"),
        (6, "DORA: no x"),
    ]


def test_signs_belong_to_numbers():
    markup, sheet = sheet_of('<AGARI sc="250,-26,-3,+4"/><AGARI sc="-1,2,9999999,+4"/>', "AGARI")
    assert sheet.signed(markup, "sc", 5, 1000).tolist() == [[250, -26, -3, 4, 0], [-1, 2, 1000, 4, 0]]
    assert sheet.signed(markup, "other", 2, 1000).tolist() == [[0, 0], [0, 0]]
    assert markup.problems == []


def test_blanks_between_numbers_do_not_matter():
    markup, sheet = sheet_of('<DORA x=" 1 , 22 "/><DORA x=" 333 , 4 "/>', "DORA")
    assert sheet.rows(markup, "x", 2, 999).tolist() == [[1, 22], [333, 4]]


@pytest.mark.parametrize("digits", range(1, 10))
def test_numbers_of_every_length(digits):
    number = int("123456789"[:digits])
    markup, sheet = sheet_of(f'<DORA x="{number},-{number},{"9" * digits}"/>', "DORA")
    assert sheet.signed(markup, "x", 3, 1 << 30).tolist() == [[number, -number, int("9" * digits)]]
    assert markup.problems == []


@pytest.mark.parametrize("character", [*"/:;>x ", "\0", "\x7f", "\x80"])
@pytest.mark.parametrize("text", ["{}1", "1{}1", "1{}345", "12345{}7"])
def test_what_is_no_digit_makes_no_number(character, text):
    markup, sheet = sheet_of(f'<DORA x="{text.format(character)}"/><DORA x="5"/>', "DORA")
    read = sheet.column(markup, "x", 1 << 30).tolist()
    assert (read[0] == 1 and character + text[0] == " {") == (markup.problems == [])
    assert read[1] == 5


@pytest.mark.parametrize(
    "garbled", ["1234567890", "1-2", "-", "1,-", "1--2", "1,,2", ",1", "1,", ",", "a", " "]
)
def test_a_garbled_number_is_a_problem_wherever_it_stands(garbled):
    for texts in (["7", garbled], [garbled, "7"], [garbled]):
        markup, sheet = sheet_of("".join(f'<DORA hai="{text}" x="8"/>' for text in texts), "DORA")
        sheet.padded(markup, "hai", 3, 9)
        reason = f'DORA: hai="{garbled}" is no list of numbers'
        assert [(p.place, p.reason) for p in markup.problems] == [(texts.index(garbled), reason)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("""<UN n0="x' n1='y"/>""", {"n0": "x' n1='y"}),
        ("""<UN n0="x' n1='y" n2="z"/>""", {"n0": "x' n1='y", "n2": "z"}),
        ("""<UN n0='x' n1="y"/>""", {"n0": "x", "n1": "y"}),
        ("""<UN n0="'x'" n1='y'/>""", {"n0": "'x'", "n1": "y"}),
    ],
)
def test_the_other_quotation_mark_ends_no_value(text, names):
    markup, sheets = scanned(f'{text}<UN n0="w"/>')
    sheet = sheets["UN"]
    assert {name: list(sheet.texts(name)) for name in sheet.columns} == {
        name: [(0, value), *([(1, "w")] if name == "n0" else [])] for name, value in names.items()
    }
    assert markup.problems == []


@pytest.mark.parametrize(
    "text", ['<DORA hai="1" hai="2"/>', """<DORA hai='1"'/>""", """<DORA hai='1" x="2'/>"""]
)
def test_an_attribute_twice_or_with_a_quotation_mark_is_a_problem(text):
    markup, sheets = scanned(f'<DORA hai="1"/>{text}<DORA hai="3"/>')
    assert sheets["DORA"].column(markup, "hai", 9).tolist() == [1, 3]
    assert [p.reason for p in markup.problems] == ["DORA: an attribute twice, or a quotation mark in one"]


def test_attributes_that_are_not_utf_8_are_a_problem():
    markup = scan([Document("x", b'<DORA hai="\xff"/><GO lobby="\xff"/><DORA hai="5"/>')])
    assert sort_tags(markup)["DORA"].column(markup, "hai", 9).tolist() == [5]
    assert [(p.reason, p.breaks_round) for p in markup.problems] == [
        ("DORA: not UTF-8 text", True),
        ("GO: not UTF-8 text", False),
    ]


def test_text_that_is_utf_8_is_read():
    _, sheets = scanned('<UN n0="麻雀"/><UN n0="A"/>')
    assert list(sheets["UN"].texts("n0")) == [(0, "麻雀"), (1, "A")]


def test_tags_without_attributes_have_sheets():
    _, sheets = scanned("<BYE/></mjloggm><BYE />")
    assert sheets["BYE"].tag.tolist() == [0, 2]
    assert sheets["/mjloggm"].tag.tolist() == [1]


def test_a_tag_that_ends_in_a_digit_does_not_shift_the_others():
    markup, sheets = scanned("<DORA1", '<DORA hai="5"/>')
    assert sheets["DORA"].column(markup, "hai", 9).tolist() == [5]
