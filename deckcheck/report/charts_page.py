"""Charts as a page of their own: one HTML file, no network, readable without colour."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from deckcheck.report.charts import Chart

_STYLE = """
body { font-family: sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-bottom: .3rem; }
table { border-collapse: collapse; } th { text-align: left; font-weight: normal; }
th, td { padding: .1rem .6rem .1rem 0; white-space: nowrap; } td.n { text-align: right; }
rect { fill: #456; stroke: #000; } pre { background: #eee; padding: .6rem; overflow-x: auto; }
@media (prefers-color-scheme: dark) {
  body { background: #111; color: #eee; } rect { fill: #9bc; stroke: #eee; }
  pre { background: #222; }
}
"""
_WIDTH = 320
_HEIGHT = 14


def chart_page(name: str, charts: Sequence[Chart], lines: Sequence[str]) -> str:
    """The page: the charts, each bar beside its number, then what the terminal shows."""
    body = "\n".join(_chart(chart) for chart in charts if chart.bars)
    told = escape("\n".join(lines))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(name)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f"<h1>{escape(name)}</h1>\n{body}\n<h2>In figures</h2>\n<pre>{told}</pre>\n"
        "</body>\n</html>\n"
    )


def _chart(chart: Chart) -> str:
    most = max(bar.value for bar in chart.bars)
    rows = []
    for bar in chart.bars:
        wide = round(bar.value / most * _WIDTH, 1) if most > 0 else 0
        drawn = (
            f'<svg width="{_WIDTH + 2}" height="{_HEIGHT}" role="img" '
            f'aria-label="{escape(bar.label)}: {escape(bar.shown)}">'
            f'<rect x="1" y="1" width="{wide}" height="{_HEIGHT - 2}"/></svg>'
        )
        rows.append(
            f'<tr><th scope="row">{escape(bar.label)}</th><td>{drawn}</td>'
            f'<td class="n">{escape(bar.shown)}</td></tr>'
        )
    return f"<h2>{escape(chart.title)}</h2>\n<table>\n" + "\n".join(rows) + "\n</table>"
