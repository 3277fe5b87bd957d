"""One line of text for a weapon or a unit, as typed from a datasheet: reading and writing."""

from .read import read_attack, read_query, read_unit, read_weapon
from .write import write

__all__ = ["read_attack", "read_query", "read_unit", "read_weapon", "write"]
