"""The rules of the game, each a value that transforms one stage of an attack."""
