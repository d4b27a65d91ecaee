"""HTTP by Django, websockets by Channels: only from this site's own pages, only for who is signed in."""

import logging
import os

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.sessions import SessionMiddlewareStack
from django.core.asgi import get_asgi_application

from battles.origin import OwnPagesOnly

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "battlefront_site.settings")
http = get_asgi_application()

from battles.routing import websocket_urlpatterns  # noqa: E402  (needs the apps loaded)
from battles.services.words import languages, mo_file  # noqa: E402

for language in languages():
    if not mo_file(language).exists():
        logging.getLogger(__name__).warning("No translation for '%s': run manage.py compilemessages", language)

application = ProtocolTypeRouter(
    {
        "http": http,
        "websocket": OwnPagesOnly(SessionMiddlewareStack(URLRouter(websocket_urlpatterns))),
    }
)
