from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from battles.models.army import Army


class ArmyVersion(models.Model):
    """An army as it was before one of its edits, so that the edit can be seen and taken back.

    number: of the edit. data: `army`, the whole of it before; `changes` that the edit made; `what` it was, as a message
    to be translated; `key` of the form that made it. what: the same sentence in English.
    """

    army = models.ForeignKey(Army, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    data: "models.JSONField[Any, Any]" = models.JSONField()
    what = models.CharField(max_length=200, default="")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(_("at"), auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["army", "number"], name="one_version_an_edit")]

    def __str__(self) -> str:
        return f"{self.army} {self.number}"
