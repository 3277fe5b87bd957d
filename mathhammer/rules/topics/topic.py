"""What a topic is: a rule of the game as players name it, with what it does in each edition."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...editions import DEFAULT, EDITIONS


@dataclass(frozen=True)
class Topic:
    """A rule of the game under its own name: an army rule, an ability, an Order.

    ``does`` says what it does, edition by edition; an edition that is not named is as `10e`, and has
    no such rule if `10e` is not named either. ``keywords`` are the titles of the rules of the
    catalogue that are part of it, ``options`` with which commands ask for it. ``not_modelled`` lists what
    it says that no answer depends on, or that is left to the player.

    >>> Topic("Support", "A unit that joins another.", "11e 24.34", does=(("11e", "It joins."),)).editions
    ('11e',)
    """

    name: str
    meaning: str  # in one sentence
    source: str
    does: tuple[tuple[str, str], ...] = ()
    keywords: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    also: tuple[str, ...] = ()  # other names under which it is looked for
    of: tuple[str, ...] = ()  # whose rule it is, where no keyword says it
    acts_on: tuple[str, ...] = ()  # where it acts, where no keyword says it
    not_modelled: tuple[str, ...] = ()
    reading: str = ""
    members: tuple[str, ...] = ()  # the names of the topics of which it is the family
    related: tuple[str, ...] = ()  # names of other rules

    @property
    def editions(self) -> tuple[str, ...]:
        """The names of the editions that have the rule."""
        named = dict(self.does)
        return tuple(name for name in EDITIONS if name in named or DEFAULT in named)

    def said(self) -> Iterator[tuple[str, str]]:
        """Each edition that has the rule, and what the rule does in it."""
        named = dict(self.does)
        for name in self.editions:
            yield name, named.get(name) or named[DEFAULT]
