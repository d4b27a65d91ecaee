from typing import Any

from django.conf import settings
from django.db import models
from django.urls import reverse


class Campaign(models.Model):
    """What a GM runs: armies and the battles they fight.

    house_rules: ruleset key -> the choices that differ from its defaults, as JSON. A battle pins a copy when it opens.
    webhook: where a chat is told of phases and deadlines; whoever has it can write there, so only the GM sees it.
    """

    name = models.CharField(max_length=100)
    gm = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="campaigns")
    house_rules: "models.JSONField[Any, Any]" = models.JSONField(default=dict, blank=True)
    webhook = models.CharField(max_length=500, default="", blank=True)
    archived_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("battles:campaign", args=[self.pk])
