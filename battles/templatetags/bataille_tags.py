"""Template tags of a pitched battle's pages. What they compute is in `_bataille_pictures` and `_bataille_chart`."""

from __future__ import annotations

import re
from typing import Any

from django import template
from django.utils.formats import number_format
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from battles.rules.armies import LOCATIONS, Location
from battles.rules.bataille.commands import Case
from battles.rules.bataille.formulas import DASH
from battles.rules.bataille.view import BatailleView, EvaluationView, ForceView, OwnHeroView, OwnView, SideView
from battles.rules.ruleset import Side
from battles.services.words import sentence
from battles.templatetags import _bataille_chart as charts
from battles.templatetags import _bataille_pictures as pictures
from battles.templatetags.battles_tags import signed

register = template.Library()

PHASES = 6
CASES = {
    Case.BALANCED: _("Roughly balanced"),
    Case.SLIGHT: _("Slight advantage"),
    Case.CLEAR: _("Clear advantage"),
    Case.CRUSHING: _("Crushing advantage"),
}
CONDITIONS = {"fit": _("fit to fight"), "out": _("out of action"), "dead": _("dead")}
# What the formulas of the catalogue are made of, in the reader's words: Strength and Toughness Bonus, Magic.
BONUSES = {"foe SB": _("foe SB"), "SB": _("SB"), "TB": _("TB"), "Mag": _("Mag")}
FRENCH = {"BF adverse": "foe SB", "BF": "SB", "BE": "TB"}
# The groups of the bundled sources of strategic points, for the catalogue's page.
GROUPS = (gettext_noop("ground"), gettext_noop("fortification"))
WORDS = re.compile("|".join(map(re.escape, (*FRENCH, *BONUSES))))
DICE = re.compile(r"([1-9]?)[dD](\d+)(kh)?")


@register.simple_tag
def points_chart(view: BatailleView) -> charts.Chart:
    return charts.chart_of(view)


@register.simple_tag
def case_choices(view: BatailleView, offers: pictures.Offers) -> tuple[pictures.CaseChoice, ...]:
    return tuple(pictures.cases_of(view, offers))


@register.simple_tag
def source_rows(view: BatailleView, offers: pictures.Offers) -> tuple[pictures.SourceRow, ...]:
    return tuple(pictures.sources_of(view, offers))


@register.simple_tag
def action_choices(hero: OwnHeroView, offers: pictures.Offers) -> tuple[pictures.ActionChoice, ...]:
    return tuple(pictures.actions_of(hero, offers))


@register.simple_tag
def foe_choices(hero: OwnHeroView, offers: pictures.Offers) -> tuple[pictures.Foe, ...]:
    return tuple(pictures.foes_of(hero, offers))


@register.simple_tag
def answer_pair(hero: OwnHeroView, offers: pictures.Offers) -> pictures.Pair:
    return pictures.answers_of(hero, offers)


@register.simple_tag
def fate_pair(hero: OwnHeroView, offers: pictures.Offers) -> pictures.Pair:
    return pictures.fates_of(hero, offers)


@register.filter
def side_of(view: BatailleView, side: Side) -> SideView:
    return pictures.side_of(view, side)


@register.filter
def force_of(evaluation: EvaluationView, side: Side) -> ForceView:
    return pictures.force_of(evaluation, side)


@register.filter
def of_side(pair: tuple[int, int], side: Side) -> int:
    """The side's figure of a pair of red's and blue's."""
    return pair[0] if side is Side.RED else pair[1]


@register.filter
def share(side: SideView) -> str:
    return charts.share(side.points, side.threshold)


@register.filter
def last_loss(side: SideView, chart: charts.Chart) -> int:
    """What the last turn cost the side in victory points; less than nothing for a gain."""
    return charts.last_loss(chart, side.side)


@register.filter
def clock(minutes: int) -> str:
    """90 as 1 h 30, 45 as 45 min."""
    hours, rest = divmod(minutes, 60)
    if not hours:
        return gettext("%(minutes)d min") % {"minutes": rest}
    return gettext("%(hours)d h %(minutes)02d") % {"hours": hours, "minutes": rest}


@register.filter
def case_title(case: Case) -> Any:
    return CASES[case]


@register.filter
def condition_title(condition: str) -> Any:
    return CONDITIONS[condition]


@register.filter
def location_title(location: Location) -> str:
    return sentence(LOCATIONS[location])


@register.filter
def ratio(hundredths: int) -> str:
    """125 as 1.25 to 1."""
    return gettext("%(ratio)s to 1") % {"ratio": number_format(hundredths / 100, 2)}


@register.filter
def percent(number: int) -> str:
    return gettext("%(number)d%%") % {"number": number}


@register.filter
def points(span: tuple[int, int]) -> str:
    """Victory points from the least to the most."""
    least, most = span
    if least == most:
        return signed(least) if least else "0"
    return gettext("%(least)s to %(most)s") % {"least": signed(least), "most": signed(most)}


@register.filter
def formula(text: str) -> str:
    """`2d10kh+foe SB+3` as the reader's language writes it."""
    if text == DASH:
        return "–"
    words = WORDS.sub(lambda found: str(BONUSES[FRENCH.get(found.group(), found.group())]), text)
    return DICE.sub(_dice, words).replace("-", "−")


def _dice(found: re.Match[str]) -> str:
    number, faces, highest = found.groups()
    dice = f"{number or 1}D{faces}"
    return gettext("the highest of %(dice)s") % {"dice": dice} if highest else dice


@register.filter
def acting(heroes: tuple[OwnHeroView, ...]) -> int:
    """How many of them may act this turn."""
    return sum(hero.may for hero in heroes)


@register.simple_tag
def chosen_so_far(view: BatailleView, own: OwnView) -> str:
    """How many heroes have their action; empty where there is nothing to count."""
    able = acting(own.heroes)
    if view.phase != "declarations" or not able:
        return ""
    return gettext("%(given)d of %(all)d actions") % {"given": able - own.open, "all": able}
