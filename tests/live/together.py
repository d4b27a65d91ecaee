"""Many at one instant."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

import httpx

from tests.live.people import Person

T = TypeVar("T")


def at_once(actions: Iterable[Callable[[], T]]) -> list[T]:
    """What each gave, in their order. All start when the last of their threads is there."""
    todo = list(actions)
    barrier = Barrier(len(todo))

    def start(action: Callable[[], T]) -> T:
        barrier.wait(30)
        return action()

    with ThreadPoolExecutor(len(todo)) as pool:
        return list(pool.map(start, todo))


def copies(person: Person, number: int, urls: list[str]) -> list[Person]:
    """The same person in as many tabs, spread over the servers, each on an open connection of its own."""
    person.frame()
    tabs = [person.apart(urls[count % len(urls)]) for count in range(number)]
    for tab in tabs:
        tab.frame()
    return tabs


def statuses(answers: Iterable[httpx.Response]) -> list[int]:
    return sorted(answer.status_code for answer in answers)
