"""Answers, and how they show themselves: a table for people, Markdown for a forum, data for machines."""

from .attack import AttackResult, Shooting, Stage, Stat, Volley
from .groups import GroupResult, Remnant

__all__ = ["AttackResult", "GroupResult", "Remnant", "Shooting", "Stage", "Stat", "Volley"]
