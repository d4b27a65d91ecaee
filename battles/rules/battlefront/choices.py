"""The list D-01 to D-32: each question that the source leaves open, and every answer a table may choose."""

from __future__ import annotations

from battles.rules.choices import Choice, choice, settled
from battles.rules.ruleset import Message

CHOICES: tuple[Choice, ...] = (
    choice(
        "D-01",
        Message("Is there a third commander?"),
        "BF-02",
        "supreme_commander",
        optional=Message("A side may name a Supreme Commander, who has no effect on the rules."),
        off=Message("There is no Supreme Commander."),
    ),
    choice(
        "D-02",
        Message("What makes a Morale Level?"),
        "BF-04 BF-20",
        "morale",
        fellowship_and_command=Message(
            "Fellowship bonus, plus the rank in Command, plus the scenario's modifier, at least 1."
        ),
        fellowship_only=Message("The Fellowship bonus and nothing else, at least 1."),
    ),
    choice(
        "D-03",
        Message("How is a Break test made?"),
        "BF-11 BF-36",
        "break_test",
        morale_and_squads=Message(
            "A horde stays on a d100 up to 10 x Morale Level + 5 x current Squads; at Morale Level 0 it breaks."
        ),
        morale_on_d10=Message("A horde stays on a d10 up to the Morale Level; at Morale Level 0 it breaks."),
        willpower=Message(
            "Only a horde that lost a quarter of its Magnitude this round or is at half its start tests, on its"
            " commander's Willpower, at -10 from half down; at a quarter of its start, or if it must test at Morale"
            " Level 0, it breaks."
        ),
    ),
    choice(
        "D-04",
        Message("What if both sides fail an opposed test?"),
        "BF-05 BF-07",
        "both_fail",
        roll_again=Message("Both roll again; after 100 re-rolls the round is drawn, without damage."),
        drawn_round=Message("The round is drawn at once, without damage."),
    ),
    choice(
        "D-05",
        Message("Which Squads help the Air Marshal?"),
        "BF-06",
        "tactics_squads",
        current=Message("The current Squads of the unbroken hordes."),
        starting=Message("The Squads with which the unbroken hordes entered the battle."),
    ),
    choice(
        "D-06",
        Message("Is there a limit to all modifiers of a test together?"),
        "BF-06",
        "modifier_cap",
        sixty=Message("Together they never count for more than +60 or less than -60."),
        none=Message("Every modifier counts in full."),
    ),
    settled(
        "D-07",
        Message("Which hordes count in the damage of an air round?"),
        "BF-09 BF-10",
        Message("Those unbroken at the start of the round; both sides are damaged at the same time."),
    ),
    settled("D-08", Message("How are halves rounded?"), "BF-10 BF-35", Message("Down, everywhere.")),
    choice(
        "D-09",
        Message("What does a lead of 100 to 199 in the air bring?"),
        "BF-15 BF-17",
        "air_superiority",
        symmetric=Message("The winner's Width grows by 1, and the loser places 2 hordes first."),
        literal=Message("As the winner's line reads: the Width grows by 2, and the loser places 4 hordes first."),
    ),
    settled(
        "D-10",
        Message("What is a lead of exactly 100 or 200?"),
        "BF-14 BF-15 BF-41 BF-42",
        Message("The stronger result; a stalemate is a lead of 99 at most."),
    ),
    choice(
        "D-11",
        Message("Who wins a land round with equal degrees of success?"),
        "BF-32 BF-35",
        "land_ties",
        drawn_round=Message(
            "Nobody, and a failure is 0 degrees: no Morale lost, no Break tests, each side adds half its degrees."
        ),
        as_in_the_air=Message(
            "As in the air: success beats failure, then the higher Intelligence bonus, then the lower roll;"
            " if both fail, as the house rule on opposed tests says."
        ),
    ),
    choice(
        "D-12",
        Message("What may Artillery in the Rear Line attack?"),
        "BF-27",
        "rear_artillery",
        search=Message("What a Front horde of its column may attack."),
        any_front=Message("Any horde in the enemy's Front Line; if that is empty, what the usual search finds."),
    ),
    settled(
        "D-13",
        Message("Which tanks have Maneuver?"),
        "BF-28",
        Message("Those whose profile has the trait; the bundled profiles hold both patterns."),
    ),
    choice(
        "D-14",
        Message("May a horde move up from the Rear Line?"),
        "BF-21 BF-22",
        "moving_up",
        never=Message("No horde leaves its square."),
        step_up=Message(
            "At a round's start a Rear horde may step into the empty Front square of its column; it is ordered in"
            " secret, and an order whose target is then out of reach falls away."
        ),
    ),
    choice(
        "D-15",
        Message("What does armour do?"),
        "BF-33",
        "armour",
        threshold=Message("An attack that beats the armour left deals its rate of fire and its Blast."),
        damage=Message("An attack deals its rate of fire times what exceeds the armour left, and its Blast."),
    ),
    choice(
        "D-16",
        Message("How many shots hit?"),
        "BF-33",
        "rate_of_fire",
        maximum=Message("The weapon's highest rate of fire; nobody rolls to hit."),
        degrees=Message("As many as 1 + the General's degrees of success, up to the weapon's highest rate of fire."),
    ),
    choice(
        "D-17",
        Message("What do several damage dice show?"),
        "BF-34",
        "several_dice",
        each=Message("Each die shows the degrees of success, up to its faces."),
        sum=Message("All dice together show the degrees of success, up to the sum of their faces."),
    ),
    choice(
        "D-18",
        Message("How often does the General's bonus count?"),
        "BF-35",
        "degrees_bonus",
        each_attack=Message("Once for each attack that dealt damage."),
        each_target=Message("Once for each horde hit: with the first attack, in the army's order, that dealt damage."),
        each_side=Message("Once for the side: with its first attack, in the army's order, that dealt damage."),
    ),
    choice(
        "D-19",
        Message("How is Infantry x1.5 rounded?"),
        "BF-40",
        "infantry_rounding",
        side=Message("Down, once for the whole Infantry of the side."),
        horde=Message("Down, for each Infantry horde."),
    ),
    settled(
        "D-20",
        Message("In what order does a land round run?"),
        "BF-31 BF-33 BF-36 BF-37",
        Message(
            "Retreats, Stratagems before, secret orders, rolls, Stratagems during, winner and Morale, all attacks at"
            " once, losses, Break tests, Stratagems after, end check."
        ),
    ),
    choice(
        "D-21",
        Message("What do the hordes of a side that retreats count?"),
        "BF-12 BF-13 BF-39",
        "retreat_total",
        nothing=Message("Nothing: the side left the battlefield."),
        counted=Message("What they have: they count like those that stay."),
    ),
    settled(
        "D-22",
        Message("What if both sides are defeated in one round?"),
        "BF-12 BF-39",
        Message("The contest ends and the totals decide."),
    ),
    settled(
        "D-23",
        Message("What if a side has no hordes in a contest?"),
        "BF-12 BF-39",
        Message("The contest is skipped and its table applied to the totals as they stand."),
    ),
    choice(
        "D-24",
        Message("What about more land hordes than squares?"),
        "BF-23 BF-29",
        "surplus_hordes",
        refused=Message("The deployment is not accepted before the surplus is held back."),
        reserve=Message("Once every square is held the others stay in reserve: they never fight and do not count."),
    ),
    settled("D-25", Message("How small may a Width be?"), "BF-24", Message("Never below 1.")),
    settled(
        "D-26",
        Message("How do unequal Widths face each other?"),
        "BF-24 BF-25",
        Message("Centred on the larger one; an odd remainder is lost at the highest-numbered column."),
    ),
    settled(
        "D-27",
        Message("How are Advantages drawn?"),
        "BF-14 BF-41",
        Message(
            "Each surviving unbroken horde supplies at most one card of its type; a card is used once unless passive."
        ),
    ),
    choice(
        "D-28",
        Message("How are degrees of success counted?"),
        "BF-05 BF-31",
        "degrees",
        full_tens=Message("One for each full ten of target minus roll; none on a failure."),
        tens_digits=Message("On a success 1 + the difference of the tens digits; none on a failure."),
    ),
    settled(
        "D-29",
        Message("What is a Tactics test made against?"),
        "BF-05 BF-31",
        Message("Half the Intelligence untrained, rounded down; trained the Intelligence, then +10, +20."),
    ),
    settled("D-30", Message("Who sees the hordes placed first?"), "BF-29", Message("Everybody.")),
    settled("D-31", Message("How low may Morale fall?"), "BF-08 BF-32", Message("Never below 0.")),
    settled(
        "D-32",
        Message("How do terrain and the defender change Widths?"),
        "BF-24",
        Message("A terrain has two numbers, one for the invader's Width and one for the defender's."),
    ),
)
