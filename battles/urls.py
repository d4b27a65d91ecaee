from django.urls import include, path

from battles.views import battle, lobby

battle_urls = [
    path("", battle.battle, name="battle"),
    path("commands/", battle.command, name="command"),
    path("frame/", battle.frame, name="frame"),
    path("log/", battle.log, name="log"),
]

app_name = "battles"
urlpatterns = [
    path("", lobby.lobby, name="lobby"),
    path("sign-in/", lobby.SignIn.as_view(), name="sign_in"),
    path("sign-out/", lobby.sign_out, name="sign_out"),
    path("enter/", lobby.enter, name="enter"),
    path("healthz/", lobby.healthz, name="healthz"),
    path("battles/<int:pk>/", include(battle_urls)),
]
