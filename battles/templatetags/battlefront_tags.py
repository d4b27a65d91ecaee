"""Template tags of the Battlefront board. What they compute is in `_battlefront_pictures`, `_drawings` and `_cards`."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from battles.rules.battlefront.commands import Role
from battles.rules.battlefront.view import (
    AdvantageView,
    BattlefrontView,
    CommanderView,
    Contest,
    HordeView,
    OwnView,
    PlayedView,
    ResultView,
    SideView,
)
from battles.rules.ruleset import Side
from battles.templatetags import _battlefront_cards as cards
from battles.templatetags import _battlefront_chart as charts
from battles.templatetags import _battlefront_counters as counters
from battles.templatetags import _battlefront_drawings as drawings
from battles.templatetags import _battlefront_pictures as pictures
from battles.templatetags import _battlefront_words as words

register = template.Library()

POSTS = {
    Role.AIR_MARSHAL: _("Air Marshal"),
    Role.GENERAL: _("General"),
    Role.SUPREME_COMMANDER: _("Supreme Commander"),
}
STAGES = {"orders": _("orders"), "during": _("after the rolls"), "after": _("after the Break tests")}
TIMES = {
    "orders": _("before the rolls, with the orders"),
    "during": _("after the rolls, before the attacks"),
    "after": _("after the Break tests"),
}
RANKS = (_("untrained"), _("trained"), "+10", "+20")
KINDS = {"passive": _("passive"), "your_turn": _("your turn")}


@register.simple_tag
def hordes_by_key(view: BattlefrontView) -> dict[int, HordeView]:
    return pictures.hordes_of(view)


@register.simple_tag
def grid_rows(view: BattlefrontView, offers: pictures.Offers, pick: int | None) -> tuple[pictures.Row, ...]:
    return pictures.rows_of(view, offers, pick)


@register.simple_tag
def square_words(cell: pictures.Cell, side: SideView, may_place: bool) -> str:
    return words.square(cell, side, may_place)


@register.simple_tag
def after_round(view: BattlefrontView) -> list[str]:
    """A sentence on each side, where a round has cost somebody something."""
    hurt = any(words.lost(side) for side in view.sides)
    return [words.standing(view, side) for side in view.sides] if hurt else []


@register.simple_tag
def outcomes(view: BattlefrontView, result: ResultView) -> list[str]:
    return words.outcomes(view, result)


@register.simple_tag
def magnitude_chart(view: BattlefrontView, contest: Contest) -> charts.Chart | None:
    return charts.chart_of(view, contest)


@register.simple_tag
def attacks(view: BattlefrontView, own: OwnView, offers: pictures.Offers) -> tuple[pictures.Attack, ...]:
    return tuple(pictures.attacks_of(view, own, offers))


@register.simple_tag
def chosen_so_far(view: BattlefrontView, own: OwnView, offers: pictures.Offers) -> str:
    """How far one's choices of this phase have come; empty where there is nothing to count."""
    return counters.chosen_so_far(view, own, offers)


@register.simple_tag
def stratagems(
    view: BattlefrontView, own: OwnView, offers: pictures.Offers, now: bool = True
) -> tuple[cards.Stratagem, ...]:
    """Those of the present stage, or of the others."""
    return cards.stratagems_of(view, own, offers, now)


@register.simple_tag
def suppliers(view: BattlefrontView, own: OwnView, offers: pictures.Offers) -> tuple[cards.Supplier, ...]:
    return tuple(cards.suppliers_of(view, own, offers))


@register.simple_tag
def drawn_cards(view: BattlefrontView, own: OwnView, offers: pictures.Offers) -> tuple[cards.Card, ...]:
    return tuple(cards.drawn_of(view, own, offers))


@register.simple_tag
def shown_cards(view: BattlefrontView, shown: tuple[AdvantageView, ...]) -> tuple[cards.Card, ...]:
    return cards.cards_of(view, shown)


@register.simple_tag
def played(view: BattlefrontView, one: PlayedView) -> cards.Play:
    return cards.play_of(view, one)


@register.simple_tag
def muster(view: BattlefrontView, own: OwnView) -> tuple[pictures.Muster, ...]:
    return pictures.muster_of(view, own)


@register.simple_tag
def posts(own: OwnView) -> tuple[pictures.Post, ...]:
    return pictures.posts_of(own)


@register.simple_tag
def naming_buttons(own: OwnView, offers: pictures.Offers, commander: CommanderView) -> list[dict[str, Any]]:
    """A button for each post this character may be given or, holding it, be dismissed from."""
    buttons = (_naming_button(post, offers, commander) for post in pictures.posts_of(own))
    return [button for button in buttons if button["command"]]


def _naming_button(post: pictures.Post, offers: pictures.Offers, commander: CommanderView) -> dict[str, Any]:
    holds = post.holder is not None and post.holder.key == commander.key
    spoken = gettext("Dismiss %(name)s as %(post)s") if holds else gettext("Name %(name)s %(post)s")
    return {
        "command": pictures.naming(post, offers, commander, holds),
        "id": f"post-{post.role.value}-{commander.key}",
        "label": POSTS[post.role],
        "style": "toggle on" if holds else "toggle",
        "spoken": spoken % {"name": commander.name, "post": POSTS[post.role]},
    }


@register.filter
def side_view(view: BattlefrontView, side: Side) -> SideView:
    return pictures.side_of(view, side)


@register.filter
def post_title(role: Role) -> Any:
    return POSTS[role]


@register.filter
def line_title(line: str) -> Any:
    return words.LINES[line]


@register.filter
def stage_title(stage: str) -> Any:
    return STAGES[stage]


@register.filter
def time_title(stage: str) -> Any:
    """When a stratagem is played."""
    return TIMES[stage]


@register.filter
def kind_title(kind: str) -> Any:
    return KINDS[kind]


@register.filter
def status_title(status: str) -> Any:
    return words.STATUS[status]


@register.filter
def square(horde: HordeView) -> str:
    return pictures.square_name(horde.line, horde.column)


@register.simple_tag
def symbol(horde: HordeView) -> SafeString:
    """The shapes of its military symbol; they are ours, so they are not escaped."""
    return mark_safe(drawings.symbol(horde))


@register.filter
def trait_marks(horde: HordeView) -> list[drawings.Mark]:
    return drawings.traits(horde)


@register.simple_tag
def bar(horde: HordeView) -> drawings.Bar:
    return drawings.bar(horde.magnitude, horde.last_damage, horde.start)


@register.simple_tag
def air_strengths(view: BattlefrontView) -> list[drawings.Strength]:
    return drawings.air_strengths(view)


@register.filter
def ground(terrain: str) -> str:
    return drawings.ground(terrain)


@register.filter
def side_title(view: BattlefrontView, side: Side) -> str:
    return pictures.side_of(view, side).title


@register.filter
def lost(horde: HordeView) -> int:
    """Magnitude lost in the battle."""
    return horde.start - horde.magnitude


@register.filter
def rank_title(rank: int) -> str:
    return str(RANKS[rank])
