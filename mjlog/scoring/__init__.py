"""Scoring: readings, yaku, fu, points and payments of wins, as columns."""
