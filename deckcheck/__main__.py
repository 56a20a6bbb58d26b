"""`python -m deckcheck` is the program."""

from deckcheck.cli import main

if __name__ == "__main__":
    main()
