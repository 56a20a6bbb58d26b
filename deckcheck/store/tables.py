"""The schema of both databases, said once, as SQLModel tables.

Used to create cards.db (`schema.py`) and to prove that the migrations of user.db end where
they should. Never imported to read: SQLModel takes a quarter of a second to import. Nothing
here validates; what goes in is checked before (`build.py`).
"""

from __future__ import annotations

from sqlalchemy import MetaData, PrimaryKeyConstraint
from sqlmodel import Field, Index, SQLModel


class CardsTable(SQLModel):
    """Base of the tables of cards.db."""

    metadata = MetaData()


class UserTable(SQLModel):
    """Base of the tables of user.db."""

    metadata = MetaData()


class Meta(CardsTable, table=True):
    """What the database was built from: `schema`, `stamp`, `program`, `snapshot:<game>`."""

    __tablename__ = "meta"
    key: str = Field(primary_key=True)
    value: str


class PackRow(CardsTable, table=True):
    """A product; see `model.Pack`. `place` counts from 0 in order of publication."""

    __tablename__ = "pack"
    game: str = Field(primary_key=True)
    code: str = Field(primary_key=True)
    name: str
    cycle: str
    cycle_name: str
    released: str | None = None
    place: int


class CardRow(CardsTable, table=True):
    """A rules text under a title; see `model.Card`. `facts` is a JSON object."""

    __tablename__ = "card"
    game: str = Field(primary_key=True)
    code: str = Field(primary_key=True)
    title: str
    type: str
    pack: str
    position: int | None = None
    released: str | None = None
    card_limit: int | None = None
    facts: str


class PrintingRow(CardsTable, table=True):
    """A published copy of a card; see `model.Printing`. Of one card, the first one first."""

    __tablename__ = "printing"
    __table_args__ = (Index("printing_card", "game", "card"),)
    game: str = Field(primary_key=True)
    code: str = Field(primary_key=True)
    card: str
    pack: str
    position: int | None = None
    quantity: int | None = None
    guid: str | None = None


class TitleRow(CardsTable, table=True):
    """A card's title in one language, with the keys of `folding.py` that it is found by."""

    __tablename__ = "title"
    __table_args__ = (
        Index("title_fold", "game", "fold"),
        Index("title_words", "game", "words"),
        Index("title_bare", "game", "bare"),
    )
    id: int | None = Field(default=None, primary_key=True)
    game: str
    code: str
    language: str
    title: str
    fold: str
    words: str
    bare: str


class GuidRow(CardsTable, table=True):
    """OCTGN's identifier (lower case) of a card or faction; some stand for more than one."""

    __tablename__ = "guid"
    __table_args__ = (PrimaryKeyConstraint("game", "guid", "code"),)
    game: str
    guid: str
    code: str


class DocumentRow(CardsTable, table=True):
    """A rules file of a game, as JSON; the name is its path without suffix."""

    __tablename__ = "document"
    game: str = Field(primary_key=True)
    name: str = Field(primary_key=True)
    body: str


class UserMeta(UserTable, table=True):
    """`schema`: the number of the last migration that was done."""

    __tablename__ = "meta"
    key: str = Field(primary_key=True)
    value: str


class Correction(UserTable, table=True):
    """A fact of a card that the user knows better than the data; `value` is JSON."""

    __tablename__ = "correction"
    game: str = Field(primary_key=True)
    code: str = Field(primary_key=True)
    field: str = Field(primary_key=True)
    value: str
    reason: str
    at: str


class History(UserTable, table=True):
    """What was done to the user's things, in order; `detail` is a JSON object."""

    __tablename__ = "history"
    id: int | None = Field(default=None, primary_key=True)
    at: str
    what: str
    detail: str
