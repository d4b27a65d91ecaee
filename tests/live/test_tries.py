"""Tries are counted by all server processes together."""

import httpx

from tests.live.people import browser
from tests.sites import Site


def tried(url: str, name: str) -> int:
    client = browser()
    client.get(f"{url}/sign-in/")
    fields = {"username": name, "password": "wrong", "csrfmiddlewaretoken": client.cookies["csrftoken"]}
    answer: httpx.Response = client.post(f"{url}/sign-in/", data=fields)
    return answer.status_code


def test_ten_tries_for_a_name_are_ten_whichever_process_is_asked(any_live_site: Site) -> None:
    urls = any_live_site.urls
    answers = [tried(urls[count % len(urls)], "Somebody") for count in range(12)]
    assert answers == [200] * 10 + [429] * 2
    assert tried(urls[0], "Somebody else") == 200
