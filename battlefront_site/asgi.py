"""HTTP by Django, websockets by Channels: only from this site's own pages, only for who is signed in."""

import os

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.sessions import SessionMiddlewareStack
from django.core.asgi import get_asgi_application

from battles.origin import OwnPagesOnly

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "battlefront_site.settings")
http = get_asgi_application()

from battles.routing import websocket_urlpatterns  # noqa: E402  (needs the apps loaded)

application = ProtocolTypeRouter(
    {
        "http": http,
        "websocket": OwnPagesOnly(SessionMiddlewareStack(URLRouter(websocket_urlpatterns))),
    }
)
