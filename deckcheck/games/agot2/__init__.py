"""A Game of Thrones, 2nd edition, on the engine: set-up, rounds, challenges, melee's redirect.

Cards act by their printed numbers and keywords. What a text would do is left to the player, as
`manual` actions under the rules of the table. `table.py` is the door; each rule is a function
that names its entry. May import engine, game, query, model and below; knows no store.
"""
