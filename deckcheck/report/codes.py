"""What a finding's code means where no row of rules makes it: one sentence a code.

A code that rows make is explained by those rows. `explain` shows both; a test holds this table
to the codes that the program can emit. Data in the shape of a module: imports nothing.
"""

from __future__ import annotations

MEANINGS: dict[str, str] = {
    # By what a deck is judged.
    "old-data": "The card data are so much older than the date asked about that packs or lists "
    "may have come out since.",
    "list-not-known": "The legality list is only known to hold until a date, and the date asked "
    "about is later.",
    "no-list": "No legality list applies: none is known to have been in force on the date, or the "
    "format has none.",
    "list-silent": "The legality list says nothing of the format, so which cards it allows can't "
    "be told.",
    "rules-only": "The format has no list of sets or bans: only the rules of deck construction are "
    "checked.",
    "without-list": "--no-list was given: bans, restrictions and pods are left out, everything "
    "else is checked.",
    "list-not-in-force": "The list and the date were both given, and another list was in force on "
    "that date; the given ones are used.",
    "deck-wish": "The deck file asks for another format, list or date than the command line, "
    "which wins.",
    "unknown-format": "The deck file asks for a format that nobody here knows.",
    "unknown-list": "The deck file asks for a legality list that nobody here knows.",
    "unknown-date": "The deck file asks for a date that is none.",
    "settings-clash": "Two agendas set the same number of the deck to different values.",
    "saved-card": "A saved deck keeps title and pack of each code; an update gave the code to "
    "another card, or took it away.",
    "correction": "A row of corrections.toml can't be what it says; it is left out.",
    "pool-not-given": "The format asks what was drafted, and nobody said: that every card was "
    "drafted isn't checked.",
    "name-or-agenda": "The first line is the deck's name, and an agenda is called so as well.",
    "pool-not-used": "A draft pool was given for a format that doesn't ask for one.",
    "list-unknown-codes": "A legality list of one's own names codes that no card has.",
    "assumed-choice": "An agenda has its player name something and the deck doesn't say what; "
    "every choice was tried and the best one is reported.",
    # What a legality list says; its rows are made from its file.
    "banned": "The legality list bans these cards: no copy may be in the deck.",
    "restricted": "The deck holds more than one card of the restricted list; it may hold any "
    "number of copies of one.",
    "pod": "The deck holds cards that the list doesn't let stand together: of a pod at most one "
    "card; of a pod with a named card, none beside that.",
    "not-in-packs": "The list says which packs cards may be from, and these are from none of them.",
    # What nobody knows.
    "unknown-card": "A line or code that means a card nobody here knows; it may be anything, so it "
    "never makes the deck legal and never makes it illegal.",
    "unknown-agenda": "An agenda that there are no rules for here: what it allows or demands "
    "can't be told.",
    "unknown-hero": "A hero that nobody here knows, or whose text nobody read: what it changes "
    "can't be told.",
    "unknown-faction": "A faction that nobody here knows.",
    "unknown-pack": "A card's title is known, but the pack written beside it is not; the pack is "
    "binding, so no version was taken.",
    "not-in-pack": "A card's title is known, but it isn't in the pack (or at the number) written "
    "beside it, which is binding.",
    # What reading found.
    "read-as": "A title isn't spelled as printed and was taken for the one it is near; with "
    "--strict that is an error.",
    "assumed-printing": "A title with several versions stands without its pack; one was taken, "
    "and the finding says why and whether another would change the verdict.",
    "summed-lines": "Several lines stand for one card; their counts were added.",
    "unread-line": "A line was not understood and is no part of the deck.",
    "unknown-marker": "A mark behind a title means nothing here; the card was taken without it.",
    "heading-count": "The count beside a heading isn't the number of cards under it.",
    "set-aside": "Cards under a heading such as Maybe or Sideboard are no part of the deck.",
    "left-out": "Lines of an album say condition or price of a card, which a deck has no room for.",
    "two-factions": "The deck names two different factions.",
    "two-decks": "Another faction is named below the first cards: a second deck may begin there, "
    "so nothing is sure until a line of === parts them.",
    "bad-count": "The count of a card is no number of copies.",
    "unreadable": "The file can't be read as a deck: there is no verdict.",
    "unreadable-row": "One deck of several in a file can't be read: there is no verdict on it.",
    "unknown-key": "A key of the deck's JSON means nothing here and was left out.",
    "by-title": "An id belongs to no card, or to several; the title beside it decided.",
    "title-differs": "The title beside an id is another card's; the id decided.",
    "decoded-as": "The file isn't UTF-8; its encoding was guessed.",
    # What the program says of its database.
    "database-rebuilt": "The card database was damaged and has been built again.",
    "database-temporary": "The card database can't be kept in its folder, so it was built for one "
    "run.",
    "fetched-older": "The data that come with the program are newer than those that were fetched, "
    "and are used in their place.",
    "fetched-unused": "The data that were fetched are damaged; those that come with the program "
    "are used.",
}
