"""``mathhammer fate``: Fate dice and Miracle dice: roll again or not, what a roll is worth, what a pool may hold."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Annotated, Any

import typer
import typer.core
import typer.main

from ..decisions.miracle import MOST_GAINED
from ..decisions.open_strands import is_open
from ..decisions.strands import DICE
from ..editions import Edition
from ..errors import MathhammerError
from ..questions.fate import fate_pool, fate_value, reroll
from ..questions.fate_open import fate_curve, fate_interval, fixed_die
from ..result import fate_open as shown
from ..result.fate import Answer, Reached, answers_gallery, fate_blocks, notes
from ..result.fate_data import fate_csv, fate_data
from ..result.fate_open import OpenAnswer
from ..result.fate_open_shown import open_gallery
from .answer import Forms, give
from .command import SETTINGS, command
from .gathered import with_options
from .options import Chosen, EditionOption, ExactOption, FormatOption, Settled, answer_options, whole
from .output import patience, put

ValueOption = Annotated[
    str,
    typer.Option(
        "--value",
        metavar="V",
        help="What a pool is worth: 6+, 5+ (how many), pips, 2x6+ (chance of at least two), 5:1/2,6:1 (a weight a face), "
        "5:a,6:1 (for every a from 0 to 1).",
        autocompletion=lambda: ["6+", "5+", "4+", "pips", "1x6+", "2x6+"],
    ),
]


@with_options(chosen=answer_options)
def reroll_command(
    *,
    words: Annotated[list[str] | None, typer.Argument(hidden=True)] = None,
    value: ValueOption = "6+",
    chosen: Settled,
) -> None:
    """Keep a Strands of Fate roll, or roll again with one die fewer.

    \b
    The faces as rolled, 1 to 12 of them. Both numbers are shown; when they are equal, keep.
      fate reroll 6 5 3 2 1 1               re-roll: one 6 now, 1.26 on average with five dice
      fate reroll 6 5 3 2 1 1 --value pips  keep: 18 pips now, 17.93 on average with five dice
      fate reroll 5 5 5 2 1 1 --value 5:a,6:1   for which worths a of a 5 (a 6 is worth 1) it is kept
    """
    if is_open(value):
        _open(chosen, lambda: fate_interval(" ".join(map(str.strip, words or [])), value))
        return
    _answer(chosen, lambda _: reroll(" ".join(map(str.strip, words or [])), value))


@with_options(chosen=answer_options)
def value_command(
    *,
    number: Annotated[
        str | None, typer.Option("--number", metavar="N", help=f"How many dice are rolled first; {DICE} without it.")
    ] = None,
    value: ValueOption = "6+",
    by: Annotated[
        str | None, typer.Option("--by", metavar="V", help="Also played as if this were the value: a rule of thumb.")
    ] = None,
    keep_at: Annotated[
        str | None,
        typer.Option(
            "--keep-at",
            metavar="N",
            help="Also played by keeping what has so much; several with commas: from the most dice down to two.",
        ),
    ] = None,
    chosen: Settled,
) -> None:
    """What a Strands of Fate roll is worth before it is made.

    Each number of dice has its own line: which rolls are kept, and what is still to be had.

    \b
    Examples:
      fate value                    1.53 sixes from six dice, 1 without re-rolls
      fate value --number 12        3.02 sixes from twelve
      fate value --value 2x6+       53.72 %: the chance to end with two or more
      fate value --keep-at 2        the same if only rolls with two sixes are kept
      fate value --value 5:a,6:1    for every worth a of a 5: which rolls are kept when
    """
    dice = DICE if number is None else whole(number, "--number")
    if is_open(value):
        if by is not None or keep_at is not None:
            raise MathhammerError("a rule of thumb stands beside an unknown worth", "leave out --by and --keep-at")
        _open(chosen, lambda: fate_curve(dice or 0, value))
        return
    least = None if keep_at is None else [_least(part) for part in keep_at.split(",")]
    _answer(
        chosen,
        lambda _: fate_value(dice or 0, value, by=by, keep_at=least[0] if least is not None and len(least) == 1 else least),
    )


@with_options(chosen=answer_options)
def die_command(
    *,
    need: Annotated[str | None, typer.Argument(metavar="[NEED]", help="The total needed, 3 to 12; all without it.")] = None,
    chosen: Settled,
) -> None:
    """Which die is worth fixing in a 2D6 roll.

    The face at which it neither helps nor harms, in closed form, and what each face gains.

    \b
    Examples:
      fate die 9    a 6 gains 38.89 %, a 4 gains 5.56 %, a 3 loses 11.11 %
      fate die      every total
    """
    total = None if need is None else whole(need.strip().removesuffix("+"), "NEED")
    _open(chosen, lambda: fixed_die(total))


@with_options(chosen=answer_options)
def pool_command(
    *,
    rounds: Annotated[str | None, typer.Option("--rounds", metavar="N", help="Battle rounds that have begun.")] = None,
    destroyed: Annotated[str | None, typer.Option("--destroyed", metavar="N", help="Destroyed units.")] = None,
    attached_destroyed: Annotated[
        str | None, typer.Option("--attached-destroyed", metavar="N", help="Destroyed attached units, apart from those.")
    ] = None,
    gained: Annotated[
        str | None, typer.Option("--gained", metavar="N", help="How many dice are gained, whatever for.")
    ] = None,
    at_least: Annotated[
        str | None, typer.Option("--at-least", metavar="K", help="Also the chance of at least K dice of --of.")
    ] = None,
    of: Annotated[str, typer.Option("--of", metavar="n+", help="What --at-least counts: 6+ to 2+.")] = "6+",
    change: Annotated[
        str | None,
        typer.Option("--change", metavar="C", help="Dice changed when used: 6, 4 or +1 (one die), 2x6 (two dice)."),
    ] = None,
    value: ValueOption = "6+",
    chosen: Settled,
) -> None:
    """What may be among the Miracle dice gained.

    The chance of at least so many dice of 6, of 5 or more, and so on, as long as none is used.

    \b
    One die a battle round (a turn at the launch of the 10th edition and in the 11th) and one for each
    destroyed unit. A destroyed attached unit gives two in the 10th editions, one in the 11th.
      fate pool --rounds 3 --destroyed 2    five dice: 59.81 % for at least one 6
      fate pool --gained 2 --change 6       two dice, one of them counts as a 6: 30.56 % for two
      fate pool --gained 6 --at-least 2 --of 5+
    """
    reached = None if at_least is None else _reached(whole(at_least, "--at-least"), of)
    income = {"rounds": rounds, "destroyed": destroyed, "attached_destroyed": attached_destroyed}
    given = {name: whole(text, f"--{name.replace('_', '-')}") or 0 for name, text in income.items()}
    number = whole(gained, "--gained")
    _answer(
        chosen,
        lambda rules: fate_pool(**given, gained=number, change=change, value=value, edition=rules),
        reached,
    )


def _least(text: str) -> Fraction:
    if re.fullmatch(r"\s*-?\d{1,9}(/0*[1-9]\d{0,8}|\.\d{1,9})?\s*", text, re.ASCII) is None:
        raise MathhammerError(f"--keep-at {text!r} is no number", "write for example --keep-at 2,2,1,1,1")
    return Fraction(text)


def _reached(number: int | None, of: str) -> Reached:
    need = of.strip().removesuffix("+")
    if need not in ("2", "3", "4", "5", "6"):
        raise MathhammerError(f"--of {of!r} counts no dice", "write 6+, 5+, 4+, 3+ or 2+")
    if number is None or not 0 <= number <= MOST_GAINED:
        raise MathhammerError(f"--at-least {number} is outside 0..{MOST_GAINED}", "write a number such as 2")
    return number, int(need)


def _answer(chosen: Settled, ask: Callable[[Edition], Answer], reached: Reached | None = None) -> None:
    """Ask in each edition, and print the answers."""
    with patience():
        answers = [ask(rules) for rules in chosen.editions]
    forms = Forms(
        data=lambda: fate_data(answers, chosen.editions, reached),
        csv=lambda: fate_csv(answers, chosen.editions, reached),
        blocks=lambda: fate_blocks(answers, chosen.editions, chosen.figures, reached),
        said=lambda: [f"note: {note}" for answer in answers for note in notes(answer)],
        gallery=lambda: answers_gallery(answers, chosen.editions),
    )
    give(forms, chosen)


def _open(chosen: Settled, ask: Callable[[], OpenAnswer]) -> None:
    """Print an answer with something left open; it is the same in every edition."""
    with patience():
        answer = ask()
    forms = Forms(
        data=lambda: shown.open_data(answer, chosen.editions),
        csv=lambda: shown.open_csv(answer),
        blocks=lambda: shown.open_blocks(answer, chosen.editions, chosen.figures),
        said=lambda: [f"note: {note}" for note in shown.open_notes(answer)],
        gallery=lambda: open_gallery(answer),
    )
    give(forms, chosen)


# Each command, in the order of the help: what runs it, and its words in the usage line.
COMMANDS: dict[str, tuple[Callable[..., None], str]] = {
    "reroll": (reroll_command, "FACE..."),
    "value": (value_command, ""),
    "die": (die_command, "[NEED]"),
    "pool": (pool_command, "--rounds N --destroyed N | --gained N"),
}
_HELP = """Dice held for later: Fate dice (Strands of Fate) and Miracle dice (Acts of Faith).

\b
A die from the pool takes the place of one die of a roll, before it is rolled, as if it had been rolled so.
Strands of Fate: six dice are rolled; all may be rolled again with one die fewer, again and again, until
the roll is kept. Roll again when what is on the table is worth less than one die fewer is on average,
played on in the best way: that number is exact. What a pool is worth is yours to say (--value).
Acts of Faith: Miracle dice are gained round by round and for destroyed units, and are never rolled again.
No current edition has the Strands of Fate roll as an army rule; it is answered as it was.

\b
Example:
  mathhammer fate reroll 6 5 3 2 1 1
"""


class _Fate(typer.core.TyperGroup):
    """The commands about dice held, each built when it is wanted."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command with that name, or None."""
        if cmd_name not in COMMANDS:
            return None
        function, usage_words = COMMANDS[cmd_name]
        return command(cmd_name, function, usage_words)


_app = typer.Typer(
    name="fate",
    cls=_Fate,
    help=_HELP,
    add_completion=False,
    context_settings=SETTINGS,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


@_app.callback(invoke_without_command=True)
def _common(
    context: typer.Context, edition: EditionOption = None, format: FormatOption = None, exact: ExactOption = None
) -> None:
    before = context.obj if isinstance(context.obj, Chosen) else Chosen()
    context.obj = Chosen(
        before.edition if edition is None else edition,
        before.format if format is None else format,
        before.exact if exact is None else exact,
    )
    if context.invoked_subcommand is None:
        put(context.get_help())


fate_command = typer.main.get_command(_app)
