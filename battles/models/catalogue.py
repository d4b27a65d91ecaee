from typing import Any

from django.db import models

from battles.models.campaign import Campaign


class CatalogueEntry(models.Model):
    """A row of a campaign's own catalogue. A campaign without any uses the bundled rows.

    data: the ruleset's struct of that kind as JSON; a scenario names its terrain by key.
    """

    class Kind(models.TextChoices):
        PROFILE = "profile", "horde type"
        TERRAIN = "terrain", "terrain"
        SCENARIO = "scenario", "scenario"

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="catalogue")
    kind = models.CharField(max_length=10, choices=Kind)
    key = models.SlugField(max_length=40)
    data: "models.JSONField[Any, Any]" = models.JSONField()

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "catalogue entries"
        constraints = [
            models.UniqueConstraint(fields=["campaign", "kind", "key"], name="one_catalogue_row_a_key"),
            models.CheckConstraint(
                condition=models.Q(kind__in=["profile", "terrain", "scenario"]), name="catalogue_kind_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"
