from django.urls import include, path

from battles.admin import gm_site
from battles.operator import operator_site

urlpatterns = [
    path("gm/", gm_site.urls),
    path("admin/", operator_site.urls),
    path("", include("battles.urls")),
]


handler400 = "battles.views.errors.bad_request"
