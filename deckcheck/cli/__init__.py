"""The command line: one command a file, each imported when it is called.

`main` is the program. Only this package prints, asks the clock and knows about terminals. A
DeckcheckError becomes its one sentence on standard error and its exit code; any other exception
is our fault, and says so in one sentence too, unless DECKCHECK_DEBUG asks for the traceback.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

import typer
from typer.core import TyperGroup

from deckcheck.errors import EXIT_USAGE, DeckcheckError

COMMANDS: dict[str, str] = {
    "check": "deckcheck.cli.check:check",
    "show": "deckcheck.cli.show:show",
    "lists": "deckcheck.cli.lists:app",
    "explain": "deckcheck.cli.explain:explain",
    "cards": "deckcheck.cli.cards:app",
    "card": "deckcheck.cli.card:card",
    "codecs": "deckcheck.cli.codecs:codecs",
    "convert": "deckcheck.cli.convert:convert",
    "diff": "deckcheck.cli.diff:diff",
    "hash": "deckcheck.cli.hash:hash_decks",
    "deck": "deckcheck.cli.deck:app",
    "own": "deckcheck.cli.own:app",
    "backup": "deckcheck.cli.backup:backup",
    "restore": "deckcheck.cli.backup:restore",
    "draw": "deckcheck.cli.draw:draw",
    "goldfish": "deckcheck.cli.goldfish:goldfish",
    "odds": "deckcheck.cli.odds:odds",
    "simulate": "deckcheck.cli.simulate:simulate",
    "squad": "deckcheck.cli.squad:squad",
    "db": "deckcheck.cli.db:app",
}
"""Name → function of one command, or Typer app of several."""


Function = TypeVar("Function", bound=Callable[..., Any])
_SETTINGS = {"help_option_names": ["-h", "--help"]}
_SIGNED: dict[Any, dict[str, Any]] = {}
"""Function → the settings of its command, where these aren't the usual ones."""

READER_GONE = 128 + 13
"""Exit code when the reader of our output has closed it: as of any program that SIGPIPE ends."""


class LazyGroup(TyperGroup):
    """A group that imports a command's module only when that command is called (or for help)."""

    table = COMMANDS

    def invoke(self, ctx: Any) -> Any:
        """Run the command; a reader that has enough (`| head`) ends it in silence.

        Caught here, as typer itself would end the program with 1, which means *not legal*.
        """
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            # Nothing more can be written, not even what is flushed at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return READER_GONE

    def list_commands(self, ctx: Any) -> list[str]:
        """Names in the order of the table."""
        return list(self.table)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command called so. Raises UnknownName with near ones."""
        target = self.table.get(cmd_name)
        if target is None:
            from deckcheck.registry import unknown_name

            raise unknown_name("command", cmd_name, self.table)
        from importlib import import_module

        module, _, attribute = target.partition(":")
        found = getattr(import_module(module), attribute)
        if isinstance(found, typer.Typer):
            return typer.main.get_command(found)
        app = new_app()
        app.command(cmd_name, context_settings=_SIGNED.get(found))(found)
        return typer.main.get_command(app)


def new_app(**options: Any) -> typer.Typer:
    """A Typer app with the house's settings: plain help (rich costs start-up time)."""
    return typer.Typer(
        rich_markup_mode=None,
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings=_SETTINGS,
        **options,
    )


def with_signed_counts(function: Function) -> Function:
    """Marks a command among whose arguments are counts such as -1, which are no options."""
    _SIGNED[function] = {"ignore_unknown_options": True, **_SETTINGS}
    return function


program = new_app(cls=LazyGroup)


def _version(value: bool) -> None:
    if value:
        from deckcheck.cli.version import version_lines

        for line in version_lines():
            typer.echo(line)
        raise typer.Exit


@program.callback()
def root(
    home: str = typer.Option(
        None, "--home", metavar="DIR", help="Keep the databases in DIR for this run."
    ),
    lang: str = typer.Option(
        None, "--lang", metavar="LANG", help="Speak en or ru (else the system's language)."
    ),
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Show versions and stop."
    ),
) -> None:
    """Is this deck legal, and if not, why? Checks decks of card games by their printed rules."""
    if home:
        os.environ["DECKCHECK_HOME"] = home
    if lang:
        from deckcheck.cli.common import speak

        speak(lang)


def main() -> None:
    """Run the program and leave with its exit code."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever called us
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115 - open to the end
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            # A console that can't show a character gets its number, never a crash.
            reconfigure(errors="backslashreplace")
    _leave(run(sys.argv[1:]))


def _leave(code: int) -> NoReturn:
    """Leave at once: all is closed, and taking the interpreter apart takes as long as a verdict."""
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except BrokenPipeError:
        code = READER_GONE
    except OSError as error:
        code = _fail(f"The output can't be written ({error.strerror or error}).")
    os._exit(code)


def run(arguments: list[str]) -> int:
    """The exit code of a command line."""
    try:
        result = program(args=arguments or ["--help"], standalone_mode=False, prog_name="deckcheck")
        return result if isinstance(result, int) else 0
    except typer.Abort:
        typer.echo("Stopped.", err=True)
        return 130
    except typer.Exit as stop:
        return int(stop.exit_code)
    except typer.TyperException as error:
        return _fail(f"{error.format_message()} (deckcheck --help shows how it is used)")
    except DeckcheckError as error:
        return _fail(error, error.exit_code)
    except OSError as error:
        return _fail(f"The output can't be written ({error.strerror or error}).")
    except KeyboardInterrupt:
        return 130
    except RecursionError:
        return _fail("The input is nested too deeply to be read.")
    except Exception as error:
        if os.environ.get("DECKCHECK_DEBUG"):
            raise
        kind = type(error).__name__
        return _fail(
            f"A fault in deckcheck itself ({kind}: {error}); please report it "
            "(DECKCHECK_DEBUG=1 shows where)."
        )
    finally:
        common = sys.modules.get("deckcheck.cli.common")
        if common is not None:
            common.close_stores()


def _fail(message: object, code: int = EXIT_USAGE) -> int:
    from deckcheck.cli.common import say_error

    say_error(message)
    return code
