"""Games for people: rounds, hands and tiles as text and data."""
