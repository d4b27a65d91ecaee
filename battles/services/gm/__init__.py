"""What a GM does with a battle beyond its rules: its pace, rulings, rewinding, spectators, the record of it all."""
