"""How the rules are read where their sources leave room: what no single rule says."""

READINGS: dict[str, str] = {
    "save cap": "10th editions: the cap on save rolls is net: all modifiers to the roll, AP included, add at most 1.",
    "cover exception": "10th editions: cover gives nothing to a Save of 3+ or better against AP 0, both after modifiers.",
    "re-roll fails": "What fails is judged after modifiers, gates and caps; what is rolled again is the player's policy.",
    "random values": (
        "Attacks, Rapid Fire X and Blast X are rolled once a weapon, Sustained Hits X for each critical hit, Strength for "
        "each wound roll, Damage and Melta X for each damaging attack."
    ),
    "damage order": (
        "10th editions: set, divide, multiply, add, subtract; 11th edition: set, multiply, add, divide, subtract. "
        "Rounded up once, at least 1; a printed 0 stays 0."
    ),
    "devastating damage": "11th edition: the target's reductions of damage do not touch devastating wounds.",
    "indirect gate": "Natural rolls up to the gate of indirect fire fail; the other reading is a hit on a fixed 4+ or 6+.",
    "conversion": "11th edition: taken to be as in the 10th.",
    "toughness": "The Toughness of the target is fixed for the whole volley.",
    "order of death": (
        "Groups die in the order written: a wounded group first, the characters of an attached unit last (11th edition: all "
        "characters last, and groups of one W, Sv and Inv together). --allocation best is one order for the whole attack, "
        "chosen by the owner when the attacker's choices are known."
    ),
    "attached units": (
        "Characters beside others are leaders, the others bodyguards, unless roles are written. A later unit (then) meets "
        "the Toughness and the rules of the groups that are left, as one target."
    ),
    "mixed rules": "Of rules that any group gives to the unit, equal ones of several groups count once.",
    "mixed saves": (
        "11th edition: save re-rolls are judged die by die, against the group that is current; of equal save dice one that "
        "the Command Re-roll made again is met last."
    ),
    "reached": "Against several groups, unsaved wounds and their damage are counted while a model of the target lives.",
    "substituted D3": "A die put in place of a D3 counts as its face halved, rounded up.",
    "substituted dice": (
        "One die at most goes into any one roll; a re-roll is a roll of its own, so it may take one if a use is left. "
        "A die in a roll that is made again is lost. A random Melta X is no part of the damage roll."
    ),
    "dice in ties": "The objective, then more damage (less, for the defender), then the die is kept.",
    "batches": "All first rolls of a batch are seen before its re-rolls are made, as one batch.",
    "Command Re-roll": (
        "It is decided once a roll is seen and after all re-rolls that rules give; no die is rolled a third time. Of a "
        "batch one die is made again. A roll of several dice (damage, attacks) is made again whole in the 10th editions, "
        "in the 11th one die of it. A die held may go into the new roll. Save dice that are sorted are made again before."
    ),
    "dice and mixed units": (
        "Against several groups with saves of their own, the 10th editions' saves are made one by one even in batches; in "
        "the 11th edition all save dice of a batch are rolled, with dice held among them, then sorted."
    ),
    "re-rolled sums": (
        "A charge, Advance or test is rolled again where that raises its chance; with no number to reach, below the mean."
    ),
    "threat": (
        "The enemy does not move. Only a charge ends within engagement range, so in the 11th edition it takes a 3 or more. "
        "One die held may go into the Advance and one into the charge, which are made in different phases; --die is as "
        "--dice there, and may be kept. An Order comes too late for a Scouts move."
    ),
    "stages": "Hits, wounds and unsaved wounds are counted as if the target never ran out; critical ones are among them.",
    "points": (
        "Points are those of the whole line, count included; of several weapons fired together they are added, and each has "
        "some, if only @ 0. A target's points are shared by its models, group by group where each group has its own."
    ),
    "comparisons": (
        "Where the rules do not allow an attack there is no number, and a note says why; it ranks last. Equal rows share "
        "the better rank."
    ),
    "sweeps": "An Inv or a Feel No Pain that is swept takes the place of all those of its kind; 7 is none.",
    "needed": (
        "The attacks of each number are one volley of one unit against a target at full count: what waits for the other "
        "attacks waits for all of them. The mean is that of the smallest number which does it."
    ),
    "upgrades": "An optional Lethal Hits is settled anew for each upgrade, for the mean damage.",
    "formulas": (
        "The mean damage in letters counts damage that finds no wounds left; the wounds lost have no such formula. "
        "rules A vs B compares it, each rule taken to act, for a weapon without other rules."
    ),
    "break-even": "Where neither of two weapons does anything, that is no tie. Points are those of the whole line.",
    "open worths": "fate: an unknown worth a is from 0 to 1; where keeping and rolling again are worth the same, keep.",
    "quantiles": "Median and band are the smallest x with P(X <= x) >= q; the mode is the smallest most likely value.",
}
