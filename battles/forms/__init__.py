"""Plain forms. What they let through is judged by the services, whose refusals come back as a field's error."""

from battles.forms.armies import FiguresForm as FiguresForm
from battles.forms.armies import HeroForm as HeroForm
from battles.forms.opening import OpeningForm as OpeningForm
from battles.forms.rows import RowForm as RowForm
