"""mjlog: riichi mahjong game logs as Arrow tables, replayed, re-scored and audited."""
