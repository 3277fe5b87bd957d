"""The options about what is chosen in an attack: by the attacker, by the owner of the target, and for what."""

from __future__ import annotations

from typing import Annotated, Any

import typer


def choice_options(
    separate: Annotated[
        bool, typer.Option("--separate", help="Resolve weapons with identical attacks one by one (11e).")
    ] = False,
    weapon_order: Annotated[
        str,
        typer.Option(
            "--weapon-order",
            metavar="HOW",
            help="given, or best: the best fixed order of up to six weapons.",
            autocompletion=lambda: ["given", "best"],
        ),
    ] = "given",
    precision: Annotated[
        str,
        typer.Option(
            "--precision",
            metavar="WHEN",
            help="all, none, or best: whether precision is directed at a CHARACTER.",
            autocompletion=lambda: ["all", "none", "best"],
        ),
    ] = "all",
    allocation: Annotated[
        str,
        typer.Option(
            "--allocation",
            metavar="HOW",
            help="written, or best: the order of up to six groups that is best for the target.",
            autocompletion=lambda: ["written", "best"],
        ),
    ] = "written",
    objective: Annotated[
        str, typer.Option("--objective", metavar="WHAT", help="What is best: damage, kills, wipe, kills>=k or damage>=k.")
    ] = "damage",
) -> dict[str, Any]:
    """The options as arguments of `attack`, `compare` and `sweep`."""
    return {
        "separate": separate,
        "weapon_order": weapon_order,
        "precision": precision,
        "allocation": allocation,
        "objective": objective,
    }
