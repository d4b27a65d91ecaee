"""Battlefront: the air contest, then the Battle Grid."""

from battles.rules.battlefront.game import BATTLEFRONT as BATTLEFRONT
