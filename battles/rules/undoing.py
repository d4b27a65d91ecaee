"""An edit of somebody's own draft taken back, for any ruleset."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from battles.rules.ruleset import Ruleset, Viewer


class Undoing(NamedTuple):
    """What a ruleset says of its drafts.

    sealed: state, viewer -> whether he has no choice now that he could take back.
    chosen: state, other, viewer -> the state with those of the viewer's choices that are still secret in this stage
    as they are in the other.
    caught_up: state, now -> the earlier state with everything that anybody may change in a stage as it is now.
    """

    sealed: Callable[[Any, Viewer], bool]
    chosen: Callable[[Any, Any, Viewer], Any]
    caught_up: Callable[[Any, Any], Any]


def undone(ruleset: Ruleset, undoing: Undoing, state: Any, viewer: Viewer, before: Any, after: Any) -> Any | None:
    """As `Ruleset.undone`. What the viewer may not know decides nothing: he is asked by what he sees."""
    if undoing.sealed(state, viewer) or undoing.chosen(state, after, viewer) != state:
        return None
    then = undoing.caught_up(before, state)
    if then != state and ruleset.view(then, viewer) != ruleset.view(state, viewer):
        return None
    return undoing.chosen(state, before, viewer)
