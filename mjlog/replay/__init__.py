"""The columnar replay: hands, melds, turns, riichi, waits, furiten and pao of whole batches."""

from mjlog.replay.batch import Batch
from mjlog.replay.replay import Replay, replay_batch
from mjlog.replay.states import states_table

__all__ = ["Batch", "Replay", "replay_batch", "states_table"]
