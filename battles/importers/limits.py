"""What a file may be at most. Each limit holds before the work that it bounds is done."""

from __future__ import annotations

from battles.importers.draft import Unreadable

MOST_BYTES = 2_000_000
MOST_MEGABYTES = MOST_BYTES // 1_000_000
DEEPEST = 100
MOST_ELEMENTS = 20_000
MOST_MEMBERS = 20  # of an archive
MOST_PACKED = 100  # times smaller than what it unpacks to
MOST_ENTRIES = 500  # hordes, and what was dropped
MOST_COLUMNS = 100
MOST_WEAPONS = 20
LONGEST_NAME = 100
LONGEST_NOTE = 500
LONGEST_NOTES = 2_000  # of an army
LONGEST_LINE = 2_000


def guard_size(size: int) -> None:
    if size > MOST_BYTES:
        raise Unreadable("The file is larger than %(most)s MB.", most=MOST_MEGABYTES)


def guard_depth(depth: int, element: str) -> None:
    if depth > DEEPEST:
        raise Unreadable("At %(element)s the file is nested more than %(most)s deep.", element=element, most=DEEPEST)


def guard_elements(count: int) -> None:
    if count > MOST_ELEMENTS:
        raise Unreadable("The file has more than %(most)s elements.", most=MOST_ELEMENTS)


def guard_entries(count: int) -> None:
    if count > MOST_ENTRIES:
        raise Unreadable("The file has more than %(most)s entries.", most=MOST_ENTRIES)
