"""The SQLite databases: cards.db (rebuilt at will) and user.db (migrated, never rebuilt).

`home.py` says where they are, `tables.py` what is in them, `build.py` writes cards.db,
`open.py` opens it (and builds it when need be), `pool.py` reads cards, `migrate.py` opens
user.db. Only this package imports sqlmodel, and only where tables are created: reading is
plain sqlite3. Nothing is imported here, so that a command pays for what it uses.
"""
