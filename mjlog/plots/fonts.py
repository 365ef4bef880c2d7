"""Text from logs that never shows as empty boxes, and is never read as a formula."""

from __future__ import annotations

import warnings
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from matplotlib import font_manager, rcParams
from matplotlib.font_manager import FontProperties
from matplotlib.text import Text

CJK_FONTS: Final = (
    "Noto Sans CJK JP",
    "Noto Sans JP",
    "Source Han Sans JP",
    "Source Han Sans",
    "IPAexGothic",
    "IPAGothic",
    "IPAPGothic",
    "TakaoGothic",
    "VL Gothic",
    "BIZ UDGothic",
    "Hiragino Sans",
    "Hiragino Kaku Gothic ProN",
    "Yu Gothic",
    "Meiryo",
    "MS Gothic",
    "Noto Serif CJK JP",
    "IPAexMincho",
    "Yu Mincho",
    "MS Mincho",
    "Noto Sans CJK SC",
    "Noto Sans SC",
    "PingFang SC",
    "Microsoft YaHei",
    "SimHei",
    "WenQuanYi Zen Hei",
    "WenQuanYi Micro Hei",
    "Droid Sans Fallback",
    "Noto Sans CJK KR",
    "Noto Sans KR",
    "Apple SD Gothic Neo",
    "Malgun Gothic",
    "NanumGothic",
    "Arial Unicode MS",
)
"""Fonts with Chinese, Japanese or Korean letters, the preferred first."""
PACKAGE: Final = "matplotlib_fontja"
"""A Python package that brings such a font, IPAexGothic."""
LONGEST: Final = 40
"""Characters of a name that a chart shows."""
_PROBE: Final = ord("東")
"""What a font must have that is used because none of `CJK_FONTS` is installed."""
_NO_CHARACTER: Final = 0xFDD0
"""What no font has, but those that draw a box for everything, as the last resort of matplotlib does."""
_ADVICE: Final = (
    "some characters are in no installed font, and charts show them as escapes (\\u6771); fonts that have "
    "them: `pip install matplotlib-fontja` (Japanese), or Noto Sans CJK (Debian and Ubuntu: fonts-noto-cjk), "
    "Source Han Sans, IPAexGothic; then start Python anew"
)


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

    Of the first that no font has a `UserWarning` tells, once, with the fonts that would help.

    >>> drawable("a\x1b b")
    'a\\x1b b'
    """
    has = glyphs()
    if any(c.isprintable() and ord(c) not in has for c in text):
        _advise()
    return "".join(c if c.isprintable() and ord(c) in has else _escaped(c) for c in text)


@cache
def _advise() -> None:
    """Say once which fonts to install."""
    warnings.warn(_ADVICE, UserWarning, stacklevel=3)


def _escaped(character: str) -> str:
    return character.encode("unicode_escape").decode()


@cache
def families() -> tuple[str, ...]:
    """The fonts that text is drawn with: matplotlib's own, then those for Chinese, Japanese, Korean.

    Where none of `CJK_FONTS` is installed, nor `PACKAGE`, any font will do that has Chinese characters.
    """
    _add_packaged()
    installed = {font.name for font in font_manager.fontManager.ttflist}
    own = [name for name in rcParams["font.sans-serif"] if name in installed][:1] or ["DejaVu Sans"]
    known = [name for name in CJK_FONTS if name in installed]
    return (*own, *(known or _others()))


def _add_packaged() -> None:
    """Make the fonts of `PACKAGE` known to matplotlib; the package itself, which sets defaults, stays out."""
    package = find_spec(PACKAGE)
    for folder in (package.submodule_search_locations or ()) if package else ():
        for path in sorted(Path(folder).glob("fonts/*.ttf")):
            font_manager.fontManager.addfont(path)


def _others() -> list[str]:
    """One installed font with Chinese characters, whatever its name; none where there is none."""
    for font in font_manager.fontManager.ttflist:
        try:
            characters = font_manager.get_font(font.fname).get_charmap()
        except (OSError, RuntimeError):  # moved away since matplotlib listed it, or none that it can read
            continue
        if _PROBE in characters and _NO_CHARACTER not in characters:
            return [font.name]
    return []


@cache
def glyphs() -> frozenset[int]:
    """The characters that these fonts have."""
    # not by the bare name, which is a pattern of fontconfig: a "-" means something there
    paths = [font_manager.findfont(FontProperties(family=[name])) for name in families()]
    return frozenset(c for path in paths for c in font_manager.get_font(path).get_charmap())
