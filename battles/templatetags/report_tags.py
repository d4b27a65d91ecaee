"""Template tags of a finished battle's report. What they compute is in `_battlefront_course` and `_bataille_course`."""

from __future__ import annotations

from django import template

from battles.services.reports import Report
from battles.templatetags import _bataille_course, _battlefront_course

register = template.Library()


@register.simple_tag
def battlefront_course(report: Report) -> tuple[_battlefront_course.Row, ...]:
    return _battlefront_course.course_of(report)


@register.simple_tag
def bataille_course(report: Report) -> tuple[_bataille_course.Row, ...]:
    return _bataille_course.course_of(report)
