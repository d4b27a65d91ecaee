"""Plain forms. What they let through is judged by the services, whose refusals come back as a field's error."""

from battles.forms.armies import FiguresForm as FiguresForm
from battles.forms.armies import HeroForm as HeroForm
from battles.forms.armies import NamesForm as NamesForm
from battles.forms.armies import NewArmyForm as NewArmyForm
from battles.forms.army_rows import AddRowsForm as AddRowsForm
from battles.forms.army_rows import ArmyRowForm as ArmyRowForm
from battles.forms.imports import FileForm as FileForm
from battles.forms.imports import PreviewForm as PreviewForm
from battles.forms.opening import OpeningForm as OpeningForm
from battles.forms.opening import seat_field as seat_field
from battles.forms.rows import RowForm as RowForm
