"""Pictures drawn with matplotlib, which is imported only when one is drawn.

Colours, line styles, markers and hatches differ together, so that nothing hangs on colour alone.
"""

from .draw import Axes, draw
from .file import checked, save

__all__ = ["Axes", "checked", "draw", "save"]
