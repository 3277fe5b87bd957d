"""Core abilities of units and weapons."""

from __future__ import annotations

from .topic import Topic

LEADER = Topic(
    "Leader",
    "A CHARACTER unit joins a bodyguard unit: they are attacked as one, the bodyguards first.",
    "given texts, Leader: the 10th edition's wording and the 11th's; 11e 19, 24.22",
    does=(
        (
            "10e",
            "One unit. Attacks are made against the highest Toughness among the bodyguards, whatever the leader's. Wounds "
            "go to bodyguards while one lives, then what is left of the attacks goes to the characters, against the same "
            "Toughness. [precision] may send a wound to a CHARACTER. Keywords are those of all models. When the last "
            "bodyguard or the last leader is dead, the rest are units of their own, with their own Starting Strength, once "
            "the attacking unit is done. Destroyed, it counts as two units (Miracle dice).",
        ),
        (
            "11e",
            "A bodyguard unit takes at most one leader and one support unit, for the whole battle. Toughness as in 10e. Of "
            "the groups of models, each CHARACTER comes after all others; [precision] puts one of them first for a batch. "
            "Save dice are taken lowest first. It stays one unit to the end; destroyed, it counts as one.",
        ),
    ),
    keywords=("leader",),
    options=("attack --precision HOW", "attack --allocation HOW", "fate pool --attached-destroyed N"),
    also=("leaders", "attached", "attached unit", "attached units", "bodyguard", "bodyguards", "character", "characters"),
    of=("target",),
    acts_on=("wound roll", "saving throw", "damage"),
    not_modelled=(
        "which units may be joined, and that this is settled when the army is mustered: write the joined unit",
        "10th editions: of which keywords a destroyed part is, for rules that its destruction sets off",
    ),
    related=("support", "lone operative", "precision", "acts of faith"),
)

SUPPORT = Topic(
    "Support",
    "A unit of the 11th edition that joins a bodyguard unit beside its leader.",
    "given text, Leader: the 11th edition's wording; 11e 19, 24.34",
    does=(
        (
            "11e",
            "One support unit at most on a bodyguard unit, beside at most one leader. Its Toughness does not count while a "
            "bodyguard lives; its models come last if they are CHARACTERs. Destroyed, the whole counts as one unit.",
        ),
    ),
    keywords=("support",),
    options=("attack --precision HOW", "attack --allocation HOW"),
    also=("support unit", "support units"),
    of=("target",),
    acts_on=("wound roll", "saving throw", "damage"),
    not_modelled=("which units may be joined, and that it must join one: write the joined unit",),
    related=("leader",),
)

FEEL_NO_PAIN = Topic(
    "Feel No Pain",
    "A D6 for each wound that would be lost: on n+ it is not.",
    "given text, Feel No Pain; 10e core rules; 11e 24.12",
    does=(
        (
            "10e",
            "After damage and its modifiers, each point is rolled for by itself, from attacks and from mortal wounds alike. "
            "Points beyond the wounds of the model are lost. Of several, one is used for a wound: the best that applies, as "
            "some are against mortal or psychic wounds alone.",
        ),
        (
            "10e-2023-09",
            "As in 10e, but devastating wounds are no mortal wounds: one against mortal wounds alone does not stop them.",
        ),
        ("11e", "As in 10e. Several instances are never added up; models that differ in it alone are one group."),
    ),
    keywords=("feel no pain",),
    also=("fnp", "ignore wounds", "no pain"),
    related=("devastating wounds", "psychic", "mortals on crit wound"),
)

DEVASTATING_WOUNDS = Topic(
    "Devastating Wounds",
    "A critical wound cannot be saved and is dealt as mortal wounds to one model.",
    "given text, Devastating Wounds; 10e core rules updates; 11e 24.10",
    does=(
        (
            "10e",
            "No save of any kind against a critical wound. Such attacks wait until all others of the attacking unit are "
            "resolved. Each deals its Damage, after modifiers, as mortal wounds: Feel No Pain against mortal wounds counts, "
            "and what is left when a model dies is lost.",
        ),
        (
            "10e-2023-09",
            "No save of any kind, after all other attacks of the unit; but normal damage, so Feel No Pain against mortal "
            "wounds alone does not count. What is left when a model dies is lost.",
        ),
        (
            "10e-launch",
            "The Damage becomes mortal wounds that spill over to other models, after all other damage of the unit. Feel No "
            "Pain against mortal wounds counts.",
        ),
        (
            "11e",
            "The sequence ends at the critical wound: mortal wounds equal to the weapon's Damage, after the normal damage "
            "of its own batch, one model at most for each. The target's reductions of damage do not touch it.",
        ),
    ),
    keywords=("devastating wounds",),
    also=("mortal wounds",),
    related=("feel no pain", "anti", "crit wound", "mortals on crit wound", "lethal hits"),
)

STEALTH = Topic(
    "Stealth",
    "Ranged attacks are at -1 to hit (10th) or find the target in cover (11th).",
    "given text, Stealth; 10e core rules, Stealth; 11e 24.33",
    does=(
        (
            "10e",
            "-1 to the hit roll of ranged attacks, within the cap of 1 on all modifiers: a second -1 changes nothing, a +1 "
            "makes up for it. A unit has it when each of its groups has.",
        ),
        (
            "11e",
            "The target has the benefit of cover: BS 1 worse, outside the cap, once with terrain; [ignores cover] and "
            "[psychic] undo it.",
        ),
    ),
    keywords=("stealth",),
    related=("cover", "ignores cover", "heavy", "+N to hit", "psychic"),
)

LONE_OPERATIVE = Topic(
    "Lone Operative",
    "Out of reach of ranged attacks from far away, as long as it has joined no other unit.",
    "given text, Lone Operative: the 11th edition's wording; 10e core rules, Lone Operative; 11e 24.24",
    does=(
        ("10e", 'Ranged attacks may be made against it from within 12" alone, or within N" where a number is printed.'),
        (
            "11e",
            'Seen from within 12" alone, or within N" where a number is printed; [indirect fire] is bound to the same '
            "distance.",
        ),
    ),
    keywords=("lone operative",),
    options=("attack --distance N", "attack --attached"),
    also=("lone op", "lone operator"),
    acts_on=("choice of the target",),
    not_modelled=("what else being unseen means: only attacks on the unit itself are asked about",),
    related=("leader", "indirect fire"),
)

SCOUTS = Topic(
    "Scouts",
    "A move of up to N inches before the battle begins.",
    "given text, Scouts: the wording of June 2023; 10e core rules updates; 11e 24.31, 24.32",
    does=(
        ("10e", 'A Normal move, N" at most, also where that is more than the Move; it ends more than 9" from enemies.'),
        ("10e-launch", 'A Normal move, N" at most and no longer than the Move; it ends more than 9" from enemies.'),
        ("11e", 'As in 10e, but it ends more than 8" from enemies.'),
    ),
    keywords=("scouts",),
    options=("threat --scouts X",),
    also=("scout", "scout move", "scouting"),
    acts_on=("distance covered",),
    not_modelled=(
        "that it is made before the first turn, and the player with that turn first",
        "a DEDICATED TRANSPORT that moves with its passengers",
    ),
    related=("move! move! move!", "deep strike"),
)

DEEP_STRIKE = Topic(
    "Deep Strike",
    "Arrives near enemies from reserves: a charge in that turn needs a 9.",
    "given text, Deep Strike: the 11th edition's wording; 10e core rules, Deep Strike; 11e 20.04, 24.09",
    does=(
        (
            "10e",
            'Set up more than 9" from enemies. A charge may stop 1" short: 9 or more. Without the ability arrivals are more '
            'than 9" away as well.',
        ),
        (
            "11e",
            'Set up more than 8" from enemies. A charge covers the whole distance: 9 or more. Without the ability arrivals '
            'are more than 9" away: 10 or more.',
        ),
    ),
    keywords=("deep strike",),
    options=("charge --from deep-strike",),
    also=("deepstrike", "deep-strike", "reserves", "reinforcements", "ingress move", "ingress", "teleport"),
    acts_on=("charge",),
    not_modelled=(
        "where on the battlefield it is set up, the opponent's deployment zone included: as near as allowed is asked about",
        "that every model of the unit must have the ability, and from which round on it may arrive",
    ),
    related=("scouts", "command re-roll"),
)
