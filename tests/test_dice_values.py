"""What a die is worth in each kind of roll, and which roll gets it: exact rows, their pictures, refusals."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from strategies import Case, small_cases
from typer.testing import CliRunner

from mathhammer import MathhammerError, attack, dice_policy, die_values
from mathhammer.cli.app import app
from mathhammer.report.pictures import Choices, Heat, picked

F = Fraction
Pair = tuple[Fraction, Fraction]  # the chance to kill, the damage
MELTA, TANK = "A1 BS3+ S9 AP-4 D=D6+3", "1x T10 W12"
QUICK = settings(deadline=None, max_examples=15, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])


@pytest.mark.parametrize(
    ("gun", "target", "roll", "values"),
    [
        (MELTA, TANK, "hit", [0, 0, F(13, 18), F(13, 18), F(13, 18), F(13, 18)]),
        (MELTA, TANK, "wound", [0, 0, 0, 0, F(26, 9), F(26, 9)]),
        (MELTA, TANK, "damage", [0, 0, 0, F(1, 9), F(1, 3), F(5, 9)]),  # 2/9 of what is above 7/2
        (MELTA, TANK, "save", [0, 0, 0, 0, 0, 0]),
        (MELTA, TANK, "any", [0, 0, F(13, 18), F(13, 18), F(26, 9), F(26, 9)]),
        ("A1 BS4+ S14 AP-4 DD6 [devastating wounds]", "1x T10 Inv4+ W12", "wound", [0, 0, *[F(7, 48)] * 3, F(49, 48)]),
        ("A1 BS4+ S14 AP-4 DD6 [devastating wounds]", "1x T10 Inv4+ W12", "hit", [0, 0, 0, *[F(35, 48)] * 3]),
        ("A1 [torrent] S4 D1", "1x T4 Sv5+ W1", "save", [0, 0, 0, 0, F(1, 3), F(1, 3)]),
    ],
)
def test_a_die_is_worth_so_much_in_one_kind_of_roll(gun: str, target: str, roll: str, values: list[Fraction]) -> None:
    found = die_values(gun, target, edition="10e")
    assert [found.worth(roll, face) for face in range(1, 7)] == values


@QUICK
@given(small_cases(), st.sampled_from(("one", "batch")), st.integers(1, 6))
def test_all_rolls_together_are_worth_what_the_attack_says_and_at_least_each(case: Case, rolls: str, face: int) -> None:
    edition, weapons, target, situation = case
    flags = {field: getattr(situation, field) for field in situation.__dataclass_fields__}
    asked: dict[str, Any] = {**flags, "edition": edition, "rolls": rolls, "separate": True}
    found = die_values(weapons, target, **asked)
    held = attack(weapons, target, dice=(face,), **asked).decision
    saved = attack(weapons, target, defender_dice=(face,), **asked).decision
    assert held is not None
    assert saved is not None
    assert found.base == held.base
    assert found.worth("any", face) == held.gain
    assert found.worth("save", face) == saved.gain
    assert all(0 <= found.worth(roll, face) <= held.gain for roll in ("hit", "wound", "damage"))


def test_after_the_roll_only_a_6_is_held() -> None:
    found = die_values(MELTA, TANK, edition="10e", rolls="after")
    assert {face for _, face, _ in found.rows} == {6}
    assert found.worth("any", 6) == F(25, 6)


def test_the_values_show_themselves() -> None:
    found = die_values(MELTA, TANK, edition="10e")
    heat = picked(found.gallery(), "die")
    assert isinstance(heat, Heat)
    assert heat.rows == ("hit", "wound", "damage", "save", "any")
    assert heat.values[1] == (0, 0, 0, 0, F(26, 9), F(26, 9))
    assert found.to_rows()[11] == {"edition": "10e", "roll": "wound", "face": 6, "worth": F(26, 9)}
    assert "| wound | 0 | 0 | 0 | 0 | 2.89 | 2.89 |" in found._repr_markdown_()


# Which roll gets the die.


def by_hand(attacks: int, wounds: int, face: int) -> Callable[[int, int], str]:
    """Five melta shots to kill, one at a time: by attacks left and wounds missing, the first roll that takes a die.

    Of equal chances to kill the one with more damage, then the one that keeps the die.
    """
    damages = [F(1, 6)] * 6

    def mix(parts: list[tuple[Fraction, Pair]]) -> Pair:
        return sum((w * p[0] for w, p in parts), F(0)), sum((w * p[1] for w, p in parts), F(0))

    @cache
    def worth(left: int, missing: int, held: bool) -> Pair:
        if not left or not missing:
            return F(missing == 0), F(wounds - missing)
        return chosen(left, missing, "hit", held)[0]

    @cache
    def chosen(left: int, missing: int, roll: str, held: bool) -> tuple[Pair, bool]:
        """The worth before a roll, and whether the die goes into it."""
        need = {"hit": 3, "wound": 5}

        def after(shown: int, still: bool) -> Pair:
            if roll == "damage":
                return worth(left - 1, max(0, missing - shown - 3), still)
            if shown < need[roll]:
                return worth(left - 1, missing, still)
            return chosen(left, missing, {"hit": "wound", "wound": "damage"}[roll], still)[0]

        rolled = mix([(w, after(shown, held)) for shown, w in enumerate(damages, start=1)])
        put = after(face, False) if held else rolled
        return (put, True) if held and put > rolled else (rolled, False)

    def use(left: int, missing: int) -> str:
        rolls = (roll for roll in ("hit", "wound", "damage") if chosen(left, missing, roll, True)[1])
        found = next(rolls, None)
        return f"{found} {face}" if found else "keep"

    return use


@pytest.mark.parametrize("face", [3, 4, 6])
def test_the_map_is_what_a_recursion_finds(face: int) -> None:
    found = dice_policy(f"5x {MELTA}", TANK, dice=(face,), objective="wipe", edition="10e")
    use = by_hand(5, 12, face)
    assert len(found.rows) == 5 * 12
    for left, missing, chosen, always in found.rows:
        assert chosen == use(left, missing), (left, missing)
        assert always


def test_the_map_shows_itself() -> None:
    found = dice_policy(f"2x {MELTA}", TANK, dice=(6,), objective="wipe", edition="10e")
    picture = picked(found.gallery(), "map")
    assert isinstance(picture, Choices)
    assert picture.rows == ("1", "2")
    assert picture.columns[0] == "12"
    assert found.to_rows()[0].keys() == {"edition", "attacks_left", "missing", "use", "always"}
    assert {row[2] for row in found.rows} == {cell for row in picture.cells for cell in row}


def test_the_map_is_of_one_weapon() -> None:
    with pytest.raises(MathhammerError, match="ask about one weapon"):
        dice_policy([MELTA, MELTA], TANK, dice=(6,), edition="10e")


@pytest.mark.parametrize("picture", ["die", "map", "dice", "spent", "policy"])
def test_the_command_line_draws_them(picture: str, tmp_path: Path) -> None:
    file = tmp_path / "picture.svg"
    words = [
        "attack",
        f"3x {MELTA}",
        "vs",
        TANK,
        "--dice",
        "6",
        "--edition",
        "10e",
        "--plot",
        str(file),
        "--picture",
        picture,
    ]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    assert file.stat().st_size


def test_a_command_reroll_has_its_pictures_too() -> None:
    result = attack("A4 BS4+ S4 D1", "2x T4 W1", edition="10e", command_reroll=True)
    assert [name for name in result.gallery() if name in ("dice", "spent", "policy")] == ["spent", "policy"]
    picture = picked(result.gallery(), "policy")
    assert isinstance(picture, Choices)
    assert set(picture.kinds) <= {"re-roll", "(re-roll)"}
