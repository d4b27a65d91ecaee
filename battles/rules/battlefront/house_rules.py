"""What the source leaves open, as one struct of named choices: each field one D-nn, its default first.

A campaign sets it, a battle pins a copy when it opens. Only choices that the rules implement may be named here.
"""

from __future__ import annotations

from battles.rules.ruleset import Value


class HouseRules(Value):
    """The defaults of the rule text's list D-01 to D-32."""
