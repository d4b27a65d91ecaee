"""Signing up and in, claiming an account, and what an account holds."""

from __future__ import annotations

from typing import Any, cast
from urllib.parse import urlsplit

from django import forms
from django.conf import settings
from django.contrib.auth.forms import (
    AuthenticationForm,
    PasswordChangeForm,
    PasswordResetForm,
    SetPasswordForm,
    SetPasswordMixin,
)
from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from battles.forms.speaking import TextField, speak
from battles.services import accounts, names

LONGEST_EMAIL = 254


class Passwords:
    """Both fields of a new password, hinted at in few words, and refusals that name the field."""

    fields: dict[str, forms.Field]

    def hint(self, first: str, second: str) -> None:
        for field in self.fields.values():
            speak(field, str(field.label))
        self.fields[first].help_text = _("At least 8 characters, and not a common one.")
        self.fields[second].help_text = ""


def name_field(**more: Any) -> forms.CharField:
    # A browser counts letters outside of the first plane twice.
    widget = forms.TextInput({"autocomplete": "username", "maxlength": 2 * names.MOST, "dir": "auto"})
    # Longer texts come as far as the service, which says what is wanted.
    flood = 100 * names.MOST
    return TextField(label=_(names.TITLE.text), most=names.MOST, max_length=flood, widget=widget, **more)


def email_field() -> forms.EmailField:
    return forms.EmailField(
        label=_("E-mail"),
        required=False,
        max_length=LONGEST_EMAIL,
        help_text=_("Optional: for a new password and for reminders of deadlines."),
        widget=forms.EmailInput({"autocomplete": "email"}),
    )


class SignInForm(AuthenticationForm):
    """One answer for a name that nobody has and for a wrong password."""

    error_messages = {"invalid_login": _("The name or the password is not right."), "inactive": ""}

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.fields["username"].label = _(names.TITLE.text)
        self.fields["username"].widget.attrs["dir"] = "auto"
        for field in self.fields.values():
            speak(field, str(field.label))


class NewAccountForm(SetPasswordMixin, Passwords, forms.Form):
    """A name, a password and perhaps an e-mail: for a new account, or for a guest's that gets a password."""

    name = name_field(help_text=_("As the others see you: any script, at most 80 characters."))
    password1, password2 = SetPasswordMixin.create_password_fields(label1=_("Password"), label2=_("Password again"))
    email = email_field()

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.hint("password1", "password2")

    def clean(self) -> dict[str, Any]:
        self.validate_passwords("password1", "password2")
        given = cast(dict[str, Any], super().clean())
        person = User(username=given.get("name", ""), email=given.get("email", ""))
        self.validate_password_for_user(person, "password1")
        return given


class AccountForm(forms.Form):
    """The name and e-mail of an account that has a password."""

    name = name_field()
    email = email_field()
    password = forms.CharField(
        label=_("Your password"),
        required=False,
        strip=False,
        help_text=_("Only to change the e-mail, to which a new password can be sent."),
        widget=forms.PasswordInput({"autocomplete": "current-password"}),
    )

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        for name in ("name", "email", "password"):
            speak(self.fields[name], str(self.fields[name].label))


class ChangePasswordForm(Passwords, PasswordChangeForm):
    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.fields["old_password"].label = _("Your password")
        self.fields["new_password1"].label = _("New password")
        self.fields["new_password2"].label = _("New password again")
        self.hint("new_password1", "new_password2")


class NewPasswordForm(Passwords, SetPasswordForm):
    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.fields["new_password1"].label = _("New password")
        self.fields["new_password2"].label = _("New password again")
        self.hint("new_password1", "new_password2")


class ForgottenForm(PasswordResetForm):
    """The mail goes out apart: an e-mail that nobody here has is answered in the same words and the same time."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.fields["email"].label = _("E-mail")
        speak(self.fields["email"], str(self.fields["email"].label))

    def save(self, *given: Any, **named: Any) -> None:
        """With the site's own address: the Host of the request is whatever its sender has written there."""
        site = urlsplit(settings.SITE_URL)
        own = {"domain_override": site.netloc, "use_https": site.scheme == "https"} if site.netloc else {}
        super().save(*given, **named | own)

    def send_mail(self, *given: Any, **named: Any) -> None:
        accounts.apart(lambda: super(ForgottenForm, self).send_mail(*given, **named))
