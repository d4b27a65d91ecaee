from django.urls import URLPattern, URLResolver, include, path
from django.views.i18n import set_language

from battles.views import advantages, armies, battle, campaign, catalogue, house_rules, lobby, opening

battle_urls = [
    path("", battle.battle, name="battle"),
    path("commands/", battle.command, name="command"),
    path("frame/", battle.frame, name="frame"),
    path("log/", battle.log, name="log"),
]

army_urls = [
    path("", armies.army, name="army"),
    path("heroes/new/", armies.new_hero, name="new_hero"),
    path("heroes/<row:hero>/", armies.hero, name="hero"),
    path("heroes/<row:hero>/delete/", armies.delete_hero, name="delete_hero"),
    path("heroes/<row:hero>/move/", armies.move_hero, name="move_hero"),
]

campaign_urls: list[URLPattern | URLResolver] = [
    path("", campaign.campaign, name="campaign"),
    path("house-rules/", house_rules.house_rules, name="house_rules"),
    path("catalogue/", catalogue.catalogue, name="catalogue"),
    path("catalogue/<slug:kind>/new/", catalogue.row, name="new_row"),
    path("catalogue/<slug:kind>/<slug:key>/", catalogue.row, name="row"),
    path("catalogue/<slug:kind>/<slug:key>/delete/", catalogue.delete_row, name="delete_row"),
    path("battles/new/", opening.new_battle, name="new_battle"),
    path("armies/<row:army>/", include(army_urls)),
    path("advantages/", advantages.advantages, name="advantages"),
    path("advantages/<row:card>/spend/", advantages.spend, name="spend_advantage"),
]

app_name = "battles"
urlpatterns = [
    path("", lobby.lobby, name="lobby"),
    path("sign-in/", lobby.SignIn.as_view(), name="sign_in"),
    path("sign-out/", lobby.sign_out, name="sign_out"),
    path("enter/", lobby.enter, name="enter"),
    path("language/", set_language, name="language"),
    path("healthz/", lobby.healthz, name="healthz"),
    path("battles/<row:pk>/", include(battle_urls)),
    path("campaigns/<row:pk>/", include(campaign_urls)),
]
