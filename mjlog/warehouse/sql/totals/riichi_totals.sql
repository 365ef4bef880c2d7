-- doc: Riichi of each player in each round that has one, as counts and sums that add up over any choice of
--   rounds.  Rounds are those with a result.  A riichi counts even when its tile is won on; paid_ ones are
--   those whose score change is known, judged_ ones those whose wait is.  A good wait has six tiles or more
--   that the player sees nowhere, a multi_ wait two kinds or more, a good shape is two-sided or better; own_
--   good waits count six tiles outside of the own hand, or an honour, own_six ones no honour.  An expense
--   has the own stick in it, what an event paid has not; events are the wins of others on the player's tile,
--   own points what own wins, deal-ins and draws moved, draw points what draws did.  A chased riichi is one
--   that an opponent declared after.
-- grain: round and seat
-- reads: player_riichis, won_hands
with ura as (
    select
        game_id,
        round_index,
        seat,
        coalesce(calc_yaku, log_yaku) as bonus,
        case when calc_yaku is null then log_yaku_han else calc_yaku_han end as bonus_tiles
    from won_hands
    where coalesce(log_yaku, calc_yaku) is not null
),

known as (
    select
        r.* exclude (is_furiten),
        coalesce(r.is_furiten, false) as is_furiten,
        case when u.bonus_tiles is not null
            then coalesce(u.bonus_tiles[list_position(u.bonus, 'ura_dora')], 0) end as ura,
        coalesce(r.wait_tiles >= 6, false) as is_good,
        coalesce(r.wait_kinds >= 2, false) as is_multi,
        coalesce(r.own_wait_tiles >= 6 or r.has_honour_wait, false) as is_own_good,
        coalesce(r.own_wait_tiles >= 6, false) as is_own_six,
        coalesce(list_contains(r.sure_yaku, 'tanyao'), false) as has_tanyao,
        coalesce(list_contains(r.sure_yaku, 'pinfu'), false) as has_pinfu,
        r.riichi_order > 1 as is_chasing,
        coalesce(r.chasers > 0, false) as is_chased,
        coalesce(r.wait_kinds > 0, false) as is_judged,
        r.score_delta is not null as is_paid,
        coalesce(r.draw_delta, 0) as drawn,
        r.outcome = 'ron' and not r.is_win and not r.is_deal_in as is_sideways,
        r.outcome in ('exhaustive_draw', 'abortive_draw') as is_draw
    from player_riichis as r
    left join ura as u on u.game_id = r.game_id and u.round_index = r.round_index and u.seat = r.seat
    where r.outcome is not null
)

select
    game_id,
    round_index,
    seat,
    1 as riichi,
    is_double_riichi::integer as double_riichi,
    (is_double_riichi and is_win)::integer as double_riichi_wins,
    (is_double_riichi and is_judged)::integer as judged_double_riichi,
    (is_double_riichi and is_good)::integer as good_double_riichi,
    (is_double_riichi and is_win and is_paid)::integer as paid_double_riichi_wins,
    case when is_double_riichi and is_win and is_paid then win_delta + riichi_delta else 0 end
        as double_riichi_income,
    turn as riichi_turns,
    table_turn as riichi_table_turns,
    is_win::integer as riichi_wins,
    is_tsumo::integer as riichi_tsumo_wins,
    is_deal_in::integer as riichi_deal_ins,
    deal_ins as riichi_deal_in_events,
    (is_deal_in and is_riichi_accepted)::integer as riichi_later_deal_ins,
    is_tsumo_loss::integer as riichi_tsumo_losses,
    is_sideways::integer as riichi_sideways,
    (outcome = 'exhaustive_draw')::integer as riichi_draws,
    is_paid::integer as paid_riichi,
    case when is_paid then score_delta else 0 end as riichi_balance,
    case when is_paid then drawn else 0 end as riichi_draw_points,
    (is_win and is_paid)::integer as paid_riichi_wins,
    case when is_win and is_paid then win_delta + riichi_delta else 0 end as riichi_income,
    (is_deal_in and is_paid)::integer as paid_riichi_deal_ins,
    case when is_deal_in and is_paid then -deal_in_delta - riichi_delta else 0 end
        as riichi_expense,
    (riichi_order = 1)::integer as first_riichi,
    is_chasing::integer as chasing_riichi,
    (is_chasing and is_win)::integer as chasing_wins,
    (is_chasing and is_deal_in)::integer as chasing_deal_ins,
    case when is_chasing then deal_ins else 0 end as chasing_deal_in_events,
    (is_chasing and is_judged)::integer as judged_chasing,
    (is_chasing and is_good)::integer as good_chasing,
    (is_chasing and is_own_good)::integer as own_good_chasing,
    (is_chasing and is_paid)::integer as paid_chasing,
    case when is_chasing and is_paid then score_delta else 0 end as chasing_balance,
    case when is_chasing and is_paid then drawn else 0 end as chasing_draw_points,
    (is_chasing and is_win and is_paid)::integer as paid_chasing_wins,
    case when is_chasing and is_win and is_paid then win_delta + riichi_delta else 0 end as chasing_income,
    is_chased::integer as chased_riichi,
    coalesce(chasers, 0) as chasers,
    (is_chased and is_win)::integer as chased_wins,
    (is_chased and is_deal_in)::integer as chased_deal_ins,
    case when is_chased then deal_ins else 0 end as chased_deal_in_events,
    (is_chased and is_judged)::integer as judged_chased,
    (is_chased and is_good)::integer as good_chased,
    case when is_chased and is_judged then chasers else 0 end as judged_chasers,
    case when is_chased and is_own_good then chasers else 0 end as own_good_chasers,
    (is_chased and is_paid)::integer as paid_chased,
    case when is_chased and is_paid then score_delta else 0 end as chased_balance,
    case when is_chased and is_paid then chasers else 0 end as paid_chasers,
    case when is_chased and is_paid then drawn else 0 end as chased_draw_points,
    (is_chased and is_win and is_paid)::integer as paid_chased_wins,
    case when is_chased and is_win and is_paid then win_delta + riichi_delta else 0 end as chased_income,
    is_judged::integer as judged_riichi,
    coalesce(wait_kinds, 0) as wait_kinds,
    coalesce(wait_tiles, 0) as wait_tiles,
    is_multi::integer as multi_riichi,
    coalesce(is_good_shape, false)::integer as good_shape_riichi,
    is_good::integer as good_riichi,
    (is_good and is_win)::integer as good_wins,
    (is_good and is_deal_in)::integer as good_deal_ins,
    (is_good and is_paid)::integer as paid_good,
    case when is_good and is_paid then score_delta else 0 end as good_balance,
    (is_good and is_win and is_paid)::integer as paid_good_wins,
    case when is_good and is_win and is_paid then win_delta + riichi_delta else 0 end as good_income,
    (is_judged and is_win)::integer as judged_wins,
    (is_judged and is_deal_in)::integer as judged_deal_ins,
    (is_judged and is_paid)::integer as paid_judged,
    case when is_judged and is_paid then score_delta else 0 end as judged_balance,
    case when is_judged and is_paid then drawn else 0 end as judged_draw_points,
    (is_judged and is_win and is_paid)::integer as paid_judged_wins,
    case when is_judged and is_win and is_paid then win_delta + riichi_delta else 0 end as judged_income,
    is_own_good::integer as own_good_riichi,
    (is_own_good and is_win)::integer as own_good_wins,
    case when is_own_good then deal_ins else 0 end as own_good_deal_in_events,
    (is_own_good and is_win and is_paid)::integer as paid_own_good_wins,
    case when is_own_good and is_win and is_paid then win_delta + riichi_delta else 0 end as own_good_income,
    (is_own_good and is_paid)::integer as paid_own_good,
    case when is_own_good and is_paid then score_delta else 0 end as own_good_balance,
    case when is_own_good and is_paid then drawn else 0 end as own_good_draw_points,
    case when is_judged then deal_ins else 0 end as judged_deal_in_events,
    (is_judged and is_furiten)::integer as furiten_riichi,
    (is_furiten and is_win)::integer as furiten_wins,
    (is_furiten and is_deal_in)::integer as furiten_deal_ins,
    (is_furiten and is_good)::integer as good_furiten,
    (is_furiten and is_win and is_paid)::integer as paid_furiten_wins,
    case when is_furiten and is_win and is_paid then win_delta + riichi_delta else 0 end as furiten_income,
    (is_furiten and is_paid)::integer as paid_furiten,
    case when is_furiten and is_paid then score_delta else 0 end as furiten_balance,
    (is_chasing and is_deal_in and is_paid)::integer as paid_chasing_deal_ins,
    case when is_chasing and is_deal_in and is_paid then -deal_in_delta - riichi_delta else 0 end
        as chasing_expense,
    (is_chased and is_deal_in and is_paid)::integer as paid_chased_deal_ins,
    case when is_chased and is_deal_in and is_paid then -deal_in_delta - riichi_delta else 0 end
        as chased_expense,
    (is_good and is_deal_in and is_paid)::integer as paid_good_deal_ins,
    case when is_good and is_deal_in and is_paid then -deal_in_delta - riichi_delta else 0 end
        as good_expense,
    (is_judged and is_deal_in and is_paid)::integer as paid_judged_deal_ins,
    case when is_judged and is_deal_in and is_paid then -deal_in_delta - riichi_delta else 0 end
        as judged_expense,
    (is_furiten and is_deal_in and is_paid)::integer as paid_furiten_deal_ins,
    case when is_furiten and is_deal_in and is_paid then -deal_in_delta - riichi_delta else 0 end
        as furiten_expense,
    case when is_deal_in and is_paid then deal_ins else 0 end as paid_riichi_events,
    case when is_deal_in and is_paid then -deal_in_delta else 0 end as riichi_event_paid,
    case when is_chasing and is_deal_in and is_paid then deal_ins else 0 end as paid_chasing_events,
    case when is_chasing and is_deal_in and is_paid then -deal_in_delta else 0 end as chasing_event_paid,
    case when is_own_good and is_deal_in and is_paid then deal_ins else 0 end as paid_own_good_events,
    case when is_own_good and is_deal_in and is_paid then -deal_in_delta else 0 end as own_good_event_paid,
    case when is_judged and is_deal_in and is_paid then deal_ins else 0 end as paid_judged_events,
    case when is_judged and is_deal_in and is_paid then -deal_in_delta else 0 end as judged_event_paid,
    case when is_furiten and is_deal_in and is_paid then deal_ins else 0 end as paid_furiten_events,
    case when is_furiten and is_deal_in and is_paid then -deal_in_delta else 0 end as furiten_event_paid,
    case when is_chased and is_deal_in and is_paid then deal_ins else 0 end as paid_chased_events,
    case when is_chased and is_deal_in and is_paid then -deal_in_delta else 0 end as chased_event_paid,
    case when is_furiten then deal_ins else 0 end as furiten_deal_in_events,
    (is_furiten and is_good and is_win)::integer as good_furiten_wins,
    (is_furiten and is_good and is_deal_in)::integer as good_furiten_deal_ins,
    (is_furiten and is_own_good)::integer as own_good_furiten,
    (is_furiten and is_own_good and is_win)::integer as own_good_furiten_wins,
    case when is_furiten and is_own_good then deal_ins else 0 end as own_good_furiten_deal_in_events,
    (is_double_riichi and is_own_good)::integer as own_good_double_riichi,
    (is_double_riichi and is_own_six)::integer as own_six_double_riichi,
    (is_double_riichi and is_win and win_points is not null)::integer as valued_double_riichi_wins,
    case when is_double_riichi and is_win then coalesce(win_points, 0) else 0 end
        as double_riichi_win_points,
    case
        when not is_paid then 0
        when is_win then coalesce(win_delta + riichi_delta, 0)
        when is_deal_in then coalesce(deal_in_delta, 0)
        when is_draw then coalesce(draw_delta, 0) + riichi_delta
        else 0
    end as riichi_own_points,
    (dora is not null)::integer as dora_riichi,
    coalesce(dora, 0) as riichi_dora,
    coalesce(dora >= 2, false)::integer as two_dora_riichi,
    coalesce(dora >= 3, false)::integer as three_dora_riichi,
    has_tanyao::integer as tanyao_riichi,
    has_pinfu::integer as pinfu_riichi,
    coalesce(has_ankan_after, false)::integer as ankan_riichi,
    is_ippatsu::integer as ippatsu_wins,
    (ura is not null)::integer as judged_riichi_wins,
    coalesce(ura > 0, false)::integer as ura_wins,
    coalesce(ura, 0) as ura_tiles
from known
