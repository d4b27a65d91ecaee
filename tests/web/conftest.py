from collections.abc import Iterator

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def nothing_tried_before() -> Iterator[None]:
    """What one test has tried must not count for the next."""
    cache.clear()
    yield
