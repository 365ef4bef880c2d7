"""Text that no font has is escaped, not drawn as boxes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from matplotlib import font_manager

from mjlog import plots
from mjlog.plots import fonts


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    for cached in (fonts.families, fonts.glyphs):
        cached.cache_clear()
    yield
    for cached in (fonts.families, fonts.glyphs):
        cached.cache_clear()


def test_without_a_font_for_it_text_is_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "CJK_FONTS", ())
    assert plots.drawable("東 A") == "\\u6771 A"


def test_with_a_font_for_it_text_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    class Font:
        def get_charmap(self) -> dict[int, int]:
            return {ord(c): 1 for c in "東A "}

    monkeypatch.setattr(font_manager, "get_font", lambda _: Font())
    assert plots.drawable("東 A") == "東 A"


def test_an_installed_font_is_used_after_the_own(monkeypatch: pytest.MonkeyPatch) -> None:
    class Font:
        name = "IPAGothic"

    monkeypatch.setattr(font_manager.fontManager, "ttflist", [*font_manager.fontManager.ttflist, Font()])
    assert fonts.families()[-1] == "IPAGothic"
    assert len(fonts.families()) == 2


def test_long_and_missing_names_are_shown_short() -> None:
    assert len(fonts.shown_name("x" * 99)) == fonts.LONGEST + 1
    assert fonts.shown_name(None) == "(no name)"
