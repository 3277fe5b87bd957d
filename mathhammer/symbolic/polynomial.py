"""Polynomials in named unknowns, with fractions as coefficients: the one door to sympy.

Sums and products are made in sympy's sparse polynomial ring over the rationals; what leaves this
module is a `Polynomial` of fractions. An expression is made once, at the edge, to be factored and written.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, TypeAlias

from ..errors import MathhammerError
from ..exact import Exponents, digits

MOST_FACTORED = 8  # the highest power of a polynomial that is put in factors: long ones take minutes, and have none
Element: TypeAlias = Any  # of a ring of sympy; it never leaves this folder
Number: TypeAlias = int | Fraction


@dataclass(frozen=True)
class Polynomial:
    """A polynomial: its unknowns, and its terms as pairs (exponents, coefficient), none of them 0.

    >>> one_less = Polynomial(("w",), (((0,), Fraction(1)), ((1,), Fraction(-2))))
    >>> one_less.text(), one_less.at(w=Fraction(1, 3))
    ('1 - 2 w', Fraction(1, 3))
    """

    names: tuple[str, ...]
    terms: tuple[tuple[Exponents, Fraction], ...]

    @property
    def unknowns(self) -> tuple[str, ...]:
        """The unknowns that do occur."""
        used = [any(exponents[at] for exponents, _ in self.terms) for at in range(len(self.names))]
        return tuple(name for name, is_used in zip(self.names, used, strict=True) if is_used)

    def at(self, **values: Number) -> Fraction:
        """The value for these unknowns; raises `MathhammerError` when one is missing."""
        missing = [name for name in self.unknowns if name not in values]
        if missing:
            raise MathhammerError(f"no value for {', '.join(missing)}", f"write for example {missing[0]}=Fraction(1, 2)")
        total = Fraction(0)
        for exponents, coefficient in self.terms:
            for name, exponent in zip(self.names, exponents, strict=True):
                if exponent:
                    coefficient *= Fraction(values[name]) ** exponent
            total += coefficient
        return total

    def put(self, **values: Number) -> Polynomial:
        """The polynomial in the unknowns that are left when some get a value."""
        left = tuple(name for name in self.names if name not in values)
        terms: dict[Exponents, Fraction] = {}
        for exponents, coefficient in self.terms:
            rest = []
            for name, exponent in zip(self.names, exponents, strict=True):
                if name in values:
                    coefficient *= Fraction(values[name]) ** exponent
                else:
                    rest.append(exponent)
            terms[tuple(rest)] = terms.get(tuple(rest), Fraction(0)) + coefficient
        return polynomial(left, terms)

    def text(self) -> str:
        """The polynomial in factors, as text: ``c s (1 - 2 w)``."""
        return _text(_factored(self))

    def latex(self) -> str:
        """The polynomial in factors, for LaTeX."""
        return _latex(_factored(self))

    def __str__(self) -> str:
        return self.text()


@dataclass(frozen=True)
class Decay:
    """1 less a power times a polynomial: ``1 - base^n rest(n)``, what is certain but for ever rarer bad luck.

    >>> Decay("n", Fraction(1, 2), Polynomial(("n",), (((0,), Fraction(1)), ((1,), Fraction(1)))))
    Decay(1 - (1/2)^n (1 + n))
    """

    name: str
    base: Fraction
    rest: Polynomial

    @property
    def unknowns(self) -> tuple[str, ...]:
        """The exponent's name."""
        return (self.name,)

    def at(self, **values: Number) -> Fraction:
        """The value for a whole number of at least 0; raises `MathhammerError` for any other."""
        n = values.get(self.name)
        if n is None or Fraction(n).denominator != 1 or n < 0:
            raise MathhammerError(f"{self.name} is {n}", f"write a whole number, such as {self.name}=4")
        return 1 - self.base ** int(n) * self.rest.at(**{self.name: n})

    def text(self) -> str:
        """The formula as text."""
        base, rest = f"({_text(_rational(self.base))})^{self.name}", _text(_expression(self.rest))
        return f"1 - {base}" if rest == "1" else f"1 - {base} ({rest})"

    def latex(self) -> str:
        """The formula for LaTeX."""
        base, rest = rf"\left({_latex(_rational(self.base))}\right)^{{{self.name}}}", _latex(_expression(self.rest))
        return f"1 - {base}" if rest == "1" else rf"1 - {base} \left({rest}\right)"

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"Decay({self})"


def letters(*names: str) -> dict[str, Element]:
    """The unknowns with these names, as elements of one ring.

    >>> x = letters("x", "y")
    >>> plain((x["x"] + x["y"]) ** 2 * number(Fraction(1, 2))).at(x=1, y=2)
    Fraction(9, 2)
    """
    return dict(zip(names, _ring(names).gens, strict=True))


@cache
def _ring(names: tuple[str, ...]) -> Any:
    from sympy.polys.domains import QQ
    from sympy.polys.rings import PolyRing

    return PolyRing(names, QQ)


def number(value: Number) -> Any:
    """A fraction as a number of the ring: with `fraction_of` the one way in and out.

    >>> fraction_of(number(Fraction(2, 3)))
    Fraction(2, 3)
    """
    from sympy.polys.domains import QQ

    exact = Fraction(value)
    return QQ(exact.numerator, exact.denominator)


def fraction_of(found: Any) -> Fraction:
    """A number of the ring as a fraction, whatever whole numbers sympy computes with."""
    from sympy.polys.domains import QQ

    return Fraction(int(QQ.numer(found)), int(QQ.denom(found)))


def plain(element: Element) -> Polynomial:
    """What an element of a ring is, in fractions."""
    names = tuple(map(str, element.ring.symbols))
    return polynomial(names, {tuple(e): fraction_of(c) for e, c in element.terms()})


def polynomial(names: tuple[str, ...], terms: Mapping[Exponents, Fraction]) -> Polynomial:
    """The polynomial with these terms, in a fixed order.

    >>> polynomial(("x",), {(1,): Fraction(0), (0,): Fraction(3)}).terms
    (((0,), Fraction(3, 1)),)
    """
    return Polynomial(names, tuple(sorted((e, Fraction(c)) for e, c in terms.items() if c)))


def element_of(given: Polynomial) -> Element:
    """A polynomial as an element of a ring."""
    return _ring(given.names).from_dict({e: number(c) for e, c in given.terms})


def factors(given: Polynomial) -> tuple[Fraction, tuple[tuple[Polynomial, int], ...]]:
    """A number, and the factors with their powers; the number is positive if a sum can take its sign.

    >>> x = letters("c", "w")
    >>> number_before, parts = factors(plain(x["c"] - 2 * x["c"] * x["w"]))
    >>> number_before, [part.text() for part, _ in parts]
    (Fraction(1, 1), ['c', '1 - 2 w'])
    """
    if not given.terms:
        return Fraction(0), ()
    if not given.names:
        return given.terms[0][1], ()
    if max(max(e) for e, _ in given.terms) > MOST_FACTORED:
        return Fraction(1), ((given, 1),)
    before, parts = element_of(given).factor_list()
    coefficient, found = fraction_of(before), [(plain(part), int(power)) for part, power in parts]
    if coefficient < 0:
        turned = [at for at, (part, power) in enumerate(found) if len(part.terms) > 1 and power % 2]
        turned.sort(key=lambda at: found[at][0].terms[0][1] > 0)  # one that begins with a minus, if there is any
        for at in turned[:1]:
            part, power = found[at]
            found[at] = (polynomial(part.names, {e: -c for e, c in part.terms}), power)
            coefficient = -coefficient
    found.sort(key=lambda pair: (len(pair[0].terms), pair[0].terms[::-1]))
    return coefficient, tuple(found)


def _factored(given: Polynomial) -> Any:
    from sympy import Mul, Pow

    coefficient, parts = factors(given)
    if len(parts) == 1 and parts[0][1] == 1 and (coefficient == 1 or len(parts[0][0].terms) < 3):
        whole = polynomial(given.names, {e: c * coefficient for e, c in parts[0][0].terms})
        return _expression(whole)
    before = _rational(coefficient)
    found = [Pow(_expression(part), power) for part, power in parts]
    if not found:
        return before
    return Mul(*([] if before == 1 else [before]), *found, evaluate=False) if len(found) > 1 or before != 1 else found[0]


def _expression(given: Polynomial) -> Any:
    if not given.names:
        return _rational(given.terms[0][1] if given.terms else Fraction(0))
    return element_of(given).as_expr()


def _rational(value: Fraction) -> Any:
    from sympy import Rational

    return Rational(value.numerator, value.denominator)


def _text(expression: Any) -> str:
    return str(_printers()[0].doprint(expression)).replace("**", "^").replace("*", " ")


def _latex(expression: Any) -> str:
    return str(_printers()[1].doprint(expression))


@cache
def _printers() -> tuple[Any, Any]:
    """How expressions are written: low powers first, whole numbers of any length."""
    from sympy.printing.latex import LatexPrinter
    from sympy.printing.str import StrPrinter

    class Text(StrPrinter):  # type: ignore[misc]
        def _as_ordered_terms(self, expr: Any, order: Any = None) -> list[Any]:
            return _positive_first(super()._as_ordered_terms(expr, order))

        def _print_Integer(self, expr: Any) -> str:  # noqa: N802
            return digits(int(expr.p))

        def _print_Rational(self, expr: Any) -> str:  # noqa: N802
            return digits(int(expr.p)) if expr.q == 1 else f"{digits(int(expr.p))}/{digits(int(expr.q))}"

    class Latex(LatexPrinter):  # type: ignore[misc]
        def _as_ordered_terms(self, expr: Any, order: Any = None) -> list[Any]:
            return _positive_first(super()._as_ordered_terms(expr, order))

        def _print_Integer(self, expr: Any) -> str:  # noqa: N802
            return digits(int(expr.p))

        def _print_Rational(self, expr: Any) -> str:  # noqa: N802
            if expr.q == 1:
                return digits(int(expr.p))
            sign = "- " if expr.p < 0 else ""
            return rf"{sign}\frac{{{digits(abs(int(expr.p)))}}}{{{digits(int(expr.q))}}}"

    return Text({"order": "rev-lex"}), Latex({"order": "rev-lex"})


def _positive_first(terms: list[Any]) -> list[Any]:
    """The terms of a sum, so that it does not begin with a minus if it need not."""
    first = next((at for at, term in enumerate(terms) if term.as_coeff_Mul()[0] > 0), 0)
    return [terms[first], *terms[:first], *terms[first + 1 :]]
