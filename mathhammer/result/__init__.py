"""Answers, and how they show themselves: a table for people, Markdown for a forum, data for machines."""

from .attack import AttackResult, GroupResult, Shooting, Stage, Stat, Volley

__all__ = ["AttackResult", "GroupResult", "Shooting", "Stage", "Stat", "Volley"]
