"""Pictures of threat ranges: what is drawn is the exact chance at each distance, by each use of the dice."""

from __future__ import annotations

from fractions import Fraction

import pytest

from mathhammer import MathhammerError, ThreatResult, threat
from mathhammer.report.pictures import Bars, Curves, picked
from mathhammer.result.threat_pictures import threat_gallery


def curves(*results: ThreatResult) -> Curves:
    found = picked(threat_gallery(results), "distance")
    assert isinstance(found, Curves)
    return found


def test_a_single_distance_is_drawn_among_those_at_which_the_chance_changes() -> None:
    found = curves(threat(6, distance=14, edition="10e"))
    ((name, points),) = found.lines
    assert name == ""
    assert [x for x, _ in points] == list(range(8, 20))
    assert list(points) == [(at, threat(6, distance=at, edition="10e").success) for at in range(8, 20)]
    assert [y for _, y in points][:2] == [1, 1]
    assert points[-2][1] > 0 == points[-1][1]
    assert found.marks == ((14, '14" away'),)
    assert found.about == "threat --move 6 --distance 14, 10th edition"


def test_a_distance_between_two_inches_is_drawn_where_it_is() -> None:
    found = curves(threat(6, distance="14.5", edition="10e"))
    assert (Fraction(29, 2), threat(6, distance=15, edition="10e").success) in list(found.lines[0][1])
    assert found.marks == ((Fraction(29, 2), '14.5" away'),)


def test_a_distance_far_beyond_is_not_marked() -> None:
    assert curves(threat(6, distance=50)).marks == ()


def test_distances_asked_for_are_drawn_by_the_use_of_the_dice_in_their_order() -> None:
    asked = [24, 22, 23]
    result = threat(7, distance=asked, charge_after_advance=True, dice=(6, 5))
    found = curves(result)
    assert [name for name, _ in found.lines] == ["no die", "Advance", "charge", "both"]
    by_distance = {row.distance: row.by_use for row in result.rows}
    for (_, points), use in zip(found.lines, ("none", "advance", "charge", "both"), strict=True):
        assert list(points) == [(at, by_distance[Fraction(at)][use]) for at in sorted(asked)]
    assert found.marks == ()


def test_editions_stand_side_by_side_over_the_same_distances() -> None:
    results = [threat(6, chance="75%", edition=name, dice=(6,)) for name in ("10e", "11e")]
    found = curves(*results)
    assert [name for name, _ in found.lines] == ["10th edition", "11th edition"]
    assert len({tuple(x for x, _ in points) for _, points in found.lines}) == 1
    for (_, points), edition in zip(found.lines, ("10e", "11e"), strict=True):
        assert all(y == threat(6, distance=x, edition=edition, dice=(6,)).success for x, y in points)
    assert found.levels == (Fraction(3, 4),)
    assert [at for at, _ in found.marks] == [result.farthest for result in results]
    assert "11th edition" in found.marks[1][1]


def test_a_chance_that_is_never_reached_is_drawn_without_a_mark() -> None:
    found = curves(threat(6, chance="100%", edition="11e"))
    assert found.levels == (Fraction(1),)
    assert found.marks == ()
    assert max(y for _, y in found.lines[0][1]) == Fraction(35, 36)


def test_what_is_never_reached_is_drawn_as_nothing() -> None:
    found = curves(threat(1, reach=1, distance=30, edition="11e"))
    assert found.lines[0][1][-1][1] == 0


def test_bars_stand_by_distance_and_use() -> None:
    result = threat(7, distance="23..24", charge_after_advance=True, dice=(6,))
    found = picked(result.gallery(), "use")
    assert isinstance(found, Bars)
    assert found.labels == ('23"', '24"')
    assert dict(found.series) == {
        name: tuple(row.by_use[use] for row in result.rows)
        for name, use in (("no die", "none"), ("Advance", "advance"), ("charge", "charge"))
    }


def test_bars_need_dice_and_few_distances() -> None:
    assert list(threat(6, distance=14).gallery()) == ["distance"]
    assert list(threat(6, distance="1..20", dice=(6,)).gallery()) == ["distance"]
    assert list(threat(6, distance="9..20", dice=(6,)).gallery()) == ["distance", "use"]
    with pytest.raises(MathhammerError, match="no picture of this answer is called 'use': write one of distance"):
        threat(6, distance=14).plot("use")


def test_the_rows_are_those_of_the_distances() -> None:
    result = threat(7, distance="23..24", charge_after_advance=True, dice=(6,))
    assert result.to_rows()[1] == {
        "edition": "10e", "distance": 24, "success": Fraction(1, 6), "none": Fraction(1, 24),
        "advance": Fraction(1, 6), "charge": Fraction(5, 36), "advice": "use the 6 on the Advance",
    }  # fmt: skip
