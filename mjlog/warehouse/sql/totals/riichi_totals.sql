-- doc: Riichi of each player in each round, as counts and sums that add up over any choice of rounds.
--   Rounds are those with a result.  A riichi counts even when its tile is won on; paid_ ones are those
--   whose score change is known, judged_ ones those whose wait is.  A good wait has six tiles or more that
--   the player sees nowhere, a multi_ wait two kinds or more, a good shape is two-sided or better; own_
--   good waits count six tiles outside of the own hand, or an honour, own_six ones no honour.  An expense
--   has the own stick in it, what an event paid has not; events are the wins of others on the player's tile,
--   own points what own wins, deal-ins and draws moved, draw points what draws did.  A chased riichi is one
--   that an opponent declared after, pre_empted a round whose first riichi an opponent declared.
-- grain: round and seat
-- reads: round_players, player_riichis, player_wins
with firsts as (
    select game_id, round_index, seat
    from player_riichis
    where riichi_order = 1
),

ura as (
    select game_id, round_index, seat, ura
    from player_wins
    where state = 'riichi' and yaku is not null
),

known as (
    select
        rp.*,
        r.chasers,
        r.table_turn,
        r.wait_kinds,
        r.wait_tiles,
        r.dora,
        u.ura,
        coalesce(r.is_furiten, false) as is_furiten,
        coalesce(r.wait_tiles >= 6, false) as is_good,
        coalesce(r.wait_kinds >= 2, false) as is_multi,
        coalesce(r.is_good_shape, false) as is_good_shape,
        coalesce(r.own_wait_tiles >= 6 or r.has_honour_wait, false) as is_own_good,
        coalesce(r.own_wait_tiles >= 6, false) as is_own_six,
        coalesce(list_contains(r.sure_yaku, 'tanyao'), false) as has_tanyao,
        coalesce(list_contains(r.sure_yaku, 'pinfu'), false) as has_pinfu,
        coalesce(r.has_ankan_after, false) as has_ankan_after,
        rp.is_riichi and rp.riichi_order > 1 as is_chasing,
        coalesce(rp.is_riichi and r.chasers > 0, false) as is_chased,
        f.seat is not null and f.seat <> rp.seat as is_pre_empted,
        coalesce(rp.is_riichi and r.wait_kinds > 0, false) as is_judged,
        rp.score_delta is not null as is_paid,
        coalesce(rp.draw_delta, 0) as drawn,
        rp.outcome = 'ron' and not rp.is_win and not rp.is_deal_in as is_sideways,
        rp.outcome in ('exhaustive_draw', 'abortive_draw') as is_draw
    from round_players as rp
    left join player_riichis as r
        on r.game_id = rp.game_id and r.round_index = rp.round_index and r.seat = rp.seat
    left join firsts as f on f.game_id = rp.game_id and f.round_index = rp.round_index
    left join ura as u on u.game_id = rp.game_id and u.round_index = rp.round_index and u.seat = rp.seat
    where rp.outcome is not null
)

select
    game_id,
    round_index,
    seat,
    1 as rounds,
    is_riichi::integer as riichi,
    is_double_riichi::integer as double_riichi,
    (is_double_riichi and is_win)::integer as double_riichi_wins,
    (is_double_riichi and is_judged)::integer as judged_double_riichi,
    (is_double_riichi and is_good)::integer as good_double_riichi,
    (is_double_riichi and is_win and is_paid)::integer as paid_double_riichi_wins,
    case when is_double_riichi and is_win and is_paid then win_delta + riichi_delta else 0 end
        as double_riichi_income,
    coalesce(riichi_turn, 0) as riichi_turns,
    coalesce(table_turn, 0) as riichi_table_turns,
    (is_riichi and is_win)::integer as riichi_wins,
    (is_riichi and is_tsumo)::integer as riichi_tsumo_wins,
    (is_riichi and is_deal_in)::integer as riichi_deal_ins,
    case when is_riichi then deal_ins else 0 end as riichi_deal_in_events,
    (is_riichi and is_deal_in and is_riichi_accepted)::integer as riichi_later_deal_ins,
    (is_riichi and is_tsumo_loss)::integer as riichi_tsumo_losses,
    (is_riichi and is_sideways)::integer as riichi_sideways,
    (is_riichi and outcome = 'exhaustive_draw')::integer as riichi_draws,
    (is_riichi and is_paid)::integer as paid_riichi,
    case when is_riichi and is_paid then score_delta else 0 end as riichi_balance,
    case when is_riichi and is_paid then drawn else 0 end as riichi_draw_points,
    (is_riichi and is_win and is_paid)::integer as paid_riichi_wins,
    case when is_riichi and is_win and is_paid then win_delta + riichi_delta else 0 end as riichi_income,
    (is_riichi and is_deal_in and is_paid)::integer as paid_riichi_deal_ins,
    case when is_riichi and is_deal_in and is_paid then -deal_in_delta - riichi_delta else 0 end
        as riichi_expense,
    (riichi_order = 1 and is_riichi)::integer as first_riichi,
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
    case when is_riichi then chasers else 0 end as chasers,
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
    is_good_shape::integer as good_shape_riichi,
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
    case when is_riichi and is_deal_in and is_paid then deal_ins else 0 end as paid_riichi_events,
    case when is_riichi and is_deal_in and is_paid then -deal_in_delta else 0 end as riichi_event_paid,
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
        when not is_riichi or not is_paid then 0
        when is_win then coalesce(win_delta + riichi_delta, 0)
        when is_deal_in then coalesce(deal_in_delta, 0)
        when is_draw then coalesce(draw_delta, 0) + riichi_delta
        else 0
    end as riichi_own_points,
    (is_riichi and dora is not null)::integer as dora_riichi,
    coalesce(dora, 0) as riichi_dora,
    coalesce(dora >= 2, false)::integer as two_dora_riichi,
    coalesce(dora >= 3, false)::integer as three_dora_riichi,
    has_tanyao::integer as tanyao_riichi,
    has_pinfu::integer as pinfu_riichi,
    has_ankan_after::integer as ankan_riichi,
    (is_riichi and is_ippatsu)::integer as ippatsu_wins,
    (ura is not null)::integer as judged_riichi_wins,
    coalesce(ura > 0, false)::integer as ura_wins,
    coalesce(ura, 0) as ura_tiles,
    is_pre_empted::integer as pre_empted,
    (is_pre_empted and is_win)::integer as pre_empted_wins,
    (is_pre_empted and is_deal_in)::integer as pre_empted_deal_ins,
    (is_pre_empted and is_tsumo_loss)::integer as pre_empted_tsumo_losses,
    (is_pre_empted and is_sideways)::integer as pre_empted_sideways,
    (is_pre_empted and is_draw)::integer as pre_empted_draws,
    (is_pre_empted and is_paid)::integer as paid_pre_empted,
    case when is_pre_empted and is_paid then score_delta else 0 end as pre_empted_balance,
    (is_pre_empted and is_paid and is_win)::integer as paid_pre_empted_wins,
    case when is_pre_empted and is_paid and is_win then score_delta else 0 end as pre_empted_win_balance,
    (is_pre_empted and is_paid and is_deal_in)::integer as paid_pre_empted_deal_ins,
    case when is_pre_empted and is_paid and is_deal_in then score_delta else 0 end
        as pre_empted_deal_in_balance,
    (is_pre_empted and is_paid and is_tsumo_loss)::integer as paid_pre_empted_tsumo_losses,
    case when is_pre_empted and is_paid and is_tsumo_loss then score_delta else 0 end
        as pre_empted_tsumo_loss_balance,
    (is_pre_empted and is_paid and is_sideways)::integer as paid_pre_empted_sideways,
    case when is_pre_empted and is_paid and is_sideways then score_delta else 0 end
        as pre_empted_sideways_balance,
    (is_pre_empted and is_paid and is_draw)::integer as paid_pre_empted_draws,
    case when is_pre_empted and is_paid and is_draw then score_delta else 0 end as pre_empted_draw_balance
from known
