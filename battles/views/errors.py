"""What is said where no view could answer."""

from __future__ import annotations

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import number_format
from django.utils.translation import gettext


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's own reads the form for its forgery token, which fails once more where the form could not be read."""
    sentence = _too_much(exception)
    if sentence:
        return render(request, "400.html", {"sentence": sentence}, status=400)
    # Nothing is known of such a request, not even that its host is ours: no page, whose links would name that.
    said = gettext("This request could not be understood.")
    return HttpResponse(said, status=400, content_type="text/plain; charset=utf-8")


def _too_much(exception: Exception) -> str:
    """The limit that was passed; empty if it was none."""
    match exception:
        case RequestDataTooBig():
            said = gettext("What you sent is larger than a form may be: at most %(most)s MB are allowed.")
            most = number_format((settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0) / 2**20, decimal_pos=1)
        case TooManyFieldsSent():
            said = gettext("The form you sent has too many fields: at most %(most)s are allowed.")
            most = str(settings.DATA_UPLOAD_MAX_NUMBER_FIELDS)
        case TooManyFilesSent():
            said = gettext("You sent too many files at once: at most %(most)s are allowed.")
            most = str(settings.DATA_UPLOAD_MAX_NUMBER_FILES)
        case _:
            return ""
    return said % {"most": most}
