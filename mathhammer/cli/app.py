"""The ``mathhammer`` command: its subcommands, the options common to all, and how it ends."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any, cast

import typer
import typer.core

from ..errors import MathhammerError
from ..version import __version__
from .command import SETTINGS, command
from .options import Chosen, EditionOption, ExactOption, FormatOption
from .output import put, say

# Each command, in the order of the help: the module that holds it, and its words in the usage line.
COMMANDS: dict[str, tuple[str, str]] = {
    "attack": ("attack", "WEAPON [WEAPON...] vs TARGET [then WEAPON...]"),
    "compare": ("compare", "WEAPON [WEAPON...] [vs TARGET TARGET...]"),
    "sweep": ("sweep", "WEAPON [WEAPON...] vs TARGET --over STAT=VALUES"),
    "batch": ("batch", "QUERIES.jsonl | QUERIES.csv | -"),
    "needed": ("needed", "WEAPON vs TARGET"),
    "upgrades": ("upgrades", "WEAPON vs TARGET"),
    "charge": ("moves", "NEED | --distance INCHES... | --from WHERE"),
    "advance": ("moves", "[NEED]"),
    "battle-shock": ("moves", "LD"),
    "threat": ("threat", "--move M --distance D | A..B"),
    "formula": ("formula", "WEAPON vs TARGET"),
    "breakeven": ("breakeven", "WEAPON vs WEAPON"),
    "fate": ("fate", "COMMAND"),
    "targets": ("listing", ""),
    "rules": ("listing", "[NAME] | RULE vs RULE"),
}
_PROGRAM = "mathhammer"
_COMPLETING = "_MATHHAMMER_COMPLETE"  # the variable by which a shell asks for completions
_HELP = """Exact probabilities for Warhammer 40,000.

\b
Example:
  mathhammer attack '10x A2 BS3+ S4 AP-1 D1 [rapid fire 1]' vs meq --half-range
"""
UsageError = cast(type[Exception], typer.BadParameter.__mro__[1])  # what typer raises for words that it cannot use


class Commands(typer.core.TyperGroup):
    """The commands, each loaded when it is wanted; every refusal ends as one message on stderr and exit code 2."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command with that name, or None."""
        if cmd_name not in COMMANDS:
            return None
        module, usage_words = COMMANDS[cmd_name]
        function = getattr(import_module(f".{module}", __package__), f"{cmd_name.replace('-', '_')}_command")
        return function if isinstance(function, typer.core.TyperGroup) else command(cmd_name, function, usage_words)

    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None, *_: Any, **__: Any) -> Any:
        """Run the command line and leave with its exit code."""
        words = sys.argv[1:] if args is None else list(args)
        program = prog_name or _PROGRAM
        try:
            if words and words[0] in COMMANDS and _COMPLETING not in os.environ:
                alone = self.get_command(None, words[0])  # nothing stands before it: no other command is built
                code = alone.main(words[1:], f"{program} {words[0]}", standalone_mode=False)
            else:
                code = super().main(words, program, standalone_mode=False)
        except MathhammerError as error:
            say(f"error: {error}")
            code = 2
        except UsageError as error:
            say(f"error: {_usage(error)}")
            code = 2
        except (KeyboardInterrupt, typer.Abort):
            code = 130
        except Exception as error:  # a fault of this program: said in one line, with what to do about it
            say(f"error: an internal fault ({type(error).__name__}: {error}): please report the command that you gave")
            code = 1
        sys.exit(code if isinstance(code, int) else 0)


def _usage(error: Any) -> str:
    """What typer refuses, as one message that says where help is."""
    said = " ".join(error.format_message().split()).rstrip(".")
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else _PROGRAM
    return f"{said[:1].lower()}{said[1:]}: see {path} --help"


app = typer.Typer(
    name=_PROGRAM,
    cls=Commands,
    help=_HELP,
    context_settings=SETTINGS,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _version(asked: bool) -> None:
    if asked:
        put(f"mathhammer {__version__}")
        raise typer.Exit


VersionOption = Annotated[
    bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and leave.")
]


@app.callback(invoke_without_command=True)
def common(
    context: typer.Context,
    edition: EditionOption = None,
    format: FormatOption = None,
    exact: ExactOption = None,
    _version_asked: VersionOption = False,
) -> None:
    """Options before the command hold for it, unless it has its own."""
    context.obj = Chosen(edition, format, exact)
    if context.invoked_subcommand is None:
        put(context.get_help())


def main() -> None:
    """Run the command line."""
    app(prog_name=_PROGRAM)
