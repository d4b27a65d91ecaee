from django.urls import URLPattern, URLResolver, include, path
from django.views.i18n import set_language

from battles.views import (
    accounts,
    advantages,
    armies,
    army_rows,
    army_versions,
    battle,
    campaign,
    catalogue,
    heroes,
    house_rules,
    imports,
    invites,
    ledger,
    lobby,
    members,
    opening,
    replay,
    reports,
    seats,
    style,
)
from battles.views.gm import absence, adjusting, ending, pace, rewinding, rulings, running, table

gm_urls = [
    path("pause/", pace.pause, name="gm_pause"),
    path("resume/", pace.resume, name="gm_resume"),
    path("extend/", pace.extend, name="gm_extend"),
    path("force/", absence.force, name="gm_force"),
    path("adjust/", adjusting.adjust, name="gm_adjust"),
    path("rewind/", rewinding.points, name="gm_rewind"),
    path("rewind/<row:to>/", rewinding.rewind, name="gm_rewind_to"),
    path("conduct/", running.conduct, name="gm_conduct"),
    path("spectators/", running.spectators, name="gm_spectators"),
    path("end/", ending.end, name="gm_end"),
    path("void/", ending.void, name="gm_void"),
    path("overrule/", rulings.overrule, name="gm_overrule"),
    path("again/", rulings.again, name="gm_again"),
    path("publish/", rulings.publish, name="gm_publish"),
    path("drop/", rulings.drop, name="gm_drop"),
]

battle_urls: list[URLPattern | URLResolver] = [
    path("", battle.battle, name="battle"),
    path("commands/", battle.command, name="command"),
    path("frame/", battle.frame, name="frame"),
    path("log/", battle.log, name="log"),
    path("replay/", replay.page, name="replay"),
    path("replay/board/", replay.board, name="replay_board"),
    path("report/", reports.report, name="report"),
    path("report/share/", reports.share, name="share_report"),
    path("report/revoke/", reports.revoke, name="revoke_report"),
    path("throw/", table.throw, name="throw"),
    path("wish/", table.wish, name="wish"),
    path("here/", table.here, name="here"),
    path("gm/", include(gm_urls)),
    path("seats/", seats.seats, name="seats"),
    path("seats/links/", seats.seat_link, name="seat_link"),
    path("seats/members/", seats.seat_member, name="seat_member"),
    path("seats/<row:seat>/replace/", seats.replace, name="replace"),
]

report_urls = [
    path("", reports.shared, name="shared_report"),
    path("picture.png", reports.picture, name="report_picture"),
    path("replay/", replay.shared_page, name="shared_replay"),
    path("replay/board/", replay.shared_board, name="shared_replay_board"),
]

account_urls = [
    path("", accounts.account, name="account"),
    path("claim/", accounts.claim, name="claim"),
    path("password/", accounts.password, name="password"),
]

forgotten_urls = [
    path("", accounts.Forgotten.as_view(), name="forgotten"),
    path("sent/", accounts.ForgottenSent.as_view(), name="forgotten_sent"),
    path("<slug:uidb64>/<slug:token>/", accounts.NewPassword.as_view(), name="new_password"),
]

member_urls = [
    path("", members.members, name="members"),
    path("links/", invites.new_link, name="new_link"),
    path("links/<row:invite>/revoke/", invites.revoke, name="revoke"),
    path("links/<row:invite>/reissue/", invites.reissue, name="reissue"),
    path("<row:person>/change/", members.change_member, name="change_member"),
    path("<row:person>/remove/", members.remove_member, name="remove_member"),
    path("<row:person>/hand-over/", members.hand_over, name="hand_over"),
]

army_urls = [
    path("", armies.army, name="army"),
    path("names/", armies.army_names, name="army_names"),
    path("delete/", armies.delete_army, name="delete_army"),
    path("rows/<slug:part>/add/", army_rows.add_rows, name="add_rows"),
    path("rows/<slug:part>/<row:row>/", army_rows.row, name="army_row"),
    path("rows/<slug:part>/<row:row>/duplicate/", army_rows.duplicate_row, name="duplicate_row"),
    path("rows/<slug:part>/<row:row>/delete/", army_rows.delete_row, name="delete_army_row"),
    path("rows/<slug:part>/<row:row>/move/", army_rows.move_row, name="move_row"),
    path("export/<slug:extension>/", imports.export_army, name="export_army"),
    path("versions/", army_versions.versions, name="versions"),
    path("versions/<row:number>/", army_versions.version, name="version"),
    path("versions/<row:number>/take-back/", army_versions.take_back, name="take_edit_back"),
    path("versions/<row:number>/bring-back/", army_versions.bring_back, name="bring_back"),
    path("repairs/", ledger.mend, name="repairs"),
    path("heroes/new/", heroes.new_hero, name="new_hero"),
    path("heroes/<row:hero>/", heroes.hero, name="hero"),
    path("heroes/<row:hero>/delete/", heroes.delete_hero, name="delete_hero"),
    path("heroes/<row:hero>/move/", heroes.move_hero, name="move_hero"),
]

campaign_urls: list[URLPattern | URLResolver] = [
    path("", campaign.campaign, name="campaign"),
    path("house-rules/", house_rules.house_rules, name="house_rules"),
    path("catalogue/", catalogue.catalogue, name="catalogue"),
    path("catalogue/<slug:kind>/new/", catalogue.row, name="new_row"),
    path("catalogue/<slug:kind>/<slug:key>/", catalogue.row, name="row"),
    path("catalogue/<slug:kind>/<slug:key>/delete/", catalogue.delete_row, name="delete_row"),
    path("battles/new/", opening.new_battle, name="new_battle"),
    path("armies/", armies.armies, name="armies"),
    path("armies/new/", armies.new_army, name="new_army"),
    path("armies/import/", imports.import_army, name="import_army"),
    path("armies/import/accept/", imports.accept_import, name="accept_import"),
    path("armies/<row:army>/", include(army_urls)),
    path("ledger/", ledger.ledger, name="ledger"),
    path("ledger/<row:battle>/take-back/", ledger.take_back, name="take_back"),
    path("advantages/", advantages.advantages, name="advantages"),
    path("advantages/<row:card>/spend/", advantages.spend, name="spend_advantage"),
    path("members/", include(member_urls)),
    path("settings/", members.settings, name="settings"),
    path("settings/chat/", members.chat, name="chat"),
    path("settings/chat/greet/", members.greet_chat, name="greet_chat"),
    path("archive/", members.archive, name="archive"),
    path("unarchive/", members.unarchive, name="unarchive"),
]

app_name = "battles"
urlpatterns = [
    path("", lobby.lobby, name="lobby"),
    path("sign-in/", lobby.SignIn.as_view(), name="sign_in"),
    path("sign-up/", accounts.sign_up, name="sign_up"),
    path("sign-out/", lobby.sign_out, name="sign_out"),
    path("enter/", lobby.enter, name="enter"),
    path("account/", include(account_urls)),
    path("forgotten/", include(forgotten_urls)),
    path("invites/<slug:token>/", invites.invite, name="invite"),
    path("archived/", lobby.archived, name="archived"),
    path("campaigns/new/", members.new_campaign, name="new_campaign"),
    path("language/", set_language, name="language"),
    path("healthz/", lobby.healthz, name="healthz"),
    path("style/", style.style, name="style"),
    path("battles/<row:pk>/", include(battle_urls)),
    path("campaigns/<row:pk>/", include(campaign_urls)),
    path("reports/<slug:token>/", include(report_urls)),
]
