"""Choices between dice, solved backward and exactly: pools of dice held, and rolls that may be made again."""
