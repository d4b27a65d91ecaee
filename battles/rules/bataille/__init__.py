"""Bataille rangée: a pitched battle by victory points, with heroes."""

from battles.rules.bataille.game import BATAILLE as BATAILLE
