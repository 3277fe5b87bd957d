"""Voice of Command and its six Orders: names, numbers and bounds are those of `mathhammer.orders`."""

from __future__ import annotations

from typing import Any

from ...orders import (
    DUTY_AND_HONOUR,
    FIRST_RANK_FIRE,
    FIX_BAYONETS,
    MOVE_MOVE_MOVE,
    SOURCE,
    TAKE_AIM,
    TAKE_COVER,
    Order,
)
from .topic import Topic

_CAP = "A characteristic, not a modifier of the roll: the cap of 1 on modifiers does not count it."


def _page(order: Order, does: dict[str, str], *, also: tuple[str, ...], source: str = "", **more: Any) -> Topic:
    """The page of an Order: what it does, from the list of Orders, and what else is to be said."""
    page: dict[str, Any] = {
        "options": tuple(f"{command} --order {order.name}" for command in order.where),
        "also": (order.name, order.keyword, *also),
        "related": ("voice of command",),
        **more,
    }
    return Topic(order.title, f"{order.says}.", f"{SOURCE}: {order.title}{source}", tuple(does.items()), **page)


def _skill(order: Order, skill: str, attacks: str) -> str:
    return f"{skill} {order.by} better in {attacks} attacks, at best {order.best}+"


ORDERS: tuple[Topic, ...] = (
    _page(
        MOVE_MOVE_MOVE,
        {
            "10e": f"{MOVE_MOVE_MOVE.by}{MOVE_MOVE_MOVE.unit} are added to the Move, and so to what an Advance covers. A "
            "charge roll is not touched."
        },
        also=("move",),
        of=("unit",),
        acts_on=("Move",),
        related=("voice of command", "scouts"),
    ),
    _page(
        FIX_BAYONETS,
        {
            "10e": f"{_skill(FIX_BAYONETS, 'WS', 'melee')}. {_CAP}",
            "11e": f"{_skill(FIX_BAYONETS, 'WS', 'melee')}; WS stays within 2+ to 6+ after all changes. {_CAP}",
        },
        also=("bayonets",),
        keywords=(FIX_BAYONETS.keyword,),
    ),
    _page(
        TAKE_AIM,
        {
            "10e": f"{_skill(TAKE_AIM, 'BS', 'ranged')}. {_CAP} [torrent] needs no hit roll and gains nothing.",
            "11e": f"{_skill(TAKE_AIM, 'BS', 'ranged')}; BS stays within 2+ to 6+ after all changes, so it makes up for "
            f"cover. {_CAP}",
        },
        also=("aim",),
        keywords=(TAKE_AIM.keyword,),
    ),
    _page(
        FIRST_RANK_FIRE,
        {
            "10e": f"The Attacks of each [rapid fire] weapon are {FIRST_RANK_FIRE.by} higher at any range; at half range "
            "[rapid fire] adds its own.",
            "11e": f"As in 10e: {FIRST_RANK_FIRE.by} to the Attacks characteristic; [rapid fire] adds attacks beside it.",
        },
        also=("frfsrf", "first rank", "second rank", "first rank fire second rank fire"),
        keywords=(FIRST_RANK_FIRE.keyword,),
    ),
    _page(
        TAKE_COVER,
        {
            "10e": f"A Save of {TAKE_COVER.best}+ or better stays as it is. Invulnerable saves are not touched. Written on "
            f"the target, for the group that has it. With --cover: a Save that is now {TAKE_COVER.best}+ gets no cover "
            "against AP 0.",
            "11e": "As in 10e, but cover is no matter of the Save: it worsens the attacker's BS as well.",
        },
        also=(),
        keywords=(TAKE_COVER.keyword,),
        options=(),
        related=("voice of command", "cover"),
    ),
    _page(
        DUTY_AND_HONOUR,
        {
            "10e": f"A Battle-shock test needs {DUTY_AND_HONOUR.by} less. Leadership stays within {DUTY_AND_HONOUR.best}+ "
            "to 8+ after all changes."
        },
        also=("duty & honour", "duty and honor", "leadership"),
        source="; bounds of characteristics, 10th edition and 11e 02.02",
        of=("unit",),
        acts_on=("Battle-shock test",),
        not_modelled=("Objective Control: no roll depends on it",),
    ),
)

_LAUNCH = (
    "For the dice as in 10e. Orders were given in the Command phase alone, and Battle-shock did not bar them in print; the "
    "answers treat all editions alike."
)
VOICE_OF_COMMAND = Topic(
    "Voice of Command",
    "Officers give Orders to units: one on a unit at a time, none on a Battle-shocked unit.",
    f"{SOURCE}; 11e answers of 2026",
    does=(
        (
            "10e",
            "A unit is under at most one Order: a later one takes the place of the earlier, so two on one unit are refused. "
            "A Battle-shocked unit can be given none and loses the one it has: with --shocked no Order acts. Orders change "
            "characteristics, so they are outside the cap of 1 on modifiers of rolls, and inside the bounds of "
            f"characteristics: skills at best {TAKE_AIM.best}+, Leadership {DUTY_AND_HONOUR.best}+ to 8+, Saves by this "
            f"rule at best {TAKE_COVER.best}+.",
        ),
        ("10e-2023-09", _LAUNCH),
        ("10e-launch", _LAUNCH),
        (
            "11e",
            "As in 10e; a skill is also at worst 6+. Only models of the faction gain by an Order, and the same Order twice "
            "counts once.",
        ),
    ),
    options=(
        "attack --order NAME",
        "attack --shocked",
        "advance --order NAME",
        "battle-shock --order NAME",
        "threat --order NAME",
    ),
    also=("order", "orders", "officer", "officers", "astra militarum", "imperial guard"),
    of=("army",),
    acts_on=("Move", "hit roll", "number of attacks", "saving throw", "Battle-shock test"),
    not_modelled=(
        "who may give Orders, how many, and to which units",
        'that the unit is within 6" of the officer',
        "when they are given: in the Command phase, or after leaving a TRANSPORT or being set up",
        "that an Order ends with the next Command phase: it is in force in the question asked",
    ),
    reading="An Order that changes nothing in the question is not refused: a note says so.",
    members=tuple(order.name for order in ORDERS),
    related=("duty and honour!", "+N BS|WS", "+N A"),
)
