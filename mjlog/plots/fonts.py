"""Text from logs that never shows as empty boxes, and is never read as a formula."""

from __future__ import annotations

from functools import cache
from typing import Final

from matplotlib import font_manager, rcParams
from matplotlib.text import Text

CJK_FONTS: Final = (
    "Noto Sans CJK JP",
    "Noto Sans JP",
    "Source Han Sans JP",
    "IPAexGothic",
    "IPAGothic",
    "TakaoGothic",
    "VL Gothic",
    "Hiragino Sans",
    "Yu Gothic",
    "Meiryo",
    "MS Gothic",
    "Noto Sans CJK SC",
    "PingFang SC",
    "Microsoft YaHei",
    "WenQuanYi Zen Hei",
    "Apple SD Gothic Neo",
    "Malgun Gothic",
)
"""Fonts with Chinese, Japanese or Korean letters, the preferred first."""
LONGEST: Final = 40
"""Characters of a name that a chart shows."""


def safe(text: Text) -> Text:
    """Make a text that may come from a log drawable, and no formula."""
    text.set_parse_math(False)
    text.set_fontfamily(list(families()))
    return text


def shown_name(name: str | None) -> str:
    """A player's name as it can be drawn."""
    if name is None:
        return "(no name)"
    return drawable(name if len(name) <= LONGEST else f"{name[:LONGEST]}…")


def drawable(text: str) -> str:
    r"""Show characters that no installed font has, or that are not printable, as escapes.

    >>> drawable("a\x1b b")
    'a\\x1b b'
    """
    has = glyphs()
    return "".join(c if c.isprintable() and ord(c) in has else _escaped(c) for c in text)


def _escaped(character: str) -> str:
    return character.encode("unicode_escape").decode()


@cache
def families() -> tuple[str, ...]:
    """The fonts that text is drawn with: matplotlib's own, then those for Chinese, Japanese, Korean."""
    installed = {font.name for font in font_manager.fontManager.ttflist}
    own = [name for name in rcParams["font.sans-serif"] if name in installed][:1] or ["DejaVu Sans"]
    return (*own, *(name for name in CJK_FONTS if name in installed))


@cache
def glyphs() -> frozenset[int]:
    """The characters that these fonts have."""
    paths = [font_manager.findfont(name) for name in families()]
    return frozenset(c for path in paths for c in font_manager.get_font(path).get_charmap())
