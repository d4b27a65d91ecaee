from django.conf import settings
from django.db import models

LONGEST_KEY, LONGEST_WHERE = 32, 500


class SentForm(models.Model):
    """A form that was taken in, so that a button pressed twice does one thing.

    key: what the form carries, another each time it is shown. where: the address that it led to, empty for none.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=LONGEST_KEY)
    where = models.CharField(max_length=LONGEST_WHERE, default="", blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="a_form_is_taken_in_once")]

    def __str__(self) -> str:
        return self.key
