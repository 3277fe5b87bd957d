"""What an answer shows: a table for people, Markdown for a forum, data for machines."""

from .data import answers_csv, answers_data
from .page import markdown_page
from .table import table

__all__ = ["answers_csv", "answers_data", "markdown_page", "table"]
