"""The form for a notebook: it answers, answers again when a value changes, and refuses in its place."""

from __future__ import annotations

from typing import Any

import pytest

from mathhammer import EditionError, MathhammerError, attack, explore
from mathhammer.report.explorer import Field, explorer
from mathhammer.situation import FLAGS

BOLTS, MARINES = "10x A2 BS3+ S4 AP-1 D1 [rapid fire 1]", "5x T4 Sv3+ W2"


def form() -> Any:
    return explore(BOLTS, MARINES, edition="10e")


def shown(**asked: Any) -> Any:
    return attack(BOLTS, MARINES, **{"edition": "10e", **asked})._repr_html_()


def test_the_form_shows_the_answer_of_attack() -> None:
    assert form().answer.value == shown()


def test_every_flag_of_the_situation_is_a_button_and_changes_the_answer() -> None:
    made = form()
    assert set(FLAGS) < set(made.inputs)
    made.inputs["half_range"].value = True
    assert made.answer.value == shown(half_range=True)
    made.inputs["cover"].value = True
    assert made.answer.value == shown(half_range=True, cover=True)
    made.inputs["half_range"].value = made.inputs["cover"].value = False
    assert made.answer.value == shown()


def test_edition_dice_weapons_and_target_can_be_changed() -> None:
    made = form()
    made.inputs["edition"].value = "11e"
    assert made.answer.value == shown(edition="11e")
    made.inputs["dice"].value = " 6 5 "
    assert made.answer.value == shown(edition="11e", dice=(6, 5))
    made.inputs["dice"].value = " "
    made.inputs["weapons"].value = "A1 BS3+ S9 AP-4 D=D6; A2 BS3+ S4 D1;"
    made.inputs["target"].value = "rhino"
    expected = attack(["A1 BS3+ S9 AP-4 D=D6", "A2 BS3+ S4 D1"], "rhino", edition="11e")._repr_html_()
    assert made.answer.value == expected


def test_what_is_refused_is_said_in_place_of_the_answer_as_text() -> None:
    made = form()
    made.inputs["weapons"].value = "A2 BS3+ S4 <b> D1"
    assert made.answer.value.startswith("<pre>")
    assert "&lt;b&gt;" in made.answer.value
    assert "<b>" not in made.answer.value
    made.inputs["weapons"].value = " ; "
    assert "no weapon is given" in made.answer.value
    made.inputs["weapons"].value = BOLTS
    assert made.answer.value == shown()


def test_an_unknown_edition_is_refused_at_once() -> None:
    with pytest.raises(EditionError):
        explore(edition="12e")


def test_a_form_holds_its_inputs_in_order_and_texts_answer_when_they_are_complete() -> None:
    asked: list[dict[str, Any]] = []

    def answer(values: Any) -> str:
        asked.append(dict(values))
        if values["loud"]:
            raise MathhammerError("too loud", "speak softly")
        return "said"

    fields = [
        Field("word", "a word", "one"),
        Field("kind", "kind", "b", (("A", "a"), ("B", "b"))),
        Field("loud", "loud", False),
    ]
    made = explorer(fields, answer)
    assert list(made.inputs) == ["word", "kind", "loud"]
    assert made.inputs["word"].continuous_update is False
    assert made.answer.value == "said"
    made.inputs["loud"].value = True
    assert made.answer.value == "<pre>too loud: speak softly</pre>"
    assert asked == [{"word": "one", "kind": "b", "loud": loud} for loud in (False, True)]
