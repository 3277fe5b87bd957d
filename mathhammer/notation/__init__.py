"""One line of text for a weapon or a unit, as typed from a datasheet: reading and writing."""

from .queries import Matrix, Query, split_matrix, split_query
from .read import read_attack, read_unit, read_weapon
from .weapons import Attack
from .write import write, write_query

__all__ = [
    "Attack",
    "Matrix",
    "Query",
    "read_attack",
    "read_unit",
    "read_weapon",
    "split_matrix",
    "split_query",
    "write",
    "write_query",
]
