"""Formulas: attacks in letters instead of numbers. sympy is imported here alone, inside functions."""
