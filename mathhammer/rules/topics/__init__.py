"""Army rules, core abilities and Orders by name: the one place that lists them."""

from __future__ import annotations

from .army import ACTS_OF_FAITH, COMMAND_REROLL, STRANDS_OF_FATE
from .orders import ORDERS, VOICE_OF_COMMAND
from .topic import Topic
from .units import (
    DEEP_STRIKE,
    DEVASTATING_WOUNDS,
    FEEL_NO_PAIN,
    LEADER,
    LONE_OPERATIVE,
    SCOUTS,
    STEALTH,
    SUPPORT,
)

__all__ = ["TOPICS", "Topic"]

TOPICS: tuple[Topic, ...] = (
    ACTS_OF_FAITH,
    STRANDS_OF_FATE,
    VOICE_OF_COMMAND,
    *ORDERS,
    COMMAND_REROLL,
    LEADER,
    SUPPORT,
    FEEL_NO_PAIN,
    DEVASTATING_WOUNDS,
    STEALTH,
    LONE_OPERATIVE,
    SCOUTS,
    DEEP_STRIKE,
)
