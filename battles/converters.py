"""Numbers in addresses. `apps` registers them."""

from django.urls.converters import IntConverter


class RowNumber(IntConverter):
    """A row's number; a longer one than any database takes is no address of ours."""

    regex = "[0-9]{1,18}"
