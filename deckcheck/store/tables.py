"""The schema of both databases, said once, as SQLModel tables.

Used to create cards.db (`schema.py`) and to prove that the migrations of user.db end where
they should. Never imported to read: SQLModel takes a quarter of a second to import. Nothing
here validates; what goes in is checked before (`build.py`).
"""

from __future__ import annotations

from sqlalchemy import MetaData, PrimaryKeyConstraint, text
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
    """A card's title in one language, with the keys of `folding.py` that it is found by.

    Language `old` = what the card was called before an update.
    """

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


class AliasRow(CardsTable, table=True):
    """A code that a card had before an update; no card's or printing's own code."""

    __tablename__ = "alias"
    game: str = Field(primary_key=True)
    code: str = Field(primary_key=True)
    card: str


class FormerRow(CardsTable, table=True):
    """Title and place that a card had before an update; see `model.Former`."""

    __tablename__ = "former"
    id: int | None = Field(default=None, primary_key=True)
    game: str
    card: str
    title: str
    pack: str
    pack_name: str
    position: int | None = None


class CorrectedRow(CardsTable, table=True):
    """A correction of corrections.toml and what became of it; `value` and `was` are JSON."""

    __tablename__ = "corrected"
    id: int | None = Field(default=None, primary_key=True)
    game: str
    card: str
    field: str
    value: str
    was: str
    reason: str
    effect: str


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


class DeckRow(UserTable, table=True):
    """A saved deck as it is now; what it was is in its revisions."""

    __tablename__ = "deck"
    __table_args__ = (Index("deck_key", "key", unique=True, sqlite_where=text("live")),)
    id: int | None = Field(default=None, primary_key=True)
    game: str
    name: str
    key: str
    """The name folded: no two live decks have the same."""
    head: int | None = None
    """Id of the revision that holds; None = undone to before its first."""
    live: int
    """1, or 0 for a deck that was removed (or undone away); it can be had back."""
    built: int
    """1 = sleeved: it takes copies from the collection."""
    tags: str
    """JSON list."""
    summary: str
    """JSON object of what `deck list` shows, so that it needn't read the deck."""


class DeckRevision(UserTable, table=True):
    """A deck as it was after one change; never edited. `state` is a JSON object."""

    __tablename__ = "deck_revision"
    __table_args__ = (Index("deck_revision_deck", "deck"),)
    id: int | None = Field(default=None, primary_key=True)
    deck: int = Field(foreign_key="deck.id")
    at: str
    what: str
    parent: int | None = None
    """Id of the revision that was changed; None = there was no deck before."""
    state: str


class Placed(UserTable, table=True):
    """Copies of a printing that sit in a built deck in place of one of its cards."""

    __tablename__ = "placed"
    __table_args__ = ({"sqlite_with_rowid": False},)
    deck: int = Field(primary_key=True, foreign_key="deck.id")
    card: str = Field(primary_key=True)
    printing: str = Field(primary_key=True)
    copies: int


class OwnedPack(UserTable, table=True):
    """Boxes of a pack that are owned; `name` is the pack's when it was written."""

    __tablename__ = "owned_pack"
    __table_args__ = ({"sqlite_with_rowid": False},)
    game: str = Field(primary_key=True)
    pack: str = Field(primary_key=True)
    boxes: int
    name: str


class HoldingRow(UserTable, table=True):
    """Copies of a printing on one of the lists; on `have`, the sum of changes made by hand.

    `title` and `pack` are what the data said when the row was written.
    """

    __tablename__ = "holding"
    __table_args__ = ({"sqlite_with_rowid": False},)
    game: str = Field(primary_key=True)
    list: str = Field(primary_key=True)
    printing: str = Field(primary_key=True)
    condition: str = Field(primary_key=True)
    who: str = Field(primary_key=True)
    note: str = Field(primary_key=True)
    copies: int
    title: str
    pack: str


class CollectionChange(UserTable, table=True):
    """One command's changes of the collection, as JSON lists of rows before and after."""

    __tablename__ = "collection_change"
    id: int | None = Field(default=None, primary_key=True)
    game: str
    at: str
    what: str
    undone: int
    """1 = taken back."""
    packs: str
    holdings: str
