"""Static files as a hosted site serves them: small, compressed, and under names that change with what is in them."""

from typing import Any

from django.core.files.base import ContentFile, File
from whitenoise.storage import CompressedManifestStaticFilesStorage

KINDS = {"js": "application/javascript", "css": "text/css"}


class SmallFiles(CompressedManifestStaticFilesStorage):
    """This project's own scripts and styles are minified; packages ship theirs so."""

    # Scripts import each other: by the names that change, or a browser would mix an update with what it has kept.
    # Django can do this for every script, and then fails at those of others that speak of imports in a comment.
    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        (
            "battles/*.js",
            (
                (r"""(?P<matched>from ?"(?P<url>\./[^"]+)")""", """from"%(url)s\""""),
                (r"""(?P<matched>import\("(?P<url>\./[^"]+)"\))""", """import("%(url)s")"""),
            ),
        ),
    )

    def _save(self, name: str, content: File) -> Any:
        kind = KINDS.get(name.rpartition(".")[2])
        if kind and name.startswith("battles/"):
            import minify  # a program of its own size, which serving has no need of

            content.seek(0)
            text = content.read()
            content = ContentFile(minify.string(kind, text.decode() if isinstance(text, bytes) else text))
        return super()._save(name, content)  # type: ignore[misc] # storages are written by overriding it
