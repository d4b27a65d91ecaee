from django.conf import settings
from django.db import models


class Campaign(models.Model):
    """What a GM runs: armies and the battles they fight."""

    name = models.CharField(max_length=100)
    gm = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="campaigns")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name
