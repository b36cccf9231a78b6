"""The playground's style sheets stay short, and all of them are loaded."""

import re
from typing import Final

from playground.page.page import STATIC

MOST: Final = 700
"""Most declarations of all style sheets together."""


def test_the_style_sheets_are_all_loaded_and_have_few_declarations() -> None:
    sheets = {path.name: path.read_text(encoding="utf-8") for path in (STATIC / "css").glob("*.css")}
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    assert sorted(re.findall(r'href="/static/css/([\w.]+)"', page)) == sorted(sheets)
    assert sum(text.count(";\n") for text in sheets.values()) <= MOST
