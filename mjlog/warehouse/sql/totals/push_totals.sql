-- doc: What players do when exactly one opponent is in riichi and they are not, as counts that add up
--   over any choice of rounds: a genbutsu is against that opponent; a retreat is another tile that takes
--   the own hand further from tenpai; a push is any other tile.  Hands must be known.  shanten is that of
--   the hand with the tile drawn, from 0 (tenpai, or complete) to 3 (three or more).  genbutsu_held
--   counts discards with a genbutsu in hand, genbutsu_passed_up those of them that played another tile;
--   tenpai_..., one_shanten_... and far_... those at such a shanten; first_discards the player's first of
--   all these in the round.
-- grain: round, seat and discard
-- reads: discard_threats
with alone as (
    select
        game_id,
        round_index,
        seat,
        seq,
        turn,
        greatest(least(shanten_before, 3), 0) as shanten,
        case
            when tile_class = 'genbutsu' then 'genbutsu'
            when discard_threats.shanten > shanten_before then 'retreat'
            else 'push'
        end as action,
        has_genbutsu,
        did_deal_in
    from discard_threats
    where
        threat = 'riichi'
        and opponents_in_riichi = 1
        and not is_in_riichi
        and shanten_before is not null
        and has_genbutsu is not null
)

select
    game_id,
    round_index,
    seat,
    seq,
    turn,
    shanten,
    action,
    1 as discards,
    (action = 'push')::integer as pushes,
    (action = 'retreat')::integer as retreats,
    (action = 'genbutsu')::integer as genbutsu,
    did_deal_in::integer as deal_ins,
    has_genbutsu::integer as genbutsu_held,
    (has_genbutsu and action <> 'genbutsu')::integer as genbutsu_passed_up,
    (shanten = 0)::integer as tenpai_discards,
    (shanten = 0 and action = 'push')::integer as tenpai_pushes,
    (shanten = 1)::integer as one_shanten_discards,
    (shanten = 1 and action = 'push')::integer as one_shanten_pushes,
    (shanten >= 2)::integer as far_discards,
    (shanten >= 2 and action = 'push')::integer as far_pushes,
    (seq = min(seq) over (partition by game_id, round_index, seat))::integer as first_discards
from alone
