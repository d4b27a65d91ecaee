"""All settings. Every value that a deployment changes comes from the environment.

Embedded (the default): SQLite and the in-memory channel layer in one Daphne process, all data in `BATTLEFRONT_DATA`.
Production: `BATTLEFRONT_MODE=production` with SECRET_KEY, ALLOWED_HOSTS, DATABASE_URL and REDIS_URL.
"""

import contextlib
import os
import secrets
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent
MODE = os.environ.get("BATTLEFRONT_MODE", "embedded")
PRODUCTION = MODE == "production"
DATA_DIR = Path(os.environ.get("BATTLEFRONT_DATA", BASE_DIR / "var"))
DEBUG = os.environ.get("DEBUG", "") == "1" and not PRODUCTION


def _required(name: str, why: str) -> str:
    value = os.environ.get(name, "")
    if not value and PRODUCTION:
        raise ImproperlyConfigured(f"{name} is not set: a production start needs {why}.")
    return value


def _kept_secret() -> str:
    """A secret key of this installation's own, made at the first start and kept beside its database."""
    DATA_DIR.mkdir(parents=True, exist_ok=True)
    path = DATA_DIR / "secret_key"
    if not path.exists():
        # Written whole under another name and then named, unless another first start was faster.
        with tempfile.NamedTemporaryFile("w", dir=DATA_DIR) as draft, contextlib.suppress(FileExistsError):
            draft.write(secrets.token_urlsafe(50))
            draft.flush()
            os.link(draft.name, path)
    return path.read_text()


def _site_url() -> str:
    """Where the site is reached from outside, as what is sent out names it.

    Never the Host of the request that a mail was asked for by: anybody can write there what he likes, and whoever
    follows the mail's link would hand him a new password.
    """
    url = os.environ.get("SITE_URL", "").rstrip("/")
    parts = urlsplit(url)
    if url and (parts.scheme not in ("http", "https") or not parts.netloc or url != f"{parts.scheme}://{parts.netloc}"):
        raise ImproperlyConfigured("SITE_URL is to be such as https://battles.example.org, without a path.")
    if os.environ.get("EMAIL_HOST") and not url:
        raise ImproperlyConfigured(
            "SITE_URL is not set: with EMAIL_HOST it is needed, because the links in mails begin with it."
        )
    return url


SECRET_KEY = _required("SECRET_KEY", "a secret key of its own") or _kept_secret()
ALLOWED_HOSTS = (_required("ALLOWED_HOSTS", "the host names it answers to") or "*").split(",")
# Empty only where no mail leaves the site: what is printed for its operator may name the host he was asked by.
SITE_URL = _site_url()
CSRF_TRUSTED_ORIGINS = [origin for origin in os.environ.get("CSRF_TRUSTED_ORIGINS", "").split(",") if origin]
REDIS_URL = _required("REDIS_URL", "Redis (the in-memory channel layer reaches one process only)")
DATABASE_URL = _required("DATABASE_URL", "a database of its own")

if DATABASE_URL:
    # CONN_MAX_AGE stays 0: under ASGI a kept connection belongs to a thread that may never come back.
    DATABASES = {"default": dj_database_url.parse(DATABASE_URL, conn_max_age=0)}
else:
    DATABASES = {
        "default": dj_database_url.DBConfig(
            ENGINE="django.db.backends.sqlite3", NAME=str(DATA_DIR / "battlefront.sqlite3")
        )
    }
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # IMMEDIATE takes the write lock at BEGIN, so two who press Ready at once wait for each other instead of failing.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;",
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

if REDIS_URL:
    CHANNEL_LAYERS = {
        "default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [REDIS_URL]}}
    }
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer", "CONFIG": {"capacity": 1000}}}

# Holds the counts of tries alone. Without Redis there is one server process, and its own memory is shared by all of it.
if REDIS_URL:
    CACHES: dict[str, Any] = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
            "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
        }
    }
else:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            # The default of 300 is soon filled by whoever tries one name after another, and old counts are dropped.
            "OPTIONS": {"MAX_ENTRIES": 20_000},
        }
    }
# The library's list of caches knows neither Django's own Redis cache nor a site of one process; both count rightly.
SILENCED_SYSTEM_CHECKS = ["django_ratelimit.E003", "django_ratelimit.W001"]
BEHIND_PROXY = os.environ.get("BEHIND_PROXY", "") == "1"

INSTALLED_APPS = [
    "daphne",
    "whitenoise.runserver_nostatic",
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "csp",
    "django_htmx",
    "django_ratelimit",
    "battles",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "battlefront_site.urls"
ASGI_APPLICATION = "battlefront_site.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

AUTHENTICATION_BACKENDS = ["battles.services.accounts.ByName", "sesame.backends.ModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "battles:sign_in"
LOGIN_REDIRECT_URL = "battles:lobby"
LOGOUT_REDIRECT_URL = "battles:sign_in"
# A sign-in link dies with the sign-in it was made for.
SESAME_ONE_TIME = True
SESAME_MAX_AGE = 7 * 24 * 3600

# Without a mail server what would be sent is printed, with the log.
EMAIL_HOST = os.environ.get("EMAIL_HOST", "")
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'console'}.EmailBackend"
EMAIL_PORT = int(os.environ.get("EMAIL_PORT", "25"))
EMAIL_HOST_USER = os.environ.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = os.environ.get("EMAIL_USE_TLS", "") == "1"
EMAIL_USE_SSL = os.environ.get("EMAIL_USE_SSL", "") == "1"
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = os.environ.get("DEFAULT_FROM_EMAIL", "battlefront@localhost")
# Lets a webhook lead anywhere, to this machine too: for tests, and for a chat of one's own behind the same wall.
WEBHOOKS_ANYWHERE = os.environ.get("WEBHOOKS_ANYWHERE", "") == "1"

LANGUAGE_CODE = "en"
# Of reminders and of what a chat is told, which are for people whose language nobody knows.
SITE_LANGUAGE = os.environ.get("SITE_LANGUAGE", LANGUAGE_CODE)
# Each by its own name, as the switch on every page shows it.
LANGUAGES = [("en", "English"), ("fr", "Français")]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
USE_I18N = True
# First of all, or a word that Django's own pages have too is translated as there.
LOCALE_PATHS = [BASE_DIR / "battles" / "locale"]
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
# Embedded serves the source files as they are; production what collectstatic has put here.
STATIC_ROOT = Path(os.environ.get("STATIC_ROOT", BASE_DIR / "staticfiles")) if PRODUCTION else None
WHITENOISE_USE_FINDERS = not PRODUCTION
if PRODUCTION:
    STORAGES = {
        "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
        "staticfiles": {"BACKEND": "battlefront_site.static_files.SmallFiles"},
    }

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
    }
}
# More than an army file may have, so that one that is too large is refused by a sentence beside its form; and as many
# fields as the preview of the fullest army has, with every box ticked.
DATA_UPLOAD_MAX_MEMORY_SIZE = 4 * 2**20
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = (
    PRODUCTION and os.environ.get("INSECURE_COOKIES", "") != "1"
)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": os.environ.get("LOG_LEVEL", "INFO")},
    # Twisted and Daphne speak of every connection at INFO.
    "loggers": {
        "daphne": {"level": "WARNING"},
        "twisted": {"level": "WARNING"},
        # A refused command is an answer, not an event.
        "django.request": {"level": "ERROR"},
        # Nor is a form that is too large: it gets a page of its own.
        "django.security.RequestDataTooBig": {"level": "CRITICAL"},
        "django.security.TooManyFieldsSent": {"level": "CRITICAL"},
        "django.security.TooManyFilesSent": {"level": "CRITICAL"},
    },
}
