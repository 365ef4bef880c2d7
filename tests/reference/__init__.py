"""The slow, obvious reference: one round at a time, one event at a time, in plain Python.

It shares only the data types of mjlog (tile codes, tables, rule sets) with the engine, so that
an error of the engine cannot hide here.  Every rule is written the way a rule book states it.
"""
