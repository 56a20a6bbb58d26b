"""What commands share: the desk they work at, options that are spelled alike, and output.

The one place that opens the store for a command and asks what day it is.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deckcheck.checking import Checker
from deckcheck.codecs.base import Desk
from deckcheck.errors import InputError, UnknownName
from deckcheck.findings import Finding
from deckcheck.game import Game, load
from deckcheck.legality import LegalityList
from deckcheck.messages import Speaker
from deckcheck.model import Pool
from deckcheck.registry import unknown_name
from deckcheck.report.plain import safe
from deckcheck.report.text import Style
from deckcheck.setting import Asked, Setting, iso_date, setting

if TYPE_CHECKING:
    from deckcheck.source import Text
    from deckcheck.store.open import Store

HomeOption = Annotated[
    str | None,
    typer.Option("--home", metavar="DIR", help="Keep the databases in DIR for this run."),
]
GameOption = Annotated[
    str | None,
    typer.Option("--game", metavar="NAME", help="agot2, berserk or heroes (else by content)."),
]
FormatOption = Annotated[
    str | None, typer.Option("--format", "-f", metavar="NAME", help="joust (default), melee, …")
]
ListOption = Annotated[
    str | None,
    typer.Option("--list", "-l", metavar="LIST", help="Legality list: a code, a line or a file."),
]
OnOption = Annotated[
    str | None, typer.Option("--on", metavar="DATE", help="The day asked about (2026-07-01).")
]
NoListOption = Annotated[
    bool, typer.Option("--no-list", help="Leave out bans, restrictions and pods.")
]
PlainOption = Annotated[
    bool, typer.Option("--plain", help="No colour, one finding a line; English in ASCII.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object a line.")]
FromOption = Annotated[
    str | None,
    typer.Option("--from", metavar="CODEC", help="Layout of the decks (else by content)."),
]
LangOption = Annotated[
    str | None, typer.Option("--lang", metavar="LANG", help="en or ru (else the system's).")
]
StrictOption = Annotated[
    bool, typer.Option("--strict", help="A title that is not spelled exactly is an error.")
]
DecksArgument = Annotated[
    list[str], typer.Argument(metavar="DECK…", help="Files, folders, archives, @saved or - .")
]


class Bench:
    """A command's surroundings: the store, one game and its cards, and judges as needed."""

    def __init__(self, home: str | None, game: str | None) -> None:
        self.store = store(home)
        if game is not None and game not in self.store.games:
            game = game_called(self.store, game)
        self.given = game
        """The game that was asked for; None = each deck's own."""
        self._checkers: dict[str, Checker] = {}
        self.turn_to(game or "agot2")

    def turn_to(self, name: str) -> None:
        """Go on with another game. Raises UnknownName if there is none called so."""
        if name not in self._checkers:
            if name not in self.store.games:
                raise unknown_name("game", name, self.store.games)
            game, pool = load(name, self.store.documents(name)), self.store.pool(name)
            self._checkers[name] = Checker(game, pool, today())
        self.checker = self._checkers[name]
        self.game: Game = self.checker.game
        self.pool: Pool = self.checker.pool

    def desk_for(self, text: Text, codec: str | None, strict: bool = False) -> Desk:
        """The desk at which a text is read: of the game asked for, else of the text's own."""
        plain = text.text.isascii() and text.text[:1].isalpha()  # nothing to recognise it by
        if self.given is None and not plain:
            from deckcheck.recognising import recognise

            self.turn_to(recognise(text, self.store.games, self.store.pool, codec))
        elif self.given is None:
            self.turn_to("agot2")
        return self.desk(strict)

    def speaker(self, judged_by: Setting | None = None, lang: str | None = None) -> Speaker:
        """What messages need to name cards, and to say which version of a card is better off."""

        def versions(code: str) -> list[tuple[str, tuple[str, ...]]]:
            from deckcheck.report.cards import better_versions

            if judged_by is None:
                return []
            return better_versions(self.checker, judged_by)(code)

        return Speaker(self.game, self.pool.card, lang=lang or language(), versions=versions)

    def list_part(self, format: str | None) -> str:
        """The part of a legality list that judges a format. Raises InputError if none does."""
        form = self.game.format(format or self.game.default_format)
        if form.list is None:
            raise InputError(f"No legality list applies to {form.name}.")
        return form.list

    def chosen(self, asked: Asked) -> Setting:
        """List and date for looking cards up: where no format is asked for, one with a list."""
        listed = (f.name for f in self.game.formats.values() if f.list is not None)
        if asked.format is None and self.game.format(self.game.default_format).list is None:
            asked = asked._replace(format=next(listed, None))
        return setting(self.game, asked, today())

    def desk(self, strict: bool = False) -> Desk:
        """What codecs read and write at."""
        return Desk(self.pool, self.game, strict)


_SHORT = 4
"""Letters of a word that is too short to name a game: `card`, `the`."""


def game_called(store: Store, name: str) -> str:
    """The game of a name, of a title, or of a word of one: `heroes`, `Берсерк`, `герои`.

    Raises UnknownName that lists the games with their titles.
    """
    titles = {game: str(store.documents(game)["game"]["title"]) for game in store.games}
    wanted = name.casefold().strip().replace("-", "_").replace(" ", "_")
    wanted = wanted.replace("._", "_")
    called = {g: (g, t.casefold().replace(".", "").replace(" ", "_")) for g, t in titles.items()}
    found = [game for game, names in called.items() if wanted in names]
    if not found and len(wanted) > _SHORT:
        words = {game: {w for n in names for w in n.split("_")} for game, names in called.items()}
        found = [game for game in titles if wanted in words[game]]
    if len(found) == 1:
        return found[0]
    known = ", ".join(f"{game} ({title})" for game, title in titles.items())
    near = unknown_name("game", name, store.games).suggestions
    hint = f"did you mean {' or '.join(near)}? There are" if near else "there are"
    raise UnknownName(f"No game is called {name!r}; {hint}: {known}.", near)


def language(given: str | None = None, json: bool = False) -> str:
    """Language to speak: that of --lang, else for programs English, else the system's.

    Raises UnknownName for a language that isn't spoken here.
    """
    asked = given or next(iter(_spoken), None) or os.environ.get("DECKCHECK_LANG")
    if asked:
        if asked not in ("en", "ru"):
            raise unknown_name("language", asked, ["en", "ru"])
        return asked
    if json:
        return "en"
    system = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    if not system and os.name == "nt":
        import locale

        system = locale.getlocale()[0] or ""
    word = system.casefold().replace(".", "_").partition("_")[0]
    return "ru" if word in ("ru", "russian") else "en"


_spoken: list[str] = []
"""The language that was asked for in this run."""


def speak(given: str | None) -> None:
    """Speak this language for the rest of the run, if one was given."""
    if given:
        _spoken[:] = [language(given)]


def store(home: str | None) -> Store:
    """The card database, built if need be; what it has to say goes to standard error."""
    from deckcheck.store.home import find_home
    from deckcheck.store.open import open_cards

    opened = open_cards(find_home(home), tell=lambda note: say_error(note.text))
    _opened.append(opened)
    return opened


_opened: list[Store] = []
"""What this run has opened; closed at its end."""


def close_stores() -> None:
    """The end of a run: close every database that was opened, forget its language."""
    _spoken.clear()
    while _opened:
        _opened.pop().close()


def today() -> str:
    """Today's date as the clock has it, ISO."""
    import time

    return time.strftime("%Y-%m-%d")


def day(on: str | None) -> str:
    """The date asked about: the option's, else today. Raises InputError for what is no date."""
    return iso_date(on) if on else today()


def asked(format: str | None, list: str | None, on: str | None, no_list: bool = False) -> Asked:
    """The options as what is asked for; a list that is a file is read and checked."""
    if no_list and list is not None:
        raise InputError("--no-list and --list ask for opposite things; give one of them.")
    given: str | LegalityList | None = list
    if list and (os.path.exists(list) or list.endswith(".json") or os.sep in list):
        given = list_file(list)
    return Asked(format, given, None if on is None else iso_date(on), no_list)


def list_file(path: str) -> LegalityList:
    """An organiser's own list. Raises InputError if it isn't one."""
    import json

    from deckcheck.legality import read_list
    from deckcheck.source import open_text

    try:
        row = json.loads(open_text(path).text)
    except ValueError as error:
        raise InputError(f"{path}: this is not a legality list in JSON ({error}).") from None
    return read_list(row, path)


def say(lines: Iterable[str], plain: bool) -> None:
    """Print lines, made safe for a terminal, and plain where that is asked."""
    shown = style(plain)
    many = [shown.line(safe(line)) for line in lines]
    if many:
        typer.echo("\n".join(many))


def say_error(error: object) -> None:
    """Print on standard error what is wrong, the program going on."""
    said = str(error)
    if language() == "ru":
        from deckcheck.report.russian import error_words

        said = error_words(said)
    first, *more = f"deckcheck: {said}".split("\n  ")
    # Lines of our own are indented; a line break in a file's name is not let through.
    for line in (first, *(f"  {line}" for line in more)):
        typer.echo(safe(line), err=True)


def say_finding(file: str, finding: Finding, speaker: Speaker) -> None:
    """Print a finding on standard error, with the file it is about."""
    from deckcheck.report.text import finding_line

    say_error(f"{file}: {finding_line(finding, speaker)}")


def say_json(value: Any) -> None:
    """Print a value as JSON on one line."""
    import json

    typer.echo(json.dumps(value, ensure_ascii=False))


def say_json_lines(values: Iterable[Any]) -> None:
    """Print values as JSON, a line each; many at once cost less so."""
    import json

    say_texts(map(json.JSONEncoder(ensure_ascii=False).encode, values))


def say_texts(lines: Iterable[str]) -> None:
    """Print lines of JSON as they are: there is nothing in them that a terminal would obey."""
    text = "\n".join(lines)
    if text:
        typer.echo(text, color=True)


def style(plain: bool) -> Style:
    """Colours only on a terminal that wants them."""
    colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    return Style(colour=colour and os.environ.get("TERM") != "dumb", plain=plain, lang=language())
