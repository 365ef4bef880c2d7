-- doc: Calls of each player in each round that has some, as counts and sums that add up over any choice of
--   rounds.  Rounds are those with a result; called ones have a chi, pon or daiminkan, called_k ones k or
--   more.
--   A turn counts the own discards before the call, plus one.  judged_ calls are those after which the hand
--   is known, paid_ ones are in rounds whose score change is known; a yaku is sure at a call when no draw
--   can take it away.  called_own_points are what own wins, deal-ins and draws of called rounds moved,
--   draw points what draws did; tanyao_calls_at_once are judged before the discard that follows.  Open wins
--   are those of called rounds whose yaku are known, itemized ones those whose bonus tiles are, too.
-- grain: round and seat
-- reads: round_players, player_melds, melds, won_hands, discards
with called as (
    select
        game_id,
        round_index,
        seat,
        sum(case when open_meld = 1 then turn end) as first_turn,
        sum(case when open_meld = 2 then turn end) as second_turn,
        sum(case when open_meld = 3 then turn end) as third_turn,
        sum(case when open_meld = 4 then turn end) as fourth_turn,
        bool_or(open_meld = 1 and is_first_of_table) as is_first,
        bool_or(open_meld = 2 and is_first_of_table) as is_first_with_two,
        bool_or(open_meld = 3 and is_first_of_table) as is_first_with_three,
        bool_or(open_meld = 4 and is_first_of_table) as is_first_with_four,
        bool_or(open_meld = 2 and is_only_caller) as is_only_with_two,
        bool_or(open_meld = 3 and is_only_caller) as is_only_with_three,
        bool_or(open_meld = 4 and is_only_caller) as is_only_with_four,
        bool_or(open_meld = 1 and has_yakuhai) as has_yakuhai,
        bool_or(open_meld = 1 and has_tanyao) as has_tanyao,
        sum(case when open_meld = 1 then dora end) as dora,
        bool_or(open_meld = 1 and has_sure_yaku) as is_sure,
        count(has_sure_yaku) filter (where open_meld = 1) as judged_first_calls,
        count(*) filter (where open_meld is not null and shanten_before is not null) as judged_calls,
        sum(case when open_meld is not null then shanten_before end) as shanten_before,
        sum(case when open_meld is not null and shanten_before is not null then shanten end) as shanten,
        count(*) filter (where open_meld is not null and shanten < shanten_before) as nearer_calls,
        count(*) filter (where open_meld is not null and cancels_ippatsu > 0) as ippatsu_cancels
    from player_melds
    group by game_id, round_index, seat
),

followed as (
    select
        m.game_id,
        m.round_index,
        m.seat,
        d.tile in ('1m', '9m', '1p', '9p', '1s', '9s', 'E', 'S', 'W', 'N', 'P', 'F', 'C') as breaks_simples
    from melds as m
    inner join discards as d
        on d.game_id = m.game_id and d.round_index = m.round_index and d.seat = m.seat and d.turn = m.turn
    where m.open_meld = 1 and m.has_tanyao and m.kind <> 'daiminkan'
),

stated as (
    select
        game_id,
        round_index,
        seat,
        seat = from_seat as is_tsumo,
        coalesce(log_yaku, calc_yaku) as yaku,
        coalesce(calc_yaku, log_yaku) as bonus,
        case when calc_yaku is null then log_yaku_han else calc_yaku_han end as bonus_tiles
    from won_hands
),

won as (
    select
        game_id,
        round_index,
        seat,
        is_tsumo,
        list_contains(yaku, 'tanyao') as is_tanyao,
        list_contains(yaku, 'yakuhai_haku') or list_contains(yaku, 'yakuhai_hatsu')
        or list_contains(yaku, 'yakuhai_chun') or list_contains(yaku, 'yakuhai_seat_wind')
        or list_contains(yaku, 'yakuhai_round_wind') as is_yakuhai,
        list_contains(yaku, 'honitsu') or list_contains(yaku, 'chinitsu') as is_flush,
        list_contains(yaku, 'toitoi') as is_toitoi,
        case when bonus_tiles is not null then
            coalesce(bonus_tiles[list_position(bonus, 'dora')], 0)
            + coalesce(bonus_tiles[list_position(bonus, 'aka_dora')], 0)
            + coalesce(bonus_tiles[list_position(bonus, 'ura_dora')], 0)
            + coalesce(bonus_tiles[list_position(bonus, 'kita')], 0)
        end as dora
    from stated
    where yaku is not null
)

select
    rp.game_id,
    rp.round_index,
    rp.seat,
    rp.open_melds,
    1 as called,
    (rp.open_melds >= 2)::integer as called_2,
    (rp.open_melds >= 3)::integer as called_3,
    (rp.open_melds >= 4)::integer as called_4,
    rp.is_win::integer as called_wins,
    (rp.open_melds >= 2 and rp.is_win)::integer as called_2_wins,
    (rp.open_melds >= 3 and rp.is_win)::integer as called_3_wins,
    (rp.open_melds >= 4 and rp.is_win)::integer as called_4_wins,
    rp.is_deal_in::integer as called_deal_ins,
    (rp.open_melds >= 2 and rp.is_deal_in)::integer as called_2_deal_ins,
    (rp.open_melds >= 3 and rp.is_deal_in)::integer as called_3_deal_ins,
    (rp.open_melds >= 4 and rp.is_deal_in)::integer as called_4_deal_ins,
    rp.deal_ins as called_deal_in_events,
    case when rp.open_melds >= 2 then rp.deal_ins else 0 end as called_2_deal_in_events,
    case when rp.open_melds >= 3 then rp.deal_ins else 0 end as called_3_deal_in_events,
    case when rp.open_melds >= 4 then rp.deal_ins else 0 end as called_4_deal_in_events,
    rp.is_tsumo_loss::integer as called_tsumo_losses,
    (rp.outcome = 'exhaustive_draw')::integer as called_draws,
    (rp.score_delta is not null)::integer as paid_called,
    (rp.open_melds >= 2 and rp.score_delta is not null)::integer as paid_called_2,
    (rp.open_melds >= 3 and rp.score_delta is not null)::integer as paid_called_3,
    (rp.open_melds >= 4 and rp.score_delta is not null)::integer as paid_called_4,
    coalesce(rp.score_delta, 0) as called_balance,
    case when rp.open_melds >= 2 then coalesce(rp.score_delta, 0) else 0 end as called_2_balance,
    case when rp.open_melds >= 3 then coalesce(rp.score_delta, 0) else 0 end as called_3_balance,
    case when rp.open_melds >= 4 then coalesce(rp.score_delta, 0) else 0 end as called_4_balance,
    case when rp.score_delta is not null then coalesce(rp.draw_delta, 0) else 0 end as called_draw_points,
    case when rp.open_melds >= 2 and rp.score_delta is not null then coalesce(rp.draw_delta, 0) else 0 end
        as called_2_draw_points,
    case when rp.open_melds >= 3 and rp.score_delta is not null then coalesce(rp.draw_delta, 0) else 0 end
        as called_3_draw_points,
    case when rp.open_melds >= 4 and rp.score_delta is not null then coalesce(rp.draw_delta, 0) else 0 end
        as called_4_draw_points,
    case
        when rp.score_delta is null then 0
        when rp.is_win then coalesce(rp.win_delta + rp.riichi_delta, 0)
        when rp.is_deal_in then coalesce(rp.deal_in_delta, 0)
        when rp.outcome in ('exhaustive_draw', 'abortive_draw') then coalesce(rp.draw_delta, 0)
        else 0
    end as called_own_points,
    (rp.open_melds >= 2 and rp.is_win and rp.win_points is not null)::integer as valued_called_2_wins,
    (rp.open_melds >= 3 and rp.is_win and rp.win_points is not null)::integer as valued_called_3_wins,
    (rp.open_melds >= 4 and rp.is_win and rp.win_points is not null)::integer as valued_called_4_wins,
    case when rp.open_melds >= 2 and rp.is_win then coalesce(rp.win_points, 0) else 0 end
        as called_2_win_points,
    case when rp.open_melds >= 3 and rp.is_win then coalesce(rp.win_points, 0) else 0 end
        as called_3_win_points,
    case when rp.open_melds >= 4 and rp.is_win then coalesce(rp.win_points, 0) else 0 end
        as called_4_win_points,
    (rp.open_melds >= 2 and rp.is_win and rp.win_delta is not null)::integer as paid_called_2_wins,
    (rp.open_melds >= 3 and rp.is_win and rp.win_delta is not null)::integer as paid_called_3_wins,
    (rp.open_melds >= 4 and rp.is_win and rp.win_delta is not null)::integer as paid_called_4_wins,
    case when rp.open_melds >= 2 and rp.is_win then coalesce(rp.win_delta, 0) else 0 end
        as called_2_win_gross,
    case when rp.open_melds >= 3 and rp.is_win then coalesce(rp.win_delta, 0) else 0 end
        as called_3_win_gross,
    case when rp.open_melds >= 4 and rp.is_win then coalesce(rp.win_delta, 0) else 0 end
        as called_4_win_gross,
    coalesce(c.first_turn, 0)::integer as first_turns,
    coalesce(c.second_turn, 0)::integer as second_turns,
    coalesce(c.third_turn, 0)::integer as third_turns,
    coalesce(c.fourth_turn, 0)::integer as fourth_turns,
    coalesce(c.is_first, false)::integer as first_calls,
    coalesce(c.is_first_with_two, false)::integer as first_2_calls,
    coalesce(c.is_first_with_three, false)::integer as first_3_calls,
    coalesce(c.is_first_with_four, false)::integer as first_4_calls,
    coalesce(c.is_only_with_two, false)::integer as only_2_calls,
    coalesce(c.is_only_with_three, false)::integer as only_3_calls,
    coalesce(c.is_only_with_four, false)::integer as only_4_calls,
    coalesce(c.judged_first_calls, 0)::integer as judged_first_calls,
    coalesce(c.dora, 0)::integer as first_call_dora,
    coalesce(c.dora >= 2, false)::integer as two_dora_calls,
    coalesce(c.dora >= 3, false)::integer as three_dora_calls,
    coalesce(c.has_yakuhai, false)::integer as yakuhai_calls,
    coalesce(c.has_tanyao, false)::integer as tanyao_calls,
    (coalesce(c.has_tanyao, false) and not coalesce(f.breaks_simples, false))::integer
        as tanyao_calls_at_once,
    (coalesce(c.judged_first_calls, 0) - coalesce(c.is_sure, false)::integer)::integer as unsure_calls,
    coalesce(c.judged_calls, 0)::integer as judged_calls,
    coalesce(c.shanten_before, 0)::integer as call_shanten,
    coalesce(c.shanten, 0)::integer as call_shanten_after,
    coalesce(c.nearer_calls, 0)::integer as nearer_calls,
    coalesce(c.ippatsu_cancels, 0)::integer as ippatsu_cancels,
    (w.seat is not null)::integer as open_wins,
    coalesce(w.is_tsumo, false)::integer as open_tsumo_wins,
    coalesce(w.is_tanyao, false)::integer as open_tanyao_wins,
    coalesce(w.is_yakuhai, false)::integer as open_yakuhai_wins,
    coalesce(w.is_flush, false)::integer as open_flush_wins,
    coalesce(w.is_toitoi, false)::integer as open_toitoi_wins,
    (w.dora is not null)::integer as itemized_open_wins,
    coalesce(w.dora >= 2, false)::integer as open_two_dora_wins,
    coalesce(w.dora >= 3, false)::integer as open_three_dora_wins
from round_players as rp
left join called as c on c.game_id = rp.game_id and c.round_index = rp.round_index and c.seat = rp.seat
left join followed as f on f.game_id = rp.game_id and f.round_index = rp.round_index and f.seat = rp.seat
left join won as w
    on w.game_id = rp.game_id and w.round_index = rp.round_index and w.seat = rp.seat
    and rp.win_state = 'open'
where rp.outcome is not null and rp.open_melds >= 1
