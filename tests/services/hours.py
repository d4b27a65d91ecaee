"""Time that stands still until a test moves it."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

NOON = datetime(2026, 6, 1, 12, 0, tzinfo=UTC)


class Hours:
    def __init__(self) -> None:
        self.now = NOON

    def pass_(self, **time: float) -> datetime:
        self.now += timedelta(**time)
        return self.now


@pytest.fixture
def hours(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hours]:
    told = Hours()
    monkeypatch.setattr(timezone, "now", lambda: told.now)
    yield told
