"""What differs between two answers without telling anything."""

import re


def without_noise(text: str) -> str:
    """The forgery token is masked anew for every answer, and a form that is taken in once has another key each time.
    The hour of a public event is public, and so is who has the page open; how long all that is follows from it.
    """
    text = re.sub(r"(csrfmiddlewaretoken\W+value=\W|X-CSRFToken\W+)\w{64}", r"\1", text)
    text = re.sub(r'name="once" value="[\w-]+"', "once", text)
    text = re.sub(r'class="presence[^"]*"', 'class="presence"', text)
    text = re.sub(r'(<b>[^<]*</b> <span class="muted">[^<·]* · )[^<]*(</span></li>)', r"\1\2", text)
    text = re.sub(r"(Content-Length\W+)\d+", r"\1", text)
    text = re.sub(r"<time[^>]*>[^<]*</time>", "<time>", text)
    return re.sub(r"csrftoken=\w+; expires=[^;]+", "", text)
