"""The six Orders of Voice of Command: what each improves, by how much, and up to what.

The one list of them: rules on attacks, moves and tests take names, numbers and bounds from here.
"""

from __future__ import annotations

from dataclasses import dataclass

SOURCE = "given text, Voice of Command"
SHOCKED = "a Battle-shocked unit is affected by no Order"
READING = (
    "One Order at a time, a later one takes the place of the one before; none acts on a Battle-shocked unit. An Order "
    "holds until the player's next Command phase, so there is none yet when Scouts move."
)


@dataclass(frozen=True)
class Order:
    """An Order: the characteristic that it improves, by how much, and how good that may get.

    ``best`` is the best roll that the characteristic can come to ask for, None where nothing bounds it.
    ``where`` are the commands that it touches. All editions have all six.

    >>> TAKE_COVER.says
    'Save: 1 better, no better than 3+'
    """

    name: str  # as --order takes it
    title: str
    touches: str  # the characteristic, and whose
    by: int
    where: tuple[str, ...]
    best: int | None = None
    unit: str = ""

    @property
    def keyword(self) -> str:
        """The name as a keyword of a weapon or a target.

        >>> TAKE_AIM.keyword
        'take aim'
        """
        return self.name.replace("-", " ")

    @property
    def says(self) -> str:
        """What it does, in words.

        >>> MOVE_MOVE_MOVE.says
        'Move: 3" more'
        """
        by = f"{self.touches}: {self.by}{self.unit}"
        return f"{by} more" if self.best is None else f"{by} better, no better than {self.best}+"

    def improved(self, printed: int) -> int:
        """The roll that a characteristic asks for once the Order acts; one at or beyond the bound stays.

        >>> TAKE_COVER.improved(5), TAKE_COVER.improved(3), TAKE_COVER.improved(2)
        (4, 3, 2)
        """
        return min(printed, max(printed - self.by, self.best or 0))


TAKE_AIM = Order("take-aim", "Take Aim!", "Ballistic Skill of ranged weapons", 1, ("attack",), best=2)
FIX_BAYONETS = Order("fix-bayonets", "Fix Bayonets!", "Weapon Skill of melee weapons", 1, ("attack",), best=2)
FIRST_RANK_FIRE = Order(
    "first-rank-fire", "First Rank, Fire! Second Rank, Fire!", "Attacks of [rapid fire] weapons", 1, ("attack",)
)
TAKE_COVER = Order("take-cover", "Take Cover!", "Save", 1, ("attack",), best=3)
MOVE_MOVE_MOVE = Order("move-move-move", "Move! Move! Move!", "Move", 3, ("advance", "threat"), unit='"')
DUTY_AND_HONOUR = Order(
    "duty-and-honour", "Duty and Honour!", "Leadership and Objective Control", 1, ("battle-shock",), best=5
)
ORDERS = (TAKE_AIM, FIX_BAYONETS, FIRST_RANK_FIRE, TAKE_COVER, MOVE_MOVE_MOVE, DUTY_AND_HONOUR)
