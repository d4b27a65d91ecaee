from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from battles.admin import gm_site

urlpatterns = [
    path("gm/", gm_site.urls),
    path("", include("battles.urls")),
]


def handler400(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's own reads the form for its forgery token, which fails once more where the form could not be read."""
    return HttpResponse("This request could not be understood.", status=400, content_type="text/plain")
