"""The program: `deckcheck`, or `python -m deckcheck`."""

from __future__ import annotations

import gc


def main() -> None:
    """Run the command line and leave with its exit code."""
    # A command makes no garbage in cycles to speak of, and looking for it while the modules
    # are imported costs a fifteenth of the time of `check`.
    gc.set_threshold(100_000, 50, 50)
    from deckcheck.cli import main as run

    run()


if __name__ == "__main__":
    main()
