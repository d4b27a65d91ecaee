from typing import Any

from django.conf import settings
from django.db import models

from battles.models.battle import Battle


class Step(models.Model):
    """One change of a battle: who commanded what, what it caused, the state after. Never edited, only appended.

    versions: per audience, the version of its view after the step. acts: per audience, how many commands it has given.
    narrated: it has a line in the report. readers: of whose, a letter for each audience (g, r, b, p).
    kind: empty for a command, `undone` for an own edit taken back (`services.undoing`), else the GM's act
    (`services.gm.acts`); `act` holds its particulars.
    dice: the number under which this step's rolls were drawn; it grows with each step that rolls. rulings: those rolls
    that were not drawn, and why. pending: a command that is decided but not yet published (`services.gm.rulings`).
    moment: phase and round of the state. seconds_left: of the deadline, when the step was written.
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
    readers = models.CharField(max_length=4, default="")
    kind = models.CharField(max_length=20, default="")
    act: "models.JSONField[Any, Any]" = models.JSONField(default=dict)
    dice = models.PositiveIntegerField(default=0)
    rulings: "models.JSONField[Any, Any]" = models.JSONField(default=list)
    pending: "models.JSONField[Any, Any]" = models.JSONField(null=True)
    moment = models.CharField(max_length=60, default="")
    seconds_left = models.PositiveIntegerField(null=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["battle", "number"], name="one_step_a_number")]
        indexes = [
            models.Index(fields=["battle", "number"], condition=models.Q(narrated=True), name="narrated_steps"),
            # What was undone, and a viewer's own edits of this moment, are asked for with every page.
            models.Index(fields=["battle", "kind", "number"], name="steps_of_a_kind"),
            models.Index(fields=["battle", "audience", "moment", "number"], name="steps_of_a_moment"),
        ]

    def __str__(self) -> str:
        return f"{self.battle_id}/{self.number}"
