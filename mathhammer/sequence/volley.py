"""A volley: every weapon's packets loaded onto the squad and discharged in the edition's order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import comb, prod
from typing import Protocol

from ..editions import Edition
from ..exact import Exponents, Series, one, packet
from .limits import check_work, terms_of
from .squad import Kernel, Packet, SortedKernel, Squad, Vector

PRODUCTS = 8  # of two numbers, in the time that a number takes while packets wait
BITS = 16  # by which an attack lengthens the numbers, assumed when the work is estimated


class Shot(Protocol):
    """All attacks of one weapon, as the volley sees them."""

    @property
    def packets(self) -> Mapping[str, Packet]:
        """The packets that an attack can bring about, by kind."""

    @property
    def most_attacks(self) -> int:
        """The largest number of attacks."""

    @property
    def most_packets(self) -> int:
        """The largest number of packets."""

    def products(self, kinds: int, limit: int) -> int:
        """The products of two numbers that its generating function takes, at the most.

        ``kinds`` of packets are counted, up to ``limit`` of them in all.
        """

    def series(self, yields: Mapping[str, Series], limit: int | None) -> Series:
        """The generating function of all attacks, when each kind of packet yields this."""


@dataclass(frozen=True)
class Batch:
    """Shots with identical attacks, resolved together."""

    shots: tuple[Shot, ...]

    @property
    def packets(self) -> Mapping[str, Packet]:
        """The packets that an attack can bring about, the same for all shots."""
        return self.shots[0].packets

    @property
    def most_attacks(self) -> int:
        """The largest number of attacks of all shots together."""
        return sum(shot.most_attacks for shot in self.shots)

    @property
    def most_packets(self) -> int:
        """The largest number of packets of all shots together."""
        return sum(shot.most_packets for shot in self.shots)

    def products(self, kinds: int, limit: int) -> int:
        """The products of two numbers that the generating function of all shots takes, at the most."""
        whole = terms_of(min(self.most_packets, limit), kinds)
        joined = sum(whole * terms_of(min(shot.most_packets, limit), kinds) for shot in self.shots[1:])
        return joined + sum(shot.products(kinds, limit) for shot in self.shots)

    def series(self, yields: Mapping[str, Series], limit: int | None) -> Series:
        """The generating function of the attacks of all shots."""
        total = self.shots[0].series(yields, limit)
        for shot in self.shots[1:]:
            total = total.times(shot.series(yields, limit), limit)
        return total


@dataclass(frozen=True)
class Outcome:
    """The law of a squad's states: live weights over a denominator, the rest is dead."""

    squad: Squad
    vector: tuple[int, ...]
    denominator: int


@dataclass(frozen=True)
class _Slot:
    """One place in the order of resolution: a kind of packet of one shot."""

    shot: int
    kind: str
    packet: Packet
    kernel: Kernel


def fire(shots: Sequence[Shot], squad: Squad, edition: Edition, start: Outcome | None = None) -> Outcome:
    """The law of the squad's states after all shots of one attacking unit, from ``start`` if given.

    Raises `LimitError` before any work when there would be too much.
    """
    slots = _order(shots, edition, squad)
    classes = _classes(slots)
    kernels = [slots[classes.index(number)].kernel for number in range(max(classes, default=-1) + 1)]
    pending: dict[Exponents, Vector] = {(0,) * len(kernels): list(start.vector) if start else squad.start()}
    denominator = start.denominator if start else 1
    loads = _loads(slots, classes)
    _check(shots, loads, kernels, squad)
    for current, kernel in enumerate(kernels):
        waiting = _Waiting(squad.states, tuple(k.strict for k in kernels[current:]))
        after = _Waiting(squad.states, waiting.strict[1:])
        waits = len(kernels) > current + 1 or isinstance(kernel, SortedKernel)
        alone = len(loads[current]) == 1 and waits and not any(e[0] for e in pending)
        for shot in loads[current]:
            series = _series(shots[shot], shot, slots, classes, current, waiting.limit(pending))
            denominator *= series.denominator
            if alone:
                pending, scale = _load_and_discharge(pending, series, kernel, after)
            else:
                pending = waiting.load(pending, series)
        if not alone:
            pending, scale = _discharge(pending, kernel, after)
        denominator *= scale
    final = pending.get((), [])
    return Outcome(squad, (*final, *[0] * (squad.states - len(final))), denominator)


def _loads(slots: Sequence[_Slot], classes: Sequence[int]) -> list[dict[int, set[int]]]:
    """For each class the shots to be loaded before it is resolved, with all the classes of each."""
    loads: list[dict[int, set[int]]] = [{} for _ in range(max(classes, default=-1) + 1)]
    first: dict[int, int] = {}
    for slot, number in zip(slots, classes, strict=True):
        loads[first.setdefault(slot.shot, number)].setdefault(slot.shot, set()).add(number)
    return loads


def _check(shots: Sequence[Shot], loads: Sequence[dict[int, set[int]]], kernels: Sequence[Kernel], squad: Squad) -> None:
    """Refuse what would take too long, by the number of terms that wait for each other and their length."""
    strict = [kernel.strict for kernel in kernels]
    bits, packets = 0, 0
    degrees: dict[int, int] = {}  # the most packets of each kind that wait
    for current, load in enumerate(loads):
        for shot, used in load.items():
            bits += BITS * shots[shot].most_attacks
            more = shots[shot].most_packets
            packets += more
            for number in used:
                most = degrees.get(number, 0) + more
                degrees[number] = min(most, squad.states) if strict[number] else most
            certain = all(strict[number] for number in used)
            limit = squad.states if certain else shots[shot].most_packets
            check_work(shots[shot].products(len(used), limit) // PRODUCTS, bits)
            terms = min(prod(degree + 1 for degree in degrees.values()), comb(packets + len(degrees), len(degrees)))
            if all(strict[number] for number in degrees):
                terms = min(terms, comb(squad.states + len(degrees), len(degrees)))
            kernel = kernels[current]
            if isinstance(kernel, SortedKernel):
                terms += more**2 // 2 * (len(kernel.kinds) - 1)
            check_work(terms * squad.states // 2, bits)
        degrees.pop(current)


def _order(shots: Sequence[Shot], edition: Edition, squad: Squad) -> list[_Slot]:
    """The packets in the order in which the edition resolves them; those without effect are left out."""
    places = [(shot, kind) for shot in range(len(shots)) for kind in edition.after_each]
    places += [(shot, kind) for kind in edition.after_all for shot in range(len(shots))]
    if squad.models == 1:
        places.sort(key=lambda place: place[0])  # against one model packets commute: nothing waits
    slots = []
    for shot, kind in places:
        found = shots[shot].packets.get(kind)
        if found is not None and found.kernel is not None:
            slots.append(_Slot(shot, kind, found, found.kernel))
    return slots


def _classes(slots: Sequence[_Slot]) -> list[int]:
    """The packet variable of each slot: consecutive slots with equal kernels share one."""
    classes: list[int] = []
    for at, slot in enumerate(slots):
        if at == 0:
            classes.append(0)
        else:
            before = slots[at - 1].kernel
            same = slot.kernel is before or slot.kernel == before
            classes.append(classes[-1] if same else classes[-1] + 1)
    return classes


def _series(
    shot: Shot, index: int, slots: Sequence[_Slot], classes: Sequence[int], current: int, limit: int | None
) -> Series:
    """One shot's generating function in the variables of the classes still to come."""
    variables = max(classes) + 1 - current
    yields: dict[str, Series] = {kind: one(variables) for kind in shot.packets}
    for slot, variable in zip(slots, classes, strict=True):
        if slot.shot == index:
            yields[slot.kind] = packet(variables, variable - current, slot.packet.still, slot.packet.total)
    return shot.series(yields, limit)


@dataclass(frozen=True)
class _Waiting:
    """How much can matter while packets wait: each of a strict kind takes the squad one state on."""

    states: int
    strict: tuple[bool, ...]

    def limit(self, pending: Mapping[Exponents, Vector]) -> int | None:
        """So many more packets kill every live state for sure; None if some kinds may do nothing."""
        if not all(self.strict):
            return None
        firsts = [next(state for state, w in enumerate(v) if w) for v in pending.values() if any(v)]
        return max(1, self.states - min(firsts, default=self.states))

    def size(self, exponents: Exponents) -> int:
        """The number of states that are not dead for sure with so many packets to come."""
        return self.states - sum(e for e, strict in zip(exponents, self.strict, strict=True) if strict)

    def load(self, pending: Mapping[Exponents, Vector], series: Series) -> dict[Exponents, Vector]:
        """Every state with every number of packets to come; what is dead for sure is dropped."""
        after: dict[Exponents, Vector] = {}
        for before, vector in pending.items():
            for more, weight in series.terms.items():
                exponents = tuple(map(int.__add__, before, more))
                size = self.size(exponents)
                if size > 0 and weight:
                    loaded = [weight * w for w in vector[:size]]
                    held = after.get(exponents)
                    after[exponents] = loaded if held is None else _sum(held, loaded)
        return after


def _sum(one: Vector, other: Vector) -> Vector:
    if len(one) < len(other):
        one, other = other, one
    return [*map(int.__add__, one, other), *one[len(other) :]]


def _discharge(pending: Mapping[Exponents, Vector], kernel: Kernel, after: _Waiting) -> tuple[dict[Exponents, Vector], int]:
    """Resolve the packets of the first variable; also the factor by which the denominator grows."""
    assert not isinstance(kernel, SortedKernel), "sorted packets are loaded and resolved at once"
    groups: dict[Exponents, dict[int, Vector]] = {}
    for exponents, vector in pending.items():
        groups.setdefault(exponents[1:], {})[exponents[0]] = vector
    top = max((max(group) for group in groups.values()), default=0)
    lifts = _lifts(kernel, top)
    return {rest: _horner(group, kernel, after.size(rest), lifts) for rest, group in groups.items()}, lifts[0]


def _lifts(kernel: Kernel, top: int) -> list[int]:
    """By what each number of packets is multiplied so that all stand over the denominator's highest power."""
    lifts = [1]
    for _ in range(top):
        lifts.append(lifts[-1] * kernel.denominator)
    return lifts[::-1]


def _horner(by_count: Mapping[int, Vector], kernel: Kernel, size: int, lifts: Sequence[int]) -> Vector:
    """The sum over k of T^k v_k, over the denominator's highest power (Horner's scheme)."""
    total: Vector = []
    for count in range(max(by_count), -1, -1):
        total = kernel.applied(total, size)
        vector = by_count.get(count)
        if vector:
            lift = lifts[count]
            total = _sum(total, vector if lift == 1 else [w * lift if w else 0 for w in vector])
    return total


def _load_and_discharge(
    pending: Mapping[Exponents, Vector], series: Series, kernel: Kernel, after: _Waiting
) -> tuple[dict[Exponents, Vector], int]:
    """Load one shot and resolve its first packets at once; also the factor by which the denominator grows.

    What k packets do to each pending vector is worked out once, for all numbers of packets that wait on.
    """
    by_rest: dict[Exponents, list[tuple[int, int]]] = {}
    for exponents, weight in series.terms.items():
        if weight:
            by_rest.setdefault(exponents[1:], []).append((exponents[0], weight))
    top = max((count for terms in by_rest.values() for count, _ in terms), default=0)
    lifts = _lifts(kernel, top)
    done: dict[Exponents, Vector] = {}
    for before, vector in pending.items():
        reached = kernel.table(vector, after.size(before[1:]), lifts)
        table = [[(state, w) for state, w in enumerate(found) if w] for found in reached]
        for rest, terms in by_rest.items():
            exponents = tuple(map(int.__add__, before[1:], rest))
            size = after.size(exponents)
            if size > 0:
                dealt = _from_table(terms, table, size)
                held = done.get(exponents)
                done[exponents] = dealt if held is None else _sum(held, dealt)
    return done, lifts[0]


def _from_table(terms: Sequence[tuple[int, int]], table: Sequence[Sequence[tuple[int, int]]], size: int) -> Vector:
    """The sum over k, by weight, of what k packets make of a vector, of which the states that have weight are listed."""
    total: Vector = [0] * min(size, 1 + max((table[count][-1][0] for count, _ in terms if table[count]), default=-1))
    for count, weight in terms:
        for state, w in table[count]:
            if state >= size:
                break
            total[state] += weight * w
    return total
