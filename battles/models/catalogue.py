from typing import Any

from django.db import models

from battles.models.campaign import Campaign


class CatalogueEntry(models.Model):
    """A row of a campaign's own catalogue. For a ruleset without any the campaign uses the bundled rows.

    kind: one of the ruleset's. data: the struct of that kind as JSON; a row that it embeds is stored by its key.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="catalogue")
    ruleset = models.SlugField(max_length=40, default="battlefront")
    kind = models.SlugField(max_length=40)
    key = models.SlugField(max_length=40)
    data: "models.JSONField[Any, Any]" = models.JSONField()

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "catalogue entries"
        constraints = [
            models.UniqueConstraint(fields=["campaign", "ruleset", "kind", "key"], name="one_catalogue_row_a_key"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"
