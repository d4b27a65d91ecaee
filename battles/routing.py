from typing import Any

from django.urls import path, re_path

from battles.consumers import battle_socket, desk_socket, nowhere

# Django's types know of views that answer HTTP only; Channels routes any ASGI application by the same patterns.
_battle: Any = battle_socket
_desk: Any = desk_socket
_nowhere: Any = nowhere
websocket_urlpatterns = [path("ws/battles/<row:pk>/", _battle), path("ws/gm/", _desk), re_path("", _nowhere)]
