-- doc: How often discards deal in, as counts that add up over any choice of games.  would_deal_ins
--   counts discards that an opponent without furiten waits for, with a yaku or not; judged_discards
--   are those whose opponents' hands are known.
-- grain: round and seat, turn, own state and state of the opponents
-- reads: player_discards
select
    game_id,
    round_index,
    seat,
    player,
    player_count,
    turn,
    own_state,
    facing,
    count(*) as discards,
    count(*) filter (where did_deal_in) as deal_ins,
    count(would_deal_in) as judged_discards,
    count(*) filter (where would_deal_in) as would_deal_ins
from player_discards
group by game_id, round_index, seat, player, player_count, turn, own_state, facing
