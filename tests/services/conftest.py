"""Fixtures of the services' tests."""

from tests.services.hours import hours  # noqa: F401  (a fixture)
