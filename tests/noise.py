"""What differs between two answers without telling anything."""

import re


def without_noise(text: str) -> str:
    """The forgery token is masked anew for every answer; the hour of a public event is public."""
    text = re.sub(r"(csrfmiddlewaretoken\W+value=\W|X-CSRFToken\W+)\w{64}", r"\1", text)
    text = re.sub(r"<time[^>]*>[^<]*</time>", "<time>", text)
    return re.sub(r"csrftoken=\w+; expires=[^;]+", "", text)
