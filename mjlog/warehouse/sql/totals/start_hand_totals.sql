-- doc: Dealt hands, without the first draw, as counts and sums that add up over any choice of rounds.
--   Rounds are those with a result; dealt ones those whose hand is known.
-- grain: round and seat
-- reads: round_players
select
    game_id,
    round_index,
    seat,
    1 as rounds,
    (dealt_shanten is not null)::integer as dealt,
    coalesce(dealt_shanten, 0) as dealt_shanten,
    coalesce(is_dealer and dealt_shanten is not null, false)::integer as dealer_dealt,
    case when is_dealer then coalesce(dealt_shanten, 0) else 0 end as dealer_shanten,
    coalesce(not is_dealer and dealt_shanten is not null, false)::integer as other_dealt,
    case when is_dealer then 0 else coalesce(dealt_shanten, 0) end as other_shanten,
    coalesce(dealt_shanten <= 2, false)::integer as near_dealt,
    coalesce(dealt_shanten >= 5, false)::integer as far_dealt,
    coalesce(dealt_dora, 0) as dealt_dora,
    coalesce(dealt_aka, 0) as dealt_aka,
    coalesce(dealt_dora + dealt_aka >= 1, false)::integer as with_dora,
    coalesce(dealt_dora + dealt_aka >= 2, false)::integer as with_two_dora,
    (tenpai_turn is not null and dealt_shanten is not null)::integer as tenpai,
    case when dealt_shanten is not null then coalesce(tenpai_turn, 0) else 0 end as tenpai_turns
from round_players
where outcome is not null
