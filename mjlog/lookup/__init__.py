"""Shanten, waits and block splits of any number of hands by table lookup.

A hand is four suit numbers (`hands`), a suit number is a row of the tables that `suits` builds and
`tables` loads, and a question about a hand is a few gathers and additions over whole columns
(`shanten`, `waits`, `decompositions`).  ``python -m mjlog.lookup.build`` makes the table file anew.
"""
