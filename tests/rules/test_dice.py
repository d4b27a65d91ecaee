"""Numbered rolls: even, repeatable, bound to their secret and number."""

from collections import Counter

import pytest

from battles.rules import dice as dice_module
from battles.rules.dice import SecretDice, commitment

SECRET = b"0123456789abcdef"


def rolls(secret: bytes, step: int, faces: int, count: int) -> list[int]:
    dice = SecretDice(secret, step)
    return [dice.roll(faces) for _ in range(count)]


def test_the_same_secret_and_step_roll_the_same():
    assert rolls(SECRET, 3, 100, 50) == rolls(SECRET, 3, 100, 50)


def test_another_step_or_secret_rolls_otherwise():
    assert rolls(SECRET, 3, 100, 50) != rolls(SECRET, 4, 100, 50)
    assert rolls(SECRET, 3, 100, 50) != rolls(SECRET[::-1], 3, 100, 50)


def test_a_roll_depends_on_its_number_only():
    mixed = SecretDice(SECRET, 1)
    mixed.roll(6)
    assert mixed.roll(100) == rolls(SECRET, 1, 100, 2)[1]


def test_every_face_is_about_equally_likely():
    counts = Counter(rolls(SECRET, 1, 10, 10_000))
    assert set(counts) == set(range(1, 11))
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 27.9  # chi square, 9 degrees, 0.1 %


def test_numbers_of_the_incomplete_last_stretch_are_rejected(monkeypatch: pytest.MonkeyPatch):
    drawn = iter([2**256 - 1, 7])
    monkeypatch.setattr(dice_module.SecretDice, "_drawn", lambda self, number, attempt, again: next(drawn))
    assert SecretDice(SECRET, 1).roll(10) == 8


def test_one_face_is_always_one():
    assert rolls(SECRET, 1, 1, 5) == [1] * 5


def test_a_short_secret_is_refused():
    with pytest.raises(ValueError, match="16 bytes"):
        SecretDice(b"short", 1)


def test_the_commitment_is_the_sha_256_of_the_secret():
    assert commitment(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
