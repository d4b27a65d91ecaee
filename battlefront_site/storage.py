from whitenoise.storage import CompressedManifestStaticFilesStorage


class Storage(CompressedManifestStaticFilesStorage):
    """Also the modules that import each other get names that change with their content, so no cache mixes releases."""

    support_js_module_import_aggregation = True
