"""Chances in words: percents that never round a possible thing to nothing, means, differences.

May import nothing of ours but the standard library's fractions: exact values come in.
"""

from __future__ import annotations

from fractions import Fraction


def percent(chance: Fraction) -> str:
    """Two decimals; `<0.01 %` and `>99.99 %` where it isn't exactly 0 or 100.

    >>> percent(Fraction(1, 60))
    '1.67 %'
    """
    if chance == 0:
        return "0 %"
    if chance == 1:
        return "100 %"
    if chance < Fraction(1, 10_000):
        return "<0.01 %"
    if chance > Fraction(9_999, 10_000):
        return ">99.99 %"
    return f"{decimal(chance * 100)} %"


def decimal(value: Fraction, places: int = 2) -> str:
    """A number with so many decimals, rounded half away from zero from the exact value."""
    scale = 10**places
    scaled = abs(value) * scale
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    sign = "-" if value < 0 and whole else ""
    return f"{sign}{whole // scale}.{whole % scale:0{places}}" if places else f"{sign}{whole}"


def signed(value: Fraction, places: int = 2) -> str:
    """A difference: `+0.03`, `-0.10`; 0 where nothing changes, `+<0.01` for a little."""
    if value == 0:
        return "0"
    text = decimal(abs(value), places)
    small = not any(digit in "123456789" for digit in text)
    sign = "+" if value > 0 else "-"
    return f"{sign}<{'0.' + '0' * (places - 1) + '1'}" if small else f"{sign}{text}"


def points(value: Fraction) -> str:
    """A difference of chances in percentage points."""
    return f"{signed(value * 100)} pp" if value else "0"


def exact(value: Fraction) -> dict[str, object]:
    """A value for programs: as a fraction and as the nearest decimal number."""
    return {"fraction": f"{value.numerator}/{value.denominator}", "value": float(value)}


def table(rows: list[list[str]], indent: str = "  ") -> list[str]:
    """Rows as columns: the first to the left, the others to the right."""
    widths = [max(len(row[n]) for row in rows if n < len(row)) for n in range(max(map(len, rows)))]
    lines = []
    for row in rows:
        cells = [
            cell.ljust(widths[n]) if n == 0 else cell.rjust(widths[n]) for n, cell in enumerate(row)
        ]
        lines.append((indent + "  ".join(cells)).rstrip())
    return lines
