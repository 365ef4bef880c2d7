"""Statistics of players: a catalogue of what can be counted, choices of rounds, rates with intervals."""
