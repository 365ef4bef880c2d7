-- doc: How each round ended for each player, as counts and sums that add up over any choice of rounds.
--   Rounds are those with a result.
-- grain: round and seat
-- reads: player_rounds
select
    game_id,
    round_index,
    seat,
    1 as rounds,
    is_dealer::integer as dealer_rounds,
    is_win::integer as wins,
    is_tsumo::integer as tsumo_wins,
    is_deal_in::integer as deal_ins,
    deal_ins as deal_in_events
from player_rounds
where outcome is not null
