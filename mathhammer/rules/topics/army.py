"""Army rules that put dice in place of rolls, and the re-roll that every army may buy."""

from __future__ import annotations

from .topic import Topic

_ROLLS = ("hit roll", "wound roll", "damage", "saving throw", "charge", "Advance", "Battle-shock test")

ACTS_OF_FAITH = Topic(
    "Acts of Faith",
    "A Miracle die of known face takes the place of one die of a roll, before it is rolled.",
    "given text, Acts of Faith; 11e: erratum and answers of August 2026",
    does=(
        (
            "10e",
            "A die is gained at each battle round's start and for each unit of the faction that dies; an attached unit "
            "gives two if both its parts are of the faction. The face is rolled at once and then stands. "
            "Each unit may spend one die in a phase, in place of one die of a hit, wound, damage, save, charge, Advance "
            "or Battle-shock roll; the other dice are rolled. The face is an "
            "unmodified result: a 6 to hit or to wound is critical, modifiers come after it.",
        ),
        ("10e-launch", "As in 10e, but each turn gives a die: two a battle round."),
        (
            "11e",
            "As in 10e, but each turn gives a die, so two a battle round, and a destroyed attached unit gives one. Attacks "
            "are rolled in batches: the die is set before the batch, as one of its dice.",
        ),
    ),
    options=(
        "attack --dice N,N",
        "attack --per OWNER",
        "attack --defender-dice N,N",
        "charge --dice N,N",
        "charge --die N",
        "advance --dice N,N",
        "battle-shock --dice N,N",
        "fate pool",
    ),
    also=(
        "miracle",
        "miracle dice",
        "miracle die",
        "act of faith",
        "faith",
        "adepta sororitas",
        "sisters of battle",
        "dice",
    ),
    of=("army",),
    acts_on=_ROLLS,
    not_modelled=(
        "the faction that an army needs, and which of its units have the ability: dice are used for the unit asked about",
        "where the pool is kept on the table",
    ),
    reading=(
        "A die may be the die of a re-roll; a roll that is made again loses the die in it, and the use stays spent. A "
        "Miracle die in place of a D3 counts as its face halved, rounded up."
    ),
    related=("strands of fate", "command re-roll", "leader"),
)

STRANDS_OF_FATE = Topic(
    "Strands of Fate",
    "Fate dice are rolled before the battle, all again with one fewer if wanted; each may replace one die of a later roll.",
    "given text, Strands of Fate; index army rule of the 10th edition",
    does=(
        (
            "10e",
            "Six dice. The whole roll may be made again with one die fewer, again and again down to one; what is kept is "
            "the pool, and its faces stand. The army spends at most one die in a phase, in place of one die of a hit, "
            "wound, damage, save, charge, Advance or Battle-shock roll, before it is rolled; it is an unmodified result.",
        ),
        ("10e-launch", "Twelve dice at first, where later it was six: --number 12. Otherwise as in 10e."),
        (
            "11e",
            "No army rule: the dice roll is answered as it was, with six dice, attacks with the edition's batches.",
        ),
    ),
    options=(
        "fate reroll FACE...",
        "fate value",
        "attack --dice N,N",
        "attack --per OWNER",
        "attack --defender-dice N,N",
        "charge --dice N,N",
        "charge --die N",
        "advance --dice N,N",
        "battle-shock --dice N,N",
    ),
    also=("fate", "fate dice", "fate die", "strands", "aeldari", "eldar", "dice"),
    of=("army",),
    acts_on=_ROLLS,
    not_modelled=(
        "the faction that an army needs, and which of its units have the ability: dice are used for the unit asked about",
        "that one use a phase is shared by attacks and saves: --per army shares it among the units of the question asked",
        "where the pool is kept on the table",
    ),
    reading=(
        "Keep when what is on the table is worth as much as rolling on in the best way; what a pool is worth is the "
        "player's to say (--value). An unused die costs nothing."
    ),
    related=("acts of faith", "command re-roll"),
)

COMMAND_REROLL = Topic(
    "Command Re-roll",
    "One roll of one's own is made again after it is seen; of several attacks rolled together, one die of them.",
    "10e core rules and their update, Command Re-roll; 11e 15.02",
    does=(
        (
            "10e",
            "A hit, wound, damage, save, charge, Advance or hazard roll, or a number of attacks, is rolled again once. Both "
            "dice of a charge are rolled again. Not a Battle-shock test, not Feel No Pain, not Deadly Demise. A Fate or "
            "Miracle die in the roll is lost.",
        ),
        ("11e", "As in 10e: of dice rolled together one is chosen, a charge is rolled again whole."),
    ),
    options=(
        "charge --reroll both",
        "advance --reroll both",
        "attack --command-reroll",
        "attack --defender-command-reroll",
    ),
    also=("command reroll", "cp reroll", "cp re-roll", "stratagem", "stratagems"),
    of=("army",),
    acts_on=("number of attacks", *_ROLLS[:6]),
    not_modelled=(
        "its cost of one command point, and that it is bought once a phase",
        "that the first printings of the 10th edition asked for it die by die, not after attacks rolled together",
    ),
    related=("acts of faith", "strands of fate"),
)
