-- doc: Every hand won, the rows of wins: a player wins once in a round, so that of wins of one player that a
--   faulty log repeats there is only the first.
-- grain: round and seat
-- reads: wins
with repeated as (
    select w.game_id, w.round_index, w.win_index
    from wins as w
    inner join wins as earlier
        on earlier.game_id = w.game_id and earlier.round_index = w.round_index and earlier.seat = w.seat
        and earlier.win_index < w.win_index
    where w.win_index > 0
)

select w.*
from wins as w
anti join repeated as r
    on r.game_id = w.game_id and r.round_index = w.round_index and r.win_index = w.win_index
