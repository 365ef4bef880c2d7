-- doc: Kans of each player in each round that has some, and bonus tiles set aside (kitas), as counts and sums
--   that add up over any choice of rounds.  Rounds are those with a result; paid_ ones those whose score
--   change is known.  An income is without the own stick, receipts are with it.
-- grain: round and seat
-- reads: round_players, won_hands
with won as (
    select
        game_id,
        round_index,
        seat,
        list_contains(coalesce(log_yaku, calc_yaku), 'rinshan_kaihou') as is_rinshan
    from won_hands
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
    case when kans > 0 then deal_ins else 0 end as kan_deal_in_events,
    case when kans > 0 and is_win and is_paid then win_delta else 0 end as kan_receipts,
    case when is_paid then kans else 0 end as paid_kans,
    case when kans > 0 and is_paid then coalesce(draw_delta, 0) + riichi_delta else 0 end
        as kan_draw_and_stick_points,
    kans + kitas as replacements,
    is_rinshan::integer as rinshan_wins
from known
where kans + kitas > 0 or is_rinshan
