"""The operators of a whole volley, in the order in which the edition resolves it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import prod

from ..editions import PacketKind
from ..sequence.mixed import MixedSquad
from ..sequence.mortal import MortalSteps
from ..sequence.steps import Steps as Sequence_
from .activation import AnySteps, Packet, Volley, deals_at_once
from .front import Aim
from .game import Deferred, InTurn, Opened, Operator


def program(volley: Volley, fired: Sequence[Mapping[Aim, AnySteps]]) -> Operator:
    """The operators of a whole volley, in the edition's order.

    Each weapon's steps are given for whom it may be directed at: one CHARACTER or nobody where a batch is,
    or all of them at once.
    """
    if volley.deals_at_once:
        return InTurn(*(directed(volley, steps, partial(volley.weapon, n)) for n, steps in enumerate(fired)))
    any_of = [next(iter(steps.values())) for steps in fired]
    late = [
        packet
        for kind in volley.edition.after_all
        for number, steps in enumerate(any_of)
        for packet in _waiting(number, steps, kind, volley)
    ]
    volley.waiting = tuple(late)
    parts: list[Operator] = [Opened(prod(packet.most + 1 for packet in late))] if late else []
    for number, steps in enumerate(fired):
        parts.append(directed(volley, steps, partial(_fired, volley, number, late)))
    for at, packet in enumerate(late):
        volley.waiting = tuple(late[at + 1 :])
        aim, own = next(iter(fired[packet.weapon].items()))
        parts.append(_dealt(volley, packet, own, aim))
    return InTurn(*parts)


def directed(volley: Volley, fired: Mapping[Aim, AnySteps], build: Callable[[AnySteps, Aim], Operator]) -> Operator:
    """A weapon's attacks, directed at whoever of those apart is in front when they begin."""
    if len(fired) == 1:
        ((aim, steps),) = fired.items()
        return build(steps, aim)
    aims = list(fired)
    squad = volley.squad
    assert isinstance(squad, MixedSquad)
    in_front = [frozenset() if place is None else frozenset({place.rank}) for _, place in squad.places]
    which = [aims.index(aim) for aim in in_front] + [0]
    return volley.by_state([build(steps, aim) for aim, steps in fired.items()], which)


def _fired(volley: Volley, number: int, late: Sequence[Packet], steps: AnySteps, aim: Aim) -> Operator:
    """One weapon's attacks with what is dealt right after them, while other packets wait on."""
    soon = [p for kind in volley.edition.after_each for p in _waiting(number, steps, kind, volley)]
    parts: list[Operator] = [Opened(prod(packet.most + 1 for packet in soon))] if soon else []
    volley.waiting = (*soon, *late)
    parts.append(volley.weapon(number, steps, aim))
    for at, packet in enumerate(soon):
        volley.waiting = (*soon[at + 1 :], *late)
        parts.append(_dealt(volley, packet, steps, aim))
    return InTurn(*parts)


def _dealt(volley: Volley, packet: Packet, steps: AnySteps, aim: Aim) -> Operator:
    """All packets of this kind are dealt, one after another."""
    assert isinstance(steps, Sequence_)
    return Deferred(volley.deal(packet, steps, aim), packet.most)


def _waiting(number: int, steps: Sequence_ | MortalSteps, kind: PacketKind, volley: Volley) -> list[Packet]:
    """The packets of this kind that may wait, if any."""
    squad = volley.squad
    if kind == "normal" or isinstance(steps, MortalSteps) or kind not in steps.packets:
        return []
    if kind == "devastating" and deals_at_once(steps, squad, alone=not volley.several):
        return []
    most = steps.most_attacks * (1 + steps.critical_hit.extra()[-1][0])
    packet = steps.packets[kind]
    sure = packet.still == 0 and packet.kernel is not None and packet.kernel.strict
    return [Packet(number, kind, min(most, squad.states) if sure else most)]
