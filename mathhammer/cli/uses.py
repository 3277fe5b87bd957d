"""The commands that ask for each army rule, ability and Order, with what they show.

The page of a rule lists them. A number in the words is one that the command prints.
"""

from __future__ import annotations

_MELTA = "'5x A1 BS3+ S9 AP-4 D=D6+3' vs '1x T10 Sv7+ W12'"
_CANNON = "'3x A1 BS3+ S9 AP-3 D=3' vs '1x T5 Sv3+ W6'"
_TWO_UNITS = "'3x A1 BS3+ S9 AP-4 D=D6+3' vs '1x T10 Sv7+ W12' then '2x A1 BS3+ S9 AP-4 D=D6+3'"
_LASGUNS = "'9x A1 BS4+ S3 AP0 D1'"
_HEAVY = "'4x A2 BS3+ S6 AP-2 D2'"

USES: dict[str, tuple[tuple[str, str], ...]] = {
    "Acts of Faith": (
        (
            "fate pool --rounds 3 --destroyed 2 --edition 10e,10e-launch,11e",
            "the dice gained in three rounds with two units lost: five, or eight where each turn gives one",
        ),
        (
            f"attack {_MELTA} --dice 6 --edition 10e,11e",
            "a 6 in the best place of an attack: the wound roll, 3.2 more wounds lost",
        ),
        (
            f"attack {_CANNON} --defender-dice 6 --objective wipe --edition 10e,11e",
            "the same die in one of the target's saves",
        ),
        (
            f"attack {_TWO_UNITS} --dice 6,6 --objective wipe --edition 10e,11e",
            "two units, each of which may spend one of the dice",
        ),
        ("charge --from deep-strike --dice 6 --edition 10e,11e", "66.67 % where two dice give 27.78 %"),
        ("advance 10 --move 6 --dice 4", "an Advance that reaches 10 inches with certainty"),
        ("battle-shock 7 --dice 6,4 --edition 10e,11e", "100 % with a 6 in the test"),
    ),
    "Strands of Fate": (
        ("fate reroll 6 5 3 2 1 1", "roll again: 1.26 sixes on average with five dice"),
        ("fate value", "1.53 sixes from six dice, played in the best way"),
        ("fate value --number 12 --edition 10e-launch", "3.02 from the twelve of the launch"),
        ("fate value --value 2x6+", "53.72 % for two sixes or more"),
        (f"attack {_MELTA} --dice 6,3 --objective wipe --edition 10e,11e", "a pool of two, one use, to destroy the target"),
        ("charge 9 --die 6", "66.67 % instead of 27.78 %"),
        ("battle-shock 7 --die 2", "a low die makes it worse: 33.33 %"),
    ),
    "Voice of Command": (
        (f"attack {_LASGUNS} vs geq --order take-aim --edition 10e,11e", "an Order on the attackers"),
        (f"attack {_LASGUNS} vs geq --order take-aim --shocked --edition 10e,11e", "no Order acts on a Battle-shocked unit"),
        (f"attack {_LASGUNS} vs geq --order duty-and-honour", "an Order that changes nothing here: a note says so"),
        ("advance --move 6 --order move-move-move", "3 inches more"),
        ("battle-shock 7 --order duty-and-honour", "72.22 % instead of 58.33 %"),
    ),
    "Move! Move! Move!": (
        ("advance --move 6 --order move-move-move --edition 10e,11e", "12.5 inches on average: 9, and the roll"),
        ("advance 12 --move 6 --order move-move-move --dice 3", "a 3 held makes 12 inches certain"),
        (
            "threat --move 6 --order move-move-move --distance 18 --edition 10e,11e",
            "a charge from 18 inches away: 41.67 %, in the 11th edition 27.78 %",
        ),
        ("advance --move 6 --order move-move-move --shocked", "9.5 inches: a Battle-shocked unit gains nothing"),
    ),
    "Fix Bayonets!": (
        ("attack '9x A1 WS4+ S3 AP0 D1' vs geq --order fix-bayonets --edition 10e,11e", "hits on 3+ in place of 4+"),
        ("attack '9x A1 WS2+ S3 AP0 D1 [fix bayonets]' vs geq", "a WS of 2+ stays"),
    ),
    "Take Aim!": (
        (
            f"attack {_LASGUNS} vs geq --order take-aim --cover --edition 10e,11e",
            "in the 11th edition it makes up for cover: hits on 4+",
        ),
    ),
    "First Rank, Fire! Second Rank, Fire!": (
        (
            "attack '9x A1 BS4+ S3 AP0 D1 [rapid fire 1]' vs geq --half-range --order first-rank-fire --edition 10e,11e",
            "three attacks for each weapon, 27 in all",
        ),
    ),
    "Take Cover!": (
        (
            "attack '10x A2 BS3+ S4 AP0 D1' vs '10x T3 Sv4+ W1 [take cover]' --cover --edition 10e,11e",
            "now 3+, so cover adds nothing against AP 0 in the 10th edition",
        ),
    ),
    "Duty and Honour!": (
        ("battle-shock 7 --order duty-and-honour --edition 10e,11e", "6 or more: 72.22 %"),
        ("battle-shock 5 --order duty-and-honour", "83.33 %: 5+ is the best Leadership"),
    ),
    "Command Re-roll": (
        ("charge --from deep-strike --reroll both --edition 10e,11e", "47.84 % instead of 27.78 %"),
        ("charge 9 --reroll both --dice 6", "75.93 %: a die held goes into the re-roll if it comes to that"),
        ("advance 10 --move 6 --reroll both", "75.00 % instead of 50.00 %"),
        (
            f"attack {_MELTA} --command-reroll --edition 10e,11e",
            "in the best place of an attack: 7.57 wounds lost instead of 6.22",
        ),
        (
            f"attack {_CANNON} --defender-command-reroll --objective wipe --edition 10e,11e",
            "in one of the target's saves: 26.67 % instead of 30.99 %",
        ),
    ),
    "Leader": (
        (
            "attack '10x A2 BS3+ S5 AP-2 D2' vs 'meq + 1x T5 Sv3+ W4 Inv4+ [leader]' --edition 10e,11e",
            "bodyguards first: the leader is slain in 28.64 %, in the 11th edition in 13.56 %",
        ),
        (
            "attack '3x A2 BS3+ S5 AP-2 D2 [precision]' vs 'meq + 1x T4 Sv2+ W4 Inv4+ [leader]' --precision all "
            "--edition 10e,11e",
            "[precision] strikes at it past the bodyguards: 39.91 %",
        ),
        (
            "fate pool --attached-destroyed 1 --edition 10e,11e",
            "two Miracle dice for it in the 10th edition, one in the 11th",
        ),
        (
            "attack '10x A2 BS3+ S4 AP-1 D1' vs '9x T3 Sv3+ W1 + 1x T4 Sv2+ W5 Inv4+ [character]' --edition 10e,11e",
            "the bodyguards first, by their Toughness and save: all dead 1.98 % of the time; the groups one by one, and "
            "which units are left",
        ),
        (
            "attack '4x A1 BS3+ S4 AP-2 D=3 [precision]' vs '9x T3 Sv3+ W1 + 1x T4 Sv2+ W5 [character]' "
            "--precision all --edition 10e,11e",
            "precision at the leader, who dies 21.58 % of the time",
        ),
    ),
    "Feel No Pain": (
        (f"attack {_HEAVY} vs '5x T4 Sv3+ W2 FNP5+' --edition 10e,11e", "against all wounds"),
        (
            "attack '4x A2 BS3+ S4 AP0 D2 [devastating wounds]' vs '5x T4 Sv2+ W3 FNP4+ (mortal)' "
            "--edition 10e,10e-2023-09,10e-launch,11e",
            "against mortal wounds alone: of no use in September 2023",
        ),
        (
            "attack '3x A3 BS3+ S6 AP-1 D=D3 [psychic]' vs '5x T4 Sv3+ W2 FNP4+ (psychic), FNP6+' --edition 10e,11e",
            "of two, the best that applies",
        ),
    ),
    "Devastating Wounds": (
        (
            "attack '6x A2 BS3+ S4 AP0 D=3 [devastating wounds]' vs meq --edition 10e,10e-2023-09,10e-launch,11e",
            "all four forms: at the launch damage spills over",
        ),
        (
            "attack '6x A2 BS3+ S4 AP0 D2 [devastating wounds]' vs '1x T9 Sv2+ W10 [-1 damage]' --edition 10e,11e",
            "in the 11th edition the target's reduction of damage does not touch it",
        ),
    ),
    "Stealth": (
        ("attack '10x A2 BS3+ S4 AP-1 D1' vs '5x T4 Sv3+ W2 [stealth]' --cover --edition 10e,11e", "beside cover"),
        (
            "attack '10x A2 BS3+ S4 AP-1 D1 [heavy]' vs '5x T4 Sv3+ W2 [stealth]' --stationary --edition 10e,11e",
            "with [heavy]: both cancel in the 10th edition and, as skill and roll, in the 11th",
        ),
        (
            "attack '10x A2 BS3+ S4 AP-1 D1 [ignores cover]' vs '5x T4 Sv3+ W2 [stealth]' --edition 10e,11e",
            "undone in the 11th",
        ),
    ),
    "Deep Strike": (
        ("charge --from deep-strike --edition 10e,10e-2023-09,10e-launch,11e", "9 or more, 27.78 %, in every edition"),
        ("charge --from reserves --edition 10e,11e", "without the ability: 10 or more in the 11th, 16.67 %"),
        ("charge --from deep-strike --reroll both --plus 1 --edition 10e,11e", "with a re-roll and 1 more: 65.97 %"),
    ),
    "Support": (
        (
            "attack '20x A2 BS3+ S5 AP-2 D2' vs 'meq + 1x T5 Sv2+ W4 [leader] + 1x T9 Sv3+ W4 [support]' --edition 11e",
            "behind bodyguards and leader, and attacked by the Toughness of the bodyguards",
        ),
    ),
    "Lone Operative": (
        (
            "attack '24\" A3 BS3+ S5 AP-1 D2' vs '1x T4 Sv3+ W4 [lone operative 18]' --distance 18 --edition 10e,11e",
            "seen from 18 inches; from 19 the attack is refused",
        ),
        (
            "attack '24\" A3 BS3+ S5 AP-1 D2' vs '1x T4 Sv3+ W4 [lone operative]' --distance 20 --attached "
            "--edition 10e,11e",
            "joined to another unit it can be seen from anywhere",
        ),
    ),
    "Scouts": (
        (
            "threat --move 6 --scouts 6 --distance 20..24 --edition 10e,10e-launch,11e",
            "from 22 inches 27.78 %, in the 11th edition 16.67 %",
        ),
        (
            "threat --move 6 --scouts 9 --distance 24 --edition 10e,10e-launch",
            "9 inches with a Move of 6: 41.67 %, at the launch 8.33 %",
        ),
        ("threat --move 6 --scouts 6 --chance 75% --edition 10e,11e", "the greatest distance at which it is worth trying"),
    ),
}
