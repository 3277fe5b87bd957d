"""A form in a notebook that answers again whenever a value changes; ipywidgets is imported only when one is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, TypeAlias

from ..errors import MathhammerError
from .frames import library

Values: TypeAlias = Mapping[str, Any]
Widget: TypeAlias = Any  # of ipywidgets, which is not imported to say so


@dataclass(frozen=True)
class Field:
    """One input of a form: a text, one of several ``choices``, or yes and no when ``value`` is a truth value."""

    name: str
    label: str
    value: str | bool
    choices: tuple[tuple[str, str], ...] = ()


def explorer(fields: Sequence[Field], answer: Callable[[Values], str]) -> Widget:
    """A form of these fields above the answer to their values, which is HTML.

    What the answer refuses with a `MathhammerError` is shown in its place. The form is an ``ipywidgets.VBox``;
    its ``inputs`` are the widgets by name, its ``answer`` the widget of the answer.

    Raises `MathhammerError` if ipywidgets is not installed.

    >>> form = explorer([Field("weapon", "weapon", "A2")], lambda values: values["weapon"].lower())
    >>> form.inputs["weapon"].value = "A3"
    >>> form.answer.value
    'a3'
    """
    widgets = library("ipywidgets", "'mathhammer[notebook]'")
    inputs = {field.name: _input(field, widgets) for field in fields}
    shown = widgets.HTML()

    def answered(_: object = None) -> None:
        try:
            shown.value = answer({name: widget.value for name, widget in inputs.items()})
        except MathhammerError as error:
            shown.value = f"<pre>{escape(str(error))}</pre>"

    for widget in inputs.values():
        widget.observe(answered, names="value")
    answered()
    long = [inputs[field.name] for field in fields if not isinstance(field.value, bool)]
    toggles = [inputs[field.name] for field in fields if isinstance(field.value, bool)]
    flow = widgets.Layout(flex_flow="row wrap")
    form = widgets.VBox([*long, *([widgets.HBox(toggles, layout=flow)] if toggles else []), shown])
    form.inputs, form.answer = inputs, shown
    return form


def _input(field: Field, widgets: Any) -> Widget:
    if isinstance(field.value, bool):
        return widgets.ToggleButton(value=field.value, description=field.label, layout=widgets.Layout(width="auto"))
    wide = widgets.Layout(width="40em", max_width="100%")
    if field.choices:
        return widgets.Dropdown(options=field.choices, value=field.value, description=field.label, layout=wide)
    # An answer for each key pressed would be an answer to half a word: it comes with Enter, or when the field is left.
    return widgets.Text(value=field.value, description=field.label, continuous_update=False, layout=wide)
