from django.urls import include, path

from battles.admin import gm_site

urlpatterns = [
    path("gm/", gm_site.urls),
    path("", include("battles.urls")),
]
