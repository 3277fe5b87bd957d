"""Every reference card: the inputs, the exact answer, compared in every probability it gives."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

import pytest

from mathhammer import AttackResult, Distribution, MathhammerError, attack
from mathhammer.result import Stat
from mathhammer.rules.catalogue import RULES

FOLDER = Path(__file__).parent / "reference"
STAGES = ("attacks", "hits", "critical_hits", "wounds", "critical_wounds", "unsaved")


def cards(name: str) -> list[dict[str, Any]]:
    loaded: list[dict[str, Any]] = tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))["card"]
    return loaded


def label(card: dict[str, Any]) -> str:
    return f"{card.get('rule', card.get('case'))}: {card['says']}"


def value(result: AttackResult, what: str) -> Fraction:
    if what in STAGES:
        return sum((getattr(stage, what) for stage in result.stages), Fraction(0))
    if what.startswith("group_"):
        group = result.groups[int(what.split("_")[1]) - 1]
        if what.endswith("wipe"):
            return group.wipe
        law: Distribution = getattr(group, f"{what.split('_')[2]}_law")
        return law.mean
    if what.startswith("own_"):
        assert result.own_losses is not None
        own: Distribution = getattr(result.own_losses, f"{what.split('_')[1]}_law")
        return own.mean
    if what.startswith("at_least_"):
        _, _, number, stat = what.split("_")
        return result.at_least(cast(Stat, stat), int(number))
    if what.endswith("_mean"):
        return result.law(cast(Stat, what.removesuffix("_mean"))).mean
    found: Fraction = getattr(result, what)
    return found


def law_of(result: AttackResult, what: str) -> Distribution:
    if what.startswith("group_"):
        _, number, kind = what.split("_")
        law: Distribution = getattr(result.groups[int(number) - 1], f"{kind}_law")
        return law
    return result.law(cast(Stat, what.removeprefix("law_")))


def check(card: dict[str, Any]) -> None:
    def ask() -> AttackResult:
        said = {
            "edition": "10e",
            **{name: card[name] for name in ("edition", "then", "precision", "bearer") if name in card},
        }
        return attack(card["weapons"], card["target"], **said, **card.get("situation", {}))

    if "refused" in card:
        with pytest.raises(MathhammerError) as refusal:
            ask()
        assert card["refused"] in str(refusal.value)
        return
    result = ask()
    assert card["expect"], "a card says what is expected"
    for what, expected in card["expect"].items():
        if isinstance(expected, dict):
            law = {int(x): Fraction(p) for x, p in expected.items()}
            assert sum(law.values()) == 1
            assert dict(law_of(result, what)) == law, what
        else:
            assert value(result, what) == Fraction(expected), what


@pytest.mark.parametrize("card", cards("rules.toml"), ids=label)
def test_the_card_of_a_rule_holds(card: dict[str, Any]) -> None:
    check(card)


@pytest.mark.parametrize("card", cards("cases.toml"), ids=label)
def test_a_public_case_is_answered_rightly(card: dict[str, Any]) -> None:
    check(card)


@pytest.mark.parametrize("card", cards("mixed.toml"), ids=label)
def test_the_card_of_a_mixed_unit_holds(card: dict[str, Any]) -> None:
    check(card)


def test_every_modelled_rule_has_a_card_and_a_source() -> None:
    carded = {card["rule"] for name in ("rules.toml", "mixed.toml") for card in cards(name)}
    for rule in RULES:
        assert rule.source, rule
        if rule.modelled:
            assert rule.title() in carded, rule.title()


def test_every_card_names_its_rule_and_its_source() -> None:
    titles = {rule.title() for rule in RULES}
    for card in [*cards("rules.toml"), *cards("mixed.toml")]:
        assert card["rule"] in titles
        assert card["source"]
    for card in cards("cases.toml"):
        assert card["source"]
