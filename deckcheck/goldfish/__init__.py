"""Goldfishing: what a deck's opening hands do, exactly where that can be counted.

`plan` sees a deck as set-up does, `ways` what may be done with the copies of a title, `exact`
counts every hand by the figures of its best set-up, `odds` the chance to have seen cards by a
round, `simulate` plays. Shares the data of set-up (`setup.toml`) with the table in games/agot2 and
no code, so that the table can be asked whether all this is right. May import game, query, model
and below (`simulate` the table too); knows no store and no command line.
"""
