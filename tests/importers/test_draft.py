"""The values of a draft agree with the rules and the models that they are stored in."""

from typing import get_args

import pytest
from django.core.validators import MaxValueValidator, MinValueValidator

from battles.importers import CONDITIONS, LOCATIONS, LONGEST_NAME, Remark, Total, Unreadable, draft, own
from battles.models import Army, Commander, Hero, Horde
from battles.models.army import MOST_FIGHTERS
from battles.rules import armies


def test_constants_are_those_of_the_rules_and_the_models():
    assert (draft.SQUAD_MAGNITUDE, draft.MAX_SQUADS) == (armies.SQUAD_MAGNITUDE, armies.MAX_SQUADS)
    assert draft.MOST_FIGHTERS == MOST_FIGHTERS
    assert LOCATIONS == tuple(armies.Location) == get_args(draft.Location)
    assert CONDITIONS == tuple(Hero.Condition.values) == get_args(draft.Condition)
    assert {LONGEST_NAME} == {model._meta.get_field("name").max_length for model in (Army, Commander, Horde, Hero)}


@pytest.mark.parametrize(("model", "ranges"), [(Army, own.ARMY), (Commander, own.COMMANDER), (Hero, own.HERO)])
def test_ranges_are_those_of_the_models(model, ranges):
    for field, (least, most) in ranges.items():
        limits = {type(each): each.limit_value for each in model._meta.get_field(field).validators}
        choices = dict(model._meta.get_field(field).choices or {})
        assert (limits[MinValueValidator], limits[MaxValueValidator]) == (least, most) or set(choices) == {0, 1, 2, 3}


@pytest.mark.parametrize(("struct", "model"), [(draft.DraftCommander, Commander), (draft.DraftHero, Hero)])
def test_what_is_not_given_is_what_a_new_row_has(struct, model):
    drafted = struct(name="x")
    for field in own.COMMANDER if model is Commander else own.HERO:
        assert getattr(drafted, field) == model._meta.get_field(field).default


def test_a_remark_fills_in_its_places():
    inner = Remark("line %(line)s", {"line": 3})
    assert str(Remark("In %(where)s: 100 %% of %(name)s", {"where": inner, "name": "50 % x"})) == (
        "In line 3: 100 % of 50 % x"
    )
    assert str(Remark("100 %")) == "100 %"


def test_a_refusal_says_its_line_or_element():
    error = Unreadable("Line %(line)s is bad.", line=3)
    assert (str(error), error.line, error.element) == ("Line 3 is bad.", 3, "")
    assert Unreadable("%(element)s is bad.", element="x").element == "x"


def test_a_total_knows_whether_it_differs():
    assert Total(what=Remark("points"), said=1, added=2).differs
