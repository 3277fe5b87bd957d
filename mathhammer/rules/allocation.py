"""KEYWORDS by which a group says its place in a unit: on whom wounds fall first, and whose Toughness counts."""

from __future__ import annotations

from .rule import Rule


class Leader(Rule):
    """The group leads bodyguards, and forms an attached unit with them."""

    forms = ("leader",)
    owners = ()
    is_keyword = True
    source = "given texts, Leader (both wordings); 10e core rules updates, Attached units; 11e 19, 24.22"
    reading = (
        "Wounds fall on characters once the bodyguards are dead, by the Toughness of the bodyguards until the attacking "
        "unit is done. Without a CHARACTER among them, leaders are taken for one; others among them are their companions. "
        "10th: when bodyguards or leaders are dead, the rest are units of their own, with their own Starting Strength. "
        "11th: it stays one unit; one Leader and one Support unit lead it."
    )


class Support(Rule):
    """The group supports bodyguards, beside a Leader."""

    forms = ("support",)
    owners = ()
    is_keyword = True
    source = "given text, Leader (11th edition wording); 11e 19, 24.34"
    reading = "As for [leader]. 10th: there is no Support; it is taken for a further Leader."


class Bodyguard(Rule):
    """The group is of the bodyguard unit of an attached unit."""

    forms = ("bodyguard",)
    owners = ()
    is_keyword = True
    source = "given texts, Leader; 10e core rules updates, Attached units; 11e 19"
    reading = "Without it the groups that are neither CHARACTER nor lead are the bodyguards."


class Single(Rule):
    """The groups are one datasheet: no attached unit."""

    forms = ("single",)
    owners = ()
    is_keyword = True
    source = "10e core rules updates, Attached units; 11e 05.04, 19"
    reading = (
        "10th: its characters are not protected, and precision does not act; groups die as written. "
        "11th: its characters come last."
    )
