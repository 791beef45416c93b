"""Writes the option tables of docs/house-rules.md from the variants' models.

python docs/options.py           # rewrite the tables
python docs/options.py --check   # exit code 1 if they are stale
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from rummykit.houserules import fields
from rummykit.plugins import Plugins

PAGE = Path(__file__).with_name("house-rules.md")
BLOCK = re.compile(r"(<!-- options: (\w+) -->\n).*?(<!-- end of options -->)", re.DOTALL)


def table(variant: str, plugins: Plugins) -> str:
    """Return the options of a variant, a table for each section."""
    lines = []
    for name, section in plugins.options_model(variant)():
        where = "`match:`" if name == "match" else f"`rules: {name}:`"
        lines += ["", f"{where} {(type(section).__doc__ or '').strip()}", "", "| option | default | values | meaning |"]
        lines += ["|---|---|---|---|"]
        for option, field in type(section).model_fields.items():
            default = str(getattr(section, option))
            shown = {"None": "null", "True": "true", "False": "false"}.get(default, default)
            lines.append(f"| `{option}` | {shown} | {fields.expected(field)} | {field.description} |")
    return "\n".join(lines) + "\n\n"


def page(plugins: Plugins) -> str:
    """Return the page with fresh tables."""
    old = PAGE.read_text("utf-8")
    return BLOCK.sub(lambda found: found[1] + table(found[2], plugins) + found[3], old)


if __name__ == "__main__":
    fresh = page(Plugins.discover())
    if "--check" in sys.argv:
        sys.exit(fresh != PAGE.read_text("utf-8"))
    PAGE.write_text(fresh, "utf-8")
