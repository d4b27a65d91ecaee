from django.conf import settings
from django.db import models

from battles.models.battle import Battle, Seat


class Seen(models.Model):
    """How far somebody has seen a battle: the last step that its board showed him, in which seat, and when he last had
    it in sight. No step's number leaves the server.
    """

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    role = models.CharField(max_length=10, choices=Seat.Role)
    step = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["battle", "user"], name="seen_once_a_person")]

    def __str__(self) -> str:
        return f"{self.user}: {self.battle_id}/{self.step}"
