"""Rows, numbers and labels in; text out. Nothing here knows a weapon or a result."""
