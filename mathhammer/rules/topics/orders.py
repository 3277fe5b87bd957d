"""Voice of Command and its six Orders."""

from __future__ import annotations

from dataclasses import replace

from .topic import Topic

_SOURCE = "given text, Voice of Command"
_CAP = "A characteristic, not a modifier of the roll: the cap of 1 on modifiers does not count it."

_TAKE_AIM = Topic(
    "Take Aim!",
    "The Ballistic Skill of the unit's ranged weapons is 1 better, never better than 2+.",
    f"{_SOURCE}: Take Aim!",
    does=(
        ("10e", f"BS 1 better in ranged attacks, at best 2+. {_CAP} [torrent] needs no hit roll and gains nothing."),
        ("11e", f"BS 1 better, at best 2+; BS stays within 2+ to 6+ after all changes, so it makes up for cover. {_CAP}"),
    ),
    keywords=("take aim",),
    options=("attack --order take-aim",),
    also=("take-aim", "aim"),
)
_FIX_BAYONETS = Topic(
    "Fix Bayonets!",
    "The Weapon Skill of the unit's melee weapons is 1 better, never better than 2+.",
    f"{_SOURCE}: Fix Bayonets!",
    does=(
        ("10e", f"WS 1 better in melee attacks, at best 2+. {_CAP}"),
        ("11e", f"WS 1 better in melee attacks; WS stays within 2+ to 6+ after all changes. {_CAP}"),
    ),
    keywords=("fix bayonets",),
    options=("attack --order fix-bayonets",),
    also=("fix-bayonets", "bayonets"),
)
_FIRST_RANK = Topic(
    "First Rank, Fire! Second Rank, Fire!",
    "Each [rapid fire] weapon of the unit makes one attack more, at half range or not.",
    f"{_SOURCE}: First Rank, Fire! Second Rank, Fire!",
    does=(
        (
            "10e",
            "The Attacks of each [rapid fire] weapon are 1 higher at any range; at half range [rapid fire] adds its own.",
        ),
        ("11e", "As in 10e: 1 to the Attacks characteristic; [rapid fire] adds attacks beside it."),
    ),
    keywords=("first rank fire",),
    options=("attack --order first-rank-fire",),
    also=("first-rank-fire", "frfsrf", "first rank", "second rank", "first rank fire second rank fire"),
)
_TAKE_COVER = Topic(
    "Take Cover!",
    "The Save of the unit's models is 1 better, but not better than 3+; a Save of 2+ stays.",
    f"{_SOURCE}: Take Cover!",
    does=(
        (
            "10e",
            "4+ and worse Saves are 1 better, 3+ and 2+ stay as they are. Invulnerable saves are not touched. Written on "
            "the target, for the group that has it. With --cover: a Save that is now 3+ gets no cover against AP 0.",
        ),
        ("11e", "As in 10e, but cover is no matter of the Save: it worsens the attacker's BS as well."),
    ),
    keywords=("take cover",),
    also=("take-cover",),
    related=("cover",),
)
_MOVE = Topic(
    "Move! Move! Move!",
    "The Move of the unit's models is 3\" longer.",
    f"{_SOURCE}: Move! Move! Move!",
    does=(("10e", '3" are added to the Move, and so to what an Advance covers. A charge roll is not touched.'),),
    options=("advance --order move-move-move",),
    also=("move-move-move", "move move move", "move"),
    of=("unit",),
    acts_on=("Move",),
    related=("scouts",),
)
_DUTY = Topic(
    "Duty and Honour!",
    "The Leadership of the unit's models is 1 better, at best 5+; so is their Objective Control.",
    f"{_SOURCE}: Duty and Honour!; bounds of characteristics, 10th edition and 11e 02.02",
    does=(("10e", "A Battle-shock test needs 1 less. Leadership stays within 5+ to 8+ after all changes."),),
    options=("battle-shock --order duty-and-honour",),
    also=("duty-and-honour", "duty & honour", "duty and honor", "leadership"),
    of=("unit",),
    acts_on=("Battle-shock test",),
    not_modelled=("Objective Control: no roll depends on it",),
)

ORDERS: tuple[Topic, ...] = tuple(
    replace(order, related=("voice of command", *order.related))
    for order in (_MOVE, _FIX_BAYONETS, _TAKE_AIM, _FIRST_RANK, _TAKE_COVER, _DUTY)
)

VOICE_OF_COMMAND = Topic(
    "Voice of Command",
    "Officers give Orders to units: one on a unit at a time, none on a Battle-shocked unit.",
    f"{_SOURCE}; 11e answers of 2026",
    does=(
        (
            "10e",
            "A unit is under at most one Order: a later one takes the place of the earlier, so two on one unit are refused. "
            "A Battle-shocked unit can be given none and loses the one it has: with --shocked no Order acts. Orders change "
            "characteristics, so they are outside the cap of 1 on modifiers of rolls, and inside the bounds of "
            "characteristics: skills at best 2+, Leadership 5+ to 8+, Saves by this rule at best 3+.",
        ),
        (
            "10e-2023-09",
            "For the dice as in 10e. Orders were given in the Command phase alone, and Battle-shock did not bar them in "
            "print; the answers treat all editions alike.",
        ),
        (
            "10e-launch",
            "For the dice as in 10e. Orders were given in the Command phase alone, and Battle-shock did not bar them in "
            "print; the answers treat all editions alike.",
        ),
        (
            "11e",
            "As in 10e; a skill is also at worst 6+. Only models of the faction gain by an Order, and the same Order twice "
            "counts once.",
        ),
    ),
    options=("attack --order NAME", "attack --shocked", "advance --order NAME", "battle-shock --order NAME"),
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
