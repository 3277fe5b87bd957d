"""A formula: what it states, its expression, the working step by step, and where it holds."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ..errors import LimitError, MathhammerError
from .polynomial import Decay, Number, Polynomial
from .threshold import Threshold, threshold_of

MOST_N = 100_000  # of an exponent: the power of a fraction has that many times its digits


@dataclass(frozen=True)
class Letter:
    """One letter of a formula: its name, its value in the question asked, and what it stands for.

    A chance can be ``low`` to ``high``, all else being as it is: a critical is a success, so never more likely.
    """

    name: str
    value: Fraction
    meaning: str
    low: Fraction = Fraction(0)
    high: Fraction = Fraction(1)


@dataclass(frozen=True)
class Step:
    """One step of the working: what is counted, by which factor it comes from the step before, the mean, and why."""

    label: str
    factor: Fraction
    value: Fraction
    expr: Polynomial
    reason: str = ""


@dataclass(frozen=True)
class Formula:
    """A closed form: ``quantity`` says of what, ``valid`` where it holds.

    ``letters`` are the letters with their values in the question asked; ``steps`` the working.

    >>> from mathhammer.symbolic.polynomial import polynomial
    >>> halves = polynomial(("n",), {(1,): Fraction(1, 2)})
    >>> Formula("mean hits", halves, (), "n = 0, 1, 2, ...", (Letter("n", Fraction(4), "attacks"),)).at(n=3)
    Fraction(3, 2)
    """

    quantity: str
    expr: Polynomial | Decay
    steps: tuple[Step, ...]
    valid: str
    letters: tuple[Letter, ...] = ()

    @property
    def unknowns(self) -> tuple[str, ...]:
        """The letters that occur."""
        return self.expr.unknowns

    def at(self, **values: Number) -> Fraction:
        """The value for these letters; the others have their value in the question asked.

        Raises `MathhammerError` for a letter that the formula does not have, or a value outside its range.
        """
        known = {letter.name: letter.value for letter in self.letters}
        for name, value in values.items():
            if name not in known:
                raise MathhammerError(f"the formula has no {name}", f"it has {', '.join(known) or 'no letters'}")
            check_value(name, value)
        return self.expr.at(**{name: values.get(name, known[name]) for name in known})

    @property
    def value(self) -> Fraction:
        """The value in the question asked."""
        return self.at()

    def reaches(self, value: Number, unknown: str = "") -> Threshold:
        """Where the formula passes a value: certified bounds on its one unknown (or the one named).

        Raises `MathhammerError` when several letters are open and none is named.
        """
        names = self.unknowns if len(self.unknowns) > 1 else tuple(letter.name for letter in self.letters)
        if not unknown and len(names) != 1:
            raise MathhammerError(f"the formula has {len(names)} unknowns", "name the one that is asked for")
        name = unknown or names[0]
        if name not in names:
            raise MathhammerError(f"the formula has no {name}", f"it has {', '.join(names)}")
        rest = {letter.name: letter.value for letter in self.letters if letter.name in names and letter.name != name}
        expr = self.expr.put(**rest) if isinstance(self.expr, Polynomial) and rest else self.expr
        (within,) = ((letter.low, letter.high) for letter in self.letters if letter.name == name)
        return threshold_of(expr, name, Fraction(value), within)

    def text(self) -> str:
        """The expression as text."""
        return self.expr.text()

    def latex(self) -> str:
        """The expression for LaTeX."""
        return self.expr.latex()

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {self.latex()}$"

    def __str__(self) -> str:
        return f"{self.quantity}: {self.text()} ({self.valid})"


def check_value(name: str, value: object) -> None:
    """Refuse a value that a letter cannot have: small letters are chances, but for n."""
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        raise MathhammerError(f"{name} is {value!r}", "write a whole number or a Fraction")
    if value < 0 or (name.islower() and name not in ("n", "t", "v") and value > 1):
        raise MathhammerError(f"{name} is {value}", "a chance lies between 0 and 1" if name.islower() else "write 0 or more")
    if name == "n" and value > MOST_N:
        raise LimitError(f"n is {value:,}", f"write at most {MOST_N:,}")
