"""A command as typer builds it, without what makes it slow to start or hard to read."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import typer
import typer.core
import typer.main

SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 110}


class Command(typer.core.TyperCommand):
    """A command whose usage line shows its words as a player writes them, and whose values stay text.

    Typer 0.28 and later load pydantic, half of a start, to make text of text; every option here is a
    flag or text, so the parser's own result is taken as it is.
    """

    usage_words: str = ""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """The words of the usage line after the command's name."""
        return [*([self.usage_words] if self.usage_words else []), "[OPTIONS]"]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Fill the context with the values of all parameters; help and leftovers are typer's to handle."""
        args = [f" {word}" if re.match("-[0-9N]", word) else word for word in args]  # "-1 to hit" is no option
        found, left, _ = self.make_parser(ctx).parse_args(args=list(args))
        helped = any(found.get(p.name) for p in self.get_params(ctx) if not p.expose_value)
        if left or helped or ctx.resilient_parsing:
            return list(super().parse_args(ctx, args))
        for parameter in self.params:
            value = found.get(parameter.name)
            given = isinstance(value, str | bool | list | tuple)
            ctx.params[parameter.name] = value if given else parameter.default
        ctx.args = []
        return []


def command(name: str, function: Callable[..., None], usage_words: str = "") -> Any:
    """The command that runs this function; ``usage_words`` stand before the options in its usage line."""
    alone = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    alone.command(name, cls=Command, context_settings=SETTINGS)(function)
    built: Any = typer.main.get_command(alone)
    built.usage_words = usage_words
    return built
