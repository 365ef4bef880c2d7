-- doc: Kans of each player in each round, and bonus tiles set aside (kitas), as counts and sums that add up
--   over any choice of rounds.  Rounds are those with a result; paid_ ones those whose score change is
--   known.  Sums by kan count a round as often as it has kans.
-- grain: round and seat
-- reads: round_players, player_wins
with won as (
    select game_id, round_index, seat, list_contains(yaku, 'rinshan_kaihou') as is_rinshan
    from player_wins
),

known as (
    select
        rp.*,
        rp.daiminkans + rp.kakans + rp.ankans as kans,
        rp.score_delta is not null as is_paid,
        coalesce(w.is_rinshan, false) as is_rinshan
    from round_players as rp
    left join won as w on w.game_id = rp.game_id and w.round_index = rp.round_index and w.seat = rp.seat
    where rp.outcome is not null
)

select
    game_id,
    round_index,
    seat,
    1 as rounds,
    kans,
    daiminkans,
    kakans,
    ankans,
    kitas,
    (kans > 0)::integer as kan_rounds,
    (kans > 0 and is_win)::integer as kan_wins,
    (kans > 0 and is_deal_in)::integer as kan_deal_ins,
    (kans > 0 and is_paid)::integer as paid_kan_rounds,
    case when kans > 0 and is_paid then score_delta else 0 end as kan_balance,
    (kans > 0 and is_win and is_paid)::integer as paid_kan_wins,
    case when kans > 0 and is_win and is_paid then win_delta + riichi_delta else 0 end as kan_income,
    case when is_win then kans else 0 end as wins_by_kan,
    kans * deal_ins as deal_ins_by_kan,
    case when is_win and is_paid then kans else 0 end as paid_wins_by_kan,
    case when is_win and is_paid then kans * win_delta else 0 end as receipts_by_kan,
    case when is_paid then kans else 0 end as paid_kans,
    case when is_paid then kans * score_delta else 0 end as balance_by_kan,
    kans + kitas as replacements,
    is_rinshan::integer as rinshan_wins
from known
