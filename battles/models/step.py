from typing import Any

from django.conf import settings
from django.db import models

from battles.models.battle import Battle


class Step(models.Model):
    """One change of a battle: who commanded what, what it caused, the state after. Never edited, only appended.

    versions: per audience, the version of its view after the step. acts: per audience, how many commands it has given.
    narrated: some event has a line in the report.
    state and events hold both sides' secrets: only `services.battles` and `services.boards` read them.
    """

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="steps")
    number = models.PositiveIntegerField()
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True)
    audience = models.CharField(max_length=10, default="")
    command: "models.JSONField[Any, Any]" = models.JSONField(null=True)
    events = models.TextField()
    state = models.TextField()
    versions: "models.JSONField[Any, Any]" = models.JSONField()
    acts: "models.JSONField[Any, Any]" = models.JSONField(default=dict)
    narrated = models.BooleanField(default=False)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["battle", "number"], name="one_step_a_number")]
        indexes = [
            models.Index(fields=["battle", "number"], condition=models.Q(narrated=True), name="narrated_steps"),
        ]

    def __str__(self) -> str:
        return f"{self.battle_id}/{self.number}"
