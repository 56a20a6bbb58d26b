"""The table that games are played on: zones, cards, costs, windows, a log, seeded chance.

Nothing in this package knows a game. A game brings `Rules` (see `play.py`): which actions there
are and what they do, made of the parts here. A State is an immutable value: `apply` gives a new
one. May import errors, model and folding only.
"""
