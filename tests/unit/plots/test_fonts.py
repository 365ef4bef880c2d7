"""Text that no font has is escaped and told of, not drawn as boxes."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import replace

import pytest
from matplotlib import font_manager

from mjlog import plots
from mjlog.plots import fonts


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    cached = (fonts.families, fonts.glyphs, fonts._advise)
    listed = list(font_manager.fontManager.ttflist)
    for one in cached:
        one.cache_clear()
    yield
    font_manager.fontManager.ttflist[:] = listed
    for one in cached:
        one.cache_clear()


@pytest.fixture
def _no_font(monkeypatch: pytest.MonkeyPatch) -> None:
    own = [font for font in font_manager.fontManager.ttflist if "DejaVu" in font.name]
    monkeypatch.setattr(font_manager.fontManager, "ttflist", own)
    monkeypatch.setattr(fonts, "PACKAGE", "no_such_package")


@pytest.mark.usefixtures("_no_font")
def test_without_a_font_for_it_text_is_escaped_and_one_warning_names_fonts() -> None:
    with pytest.warns(UserWarning, match=r"matplotlib-fontja.*Noto Sans CJK") as told:
        shown = [plots.drawable("東 A"), plots.drawable("南 B")]
    assert shown == ["\\u6771 A", "\\u5357 B"]
    assert len(told) == 1


@pytest.mark.usefixtures("_no_font")
def test_what_cannot_be_printed_is_escaped_without_a_word() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert plots.drawable("A\x1b\u202e") == "A\\x1b\\u202e"


def test_the_boxes_of_matplotlib_are_no_font(monkeypatch: pytest.MonkeyPatch) -> None:
    """It brings a font that has a box for every character there is."""
    shipped = [font for font in font_manager.fontManager.ttflist if "mpl-data" in font.fname]
    monkeypatch.setattr(font_manager.fontManager, "ttflist", shipped)
    monkeypatch.setattr(fonts, "PACKAGE", "no_such_package")
    assert fonts.families() == ("DejaVu Sans",)
    with pytest.warns(UserWarning, match="matplotlib-fontja"):
        assert plots.drawable("東 A") == "\\u6771 A"


def test_a_font_that_has_a_box_for_everything_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    class Font:
        def __init__(self, name: str) -> None:
            self.name = self.fname = name

    class Opened:
        def __init__(self, name: str) -> None:
            self.characters = range(0x10000) if name == "Boxes" else [ord("東")]

        def get_charmap(self) -> dict[int, int]:
            return dict.fromkeys(self.characters, 1)

    monkeypatch.setattr(font_manager.fontManager, "ttflist", [Font("Boxes"), Font("Letters")])
    monkeypatch.setattr(font_manager, "get_font", Opened)
    monkeypatch.setattr(fonts, "PACKAGE", "no_such_package")
    assert fonts.families()[1:] == ("Letters",)


def test_the_name_of_a_font_may_have_a_hyphen(monkeypatch: pytest.MonkeyPatch) -> None:
    own = next(font for font in font_manager.fontManager.ttflist if font.name == "DejaVu Sans")
    named = replace(own, name="Some-Hei: Light")
    monkeypatch.setattr(font_manager.fontManager, "ttflist", [own, named])
    monkeypatch.setattr(fonts, "families", lambda: ("DejaVu Sans", named.name))
    assert ord("A") in fonts.glyphs()


def test_the_packaged_font_shows_japanese_names() -> None:
    pytest.importorskip("matplotlib_fontja", reason="brings the font; extra: notebooks")
    assert plots.drawable("佐藤 葵、サトウ") == "佐藤 葵、サトウ"


def test_the_package_of_the_font_changes_no_default(monkeypatch: pytest.MonkeyPatch) -> None:
    before = dict(fonts.rcParams)
    fonts.families()
    assert dict(fonts.rcParams) == before


def test_with_a_font_for_it_text_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    class Font:
        def get_charmap(self) -> dict[int, int]:
            return {ord(c): 1 for c in "東A "}

    monkeypatch.setattr(font_manager, "get_font", lambda _: Font())
    assert plots.drawable("東 A") == "東 A"


@pytest.mark.usefixtures("_no_font")
def test_an_installed_font_is_used_after_the_own(monkeypatch: pytest.MonkeyPatch) -> None:
    class Font:
        name = "IPAGothic"

    monkeypatch.setattr(font_manager.fontManager, "ttflist", [*font_manager.fontManager.ttflist, Font()])
    assert fonts.families()[-1] == "IPAGothic"
    assert len(fonts.families()) == 2


@pytest.mark.usefixtures("_no_font")
def test_a_font_of_any_other_name_is_found_by_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    class Font:
        def __init__(self, name: str) -> None:
            self.name = self.fname = name

    class Opened:
        def __init__(self, name: str) -> None:
            self.name = name

        def get_charmap(self) -> dict[int, int]:
            return {ord("東"): 1} if self.name == "Some Hei" else {}

    def opened(name: str) -> Opened:
        if name == "Gone":
            raise FileNotFoundError(name)
        return Opened(name)

    some = [Font("DejaVu Sans"), Font("Gone"), Font("Some Hei"), Font("Other Hei")]
    monkeypatch.setattr(font_manager.fontManager, "ttflist", some)
    monkeypatch.setattr(font_manager, "get_font", opened)
    assert fonts.families() == ("DejaVu Sans", "Some Hei")


def test_long_and_missing_names_are_shown_short() -> None:
    assert len(fonts.shown_name("x" * 99)) == fonts.LONGEST + 1
    assert fonts.shown_name(None) == "(no name)"
