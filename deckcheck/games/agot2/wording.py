"""How card language is read: costs and effects, qualifiers, which deck is meant."""

from __future__ import annotations


def cost_and_effect(phrase: str) -> tuple[str | None, str]:
    """«do X to do Y» → (X, Y): what comes before the word «to» is the cost.

    [RR Costs, AGOT-5-COST-2] No cost: (None, phrase).
    """
    cost, sign, effect = phrase.partition(" to ")
    return (cost.strip(), effect.strip()) if sign else (None, phrase.strip())


def qualified(qualifier: str, terms: tuple[str, ...]) -> tuple[str, ...]:
    """Each of several terms with the qualifier in front of the first [RR Qualifiers,
    AGOT-17-QUAL-1]."""
    return tuple(f"{qualifier} {term}" for term in terms)


def query_of(qualifier: str, terms: tuple[str, ...]) -> str:
    """A phrase such as «each unique character and location» as a query."""
    return " | ".join(
        f"({' '.join(_word(word) for word in words.split())})"
        for words in qualified(qualifier, terms)
    )


def _word(word: str) -> str:
    kinds = ("character", "location", "attachment", "event", "plot")
    return f"type:{word}" if word in kinds else word


def deck_meant(phrase: str) -> str:
    """Which deck a text means: «deck» alone is the draw deck [RR Deck, AGOT-5-DECK-1].

    The plot deck is always called «plot deck» [AGOT-5-DECK-2].
    """
    return "plot" if "plot deck" in phrase.casefold() else "draw"
