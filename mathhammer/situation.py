"""The situation of an attack: what is true on the table that no profile says."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, fields
from typing import Literal

from . import orders
from .errors import SituationError

ORDERS = tuple(order.name for order in orders.ORDERS)


@dataclass(frozen=True)
class Situation:
    """What is true on the table; every flag is False unless said.

    ``order`` is the one Order on the attacking unit, ``distance`` is in inches, ``lethal`` says
    whether an optional Lethal Hits is taken.

    >>> Situation(half_range=True, cover=True).said()
    ('half range', 'cover')
    """

    half_range: bool = False
    long_range: bool = False
    stationary: bool = False
    spotted: bool = False
    charged: bool = False
    cover: bool = False
    not_visible: bool = False
    overwatch: bool = False
    plunging: bool = False
    engaged: bool = False
    target_engaged: bool = False
    attached: bool = False
    shocked: bool = False
    distance: int | None = None
    order: str | None = None
    lethal: Literal["always", "never", "best", "policy"] = "best"

    def __post_init__(self) -> None:
        if self.order is not None and self.order not in ORDERS:
            raise SituationError(f"no Order is called {self.order!r}", f"write one of {', '.join(ORDERS)}")
        if self.lethal not in ("always", "never", "best", "policy"):
            raise SituationError(f"lethal {self.lethal!r} is no choice", "write always, never, best or policy")
        if self.distance is not None and not 0 <= self.distance <= 1000:
            raise SituationError(f'distance {self.distance}" is outside 0..1000', "write whole inches")

    def ordered(self, order: orders.Order) -> bool:
        """Whether this Order acts on the unit: it was issued, and the unit is not Battle-shocked.

        >>> Situation(order="take-aim", shocked=True).ordered(orders.TAKE_AIM)
        False
        """
        return self.order == order.name and not self.shocked

    def idle_order(self, acting: Container[str], why: str) -> str | None:
        """What to say about an Order that does nothing here; ``acting`` are those that would, ``why`` what others miss.

        >>> Situation(order="take-aim").idle_order(["duty-and-honour"], "it touches no test")
        'take-aim: it touches no test'
        """
        if self.order is None:
            return None
        if self.shocked:
            return f"{self.order}: {orders.SHOCKED}"
        return None if self.order in acting else f"{self.order}: {why}"

    def said(self) -> tuple[str, ...]:
        """What differs from the ordinary, in words, in a fixed order."""
        words = []
        for field in fields(self):
            value = getattr(self, field.name)
            if value is True:
                words.append(field.name.replace("_", " "))
            elif value not in (False, None, field.default):
                words.append(f"{field.name} {value}" + ('"' if field.name == "distance" else ""))
        return tuple(words)


FLAGS = tuple(field.name for field in fields(Situation) if field.type == "bool")
