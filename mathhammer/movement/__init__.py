"""Rolls that move units or test them: the charge, the Advance, the Battle-shock test."""
