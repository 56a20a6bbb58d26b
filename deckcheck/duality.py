"""Prices for needs that no thing undercuts: the dual of a covering program, by the simplex method.

A bound for the search in `covering.py`: if every need is given a price so that nothing covers
needs worth more than it costs, then the needs at these prices are what any cover costs at least.
The method starts from prices of zero and stays within the conditions, so what it has reached when
it stops is a bound, though not yet the best. Imports nothing of ours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

_ZERO = 1e-9

Cells = Sequence[tuple[int, int]]


def best_prices(
    amounts: Sequence[int], rows: Sequence[Cells], most: Sequence[int | None], costs: Sequence[int]
) -> list[float]:
    """A price for each need, so that their total is as high as the conditions let it be.

    `amounts` is how much is needed, `rows` (thing, how much one covers), `most` the price that a
    need's can't exceed, `costs` those of the things.
    """
    # Each basic variable is value - sum(coefficient * nonbasic variable). A need's price has its
    # number; after them come the slacks of the things, then those of the highest prices.
    size = len(amounts)
    values: dict[int, float] = {}
    basis: dict[int, dict[int, float]] = {}
    for thing, cost in enumerate(costs):
        basis[size + thing] = {}
        values[size + thing] = float(cost)
    for row, cells in enumerate(rows):
        for thing, covered in cells:
            basis[size + thing][row] = float(min(covered, amounts[row]))
    for row, price in enumerate(most):
        if price is not None:
            basis[size + len(costs) + row] = {row: 1.0}
            values[size + len(costs) + row] = float(price)
    gains = {row: float(amount) for row, amount in enumerate(amounts)}
    for _ in range(4 * (size + len(costs))):
        entering = max(gains, key=gains.__getitem__, default=-1)
        if entering < 0 or gains[entering] <= _ZERO:
            break
        leaving = _leaving(entering, values, basis)
        if leaving is None:
            break
        _pivot(entering, leaving, values, basis, gains)
    return [max(0.0, values.get(row, 0.0)) for row in range(size)]


def _leaving(
    entering: int, values: Mapping[int, float], basis: Mapping[int, Mapping[int, float]]
) -> int | None:
    """The basic variable that reaches zero first as the entering one grows."""
    found = None
    least = float("inf")
    for variable, cells in basis.items():
        rate = cells.get(entering, 0.0)
        if rate > _ZERO and values[variable] / rate < least:
            least, found = values[variable] / rate, variable
    return found


def _pivot(
    entering: int,
    leaving: int,
    values: dict[int, float],
    basis: dict[int, dict[int, float]],
    gains: dict[int, float],
) -> None:
    """Let one variable into the basis in place of another."""
    cells = basis.pop(leaving)
    rate = cells.pop(entering)
    row = {variable: cell / rate for variable, cell in cells.items()}
    row[leaving] = 1 / rate
    value = values.pop(leaving) / rate
    for variable, other in basis.items():
        factor = other.pop(entering, 0.0)
        if factor:
            values[variable] -= factor * value
            _subtract(other, factor, row)
    gain = gains.pop(entering)
    _subtract(gains, gain, row)
    basis[entering] = row
    values[entering] = value


def _subtract(cells: dict[int, float], factor: float, row: Mapping[int, float]) -> None:
    """cells -= factor * row, leaving out what becomes zero."""
    for variable, cell in row.items():
        new = cells.get(variable, 0.0) - factor * cell
        if -_ZERO < new < _ZERO:
            cells.pop(variable, None)
        else:
            cells[variable] = new
