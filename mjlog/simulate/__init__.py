"""Complete legal games by simple players: for samples, tests and benchmarks.

>>> from mjlog.simulate import simulate
>>> tables = next(simulate("tenhou", games=1, seed=7))
>>> tables.games["is_complete"].to_pylist()
[True]
"""

from mjlog.simulate.run import simulate

__all__ = ["simulate"]
