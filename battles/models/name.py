from django.conf import settings
from django.db import models


class Name(models.Model):
    """What a person's username is compared by, so that nobody can pass for another: two people share neither.

    folded: in one case and one way to write it. shape: with letters that look like others put in their place.
    Made by `services.names`; the username itself is shown as it was chosen.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="name")
    folded = models.CharField(max_length=300, unique=True)
    shape = models.CharField(max_length=300, unique=True)

    def __str__(self) -> str:
        return str(self.user)
