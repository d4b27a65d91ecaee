from django.apps import AppConfig
from django.urls import register_converter

from battles.converters import RowNumber
from battles.model_names import give


class BattlesConfig(AppConfig):
    name = "battles"
    verbose_name = "Battlefront"

    def ready(self) -> None:
        register_converter(RowNumber, "row")
        give()
