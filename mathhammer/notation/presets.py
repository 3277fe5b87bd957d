"""Targets by name: abstract profiles, and units with their printed numbers (mid 2026, both editions)."""

from __future__ import annotations

PRESETS: dict[str, str] = {
    "geq": "10x T3 Sv5+ W1 [infantry]",
    "meq": "5x T4 Sv3+ W2 [infantry]",
    "teq": "5x T5 Sv2+ W3 Inv4+ [infantry]",
    "gravis": "3x T6 Sv3+ W3 [infantry]",
    "bladeguard": "3x T4 Sv3+ W3 Inv4+ [infantry]",
    "custodes": "4x T6 Sv2+ W3 Inv4+ [infantry]",
    "ork": "10x T5 Sv5+ W1 [infantry]",
    "grot": "10x T2 Sv7+ W1 [infantry]",
    "gaunt": "10x T3 Sv5+ W1 [infantry]",
    "genestealer": "5x T4 Sv5+ W2 Inv5+ [infantry]",
    "cultist": "10x T3 Sv6+ W1 [infantry]",
    "sister": "10x T3 Sv3+ W1 Inv6+ [infantry]",
    "seraphim": "5x T3 Sv3+ W1 Inv5+ [infantry, fly]",
    "necron": "10x T4 Sv4+ W1 [infantry]",
    "immortal": "5x T5 Sv3+ W1 [infantry]",
    "plague-marine": "5x T6 Sv3+ W2 [infantry]",
    "poxwalker": "10x T4 Sv7+ W1 FNP5+ [infantry]",
    "meganob": "3x T6 Sv2+ W3 [infantry]",
    "wraithguard": "5x T6 Sv2+ W3 [infantry]",
    "bike": "3x T5 Sv3+ W4 [mounted]",
    "rhino": "1x T9 Sv3+ W10 [vehicle]",
    "dread": "1x T10 Sv2+ W12 [vehicle, walker]",
    "predator": "1x T10 Sv3+ W11 [vehicle]",
    "leman-russ": "1x T11 Sv2+ W13 [vehicle]",
    "land-raider": "1x T12 Sv2+ W16 [vehicle]",
    "repulsor": "1x T12 Sv3+ W16 [vehicle]",
    "rogal-dorn": "1x T12 Sv2+ W18 [vehicle]",
    "baneblade": "1x T13 Sv2+ W24 [vehicle, titanic]",
    "monolith": "1x T13 Sv2+ W22 [vehicle]",
    "armiger": "1x T9 Sv3+ W14 Inv5+ (ranged) [vehicle, walker]",
    "knight": "1x T11 Sv3+ W26 Inv5+ (ranged) [vehicle, walker, titanic]",
    "carnifex": "1x T9 Sv2+ W8 [monster]",
    "hive-tyrant": "1x T10 Sv2+ W10 Inv4+ [monster]",
    "ctan": "1x T11 Sv3+ W16 Inv4+ FNP5+ [monster]",
    "daemon-primarch": "1x T12 Sv2+ W16 Inv4+ FNP5+ [monster, character]",
    "guo": "1x T12 Sv5+ W20 Inv4+ FNP6+ [monster, character]",
}

ALIASES: dict[str, str] = {
    "guardsman": "geq",
    "marine": "meq",
    "terminator": "teq",
    "boyz": "ork",
    "outrider": "bike",
    "redemptor": "dread",
}


def preset(name: str) -> str | None:
    """The profile behind a preset's name or alias; case, blanks, hyphens and apostrophes do not matter.

    >>> preset("Land Raider")
    '1x T12 Sv2+ W16 [vehicle]'
    """
    key = "-".join(name.lower().replace("'", "").replace("-", " ").split())
    return PRESETS.get(ALIASES.get(key, key))
