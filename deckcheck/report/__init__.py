"""How findings and decks are shown: text for people, JSON for programs. Nothing here prints."""
