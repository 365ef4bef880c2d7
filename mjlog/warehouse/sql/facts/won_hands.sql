-- doc: Every hand won, the rows of wins: a player wins once in a round, so that of wins of one player that a
--   faulty log repeats there is only the first.
-- grain: round and seat
-- reads: wins
select *
from wins
qualify row_number() over (partition by game_id, round_index, seat order by win_index) = 1
