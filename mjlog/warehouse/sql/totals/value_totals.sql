-- doc: What wins, deal-ins and losses to tsumo were worth and when they came, as counts and sums that add
--   up over any choice of rounds.  Points are the value of hands, without honba and sticks.  Gross is what a
--   winner got, with honba and all sticks, net is that less the own stick; paid is what a deal-in or a tsumo
--   cost, honba included.  Valued wins have known points, paid ones known score changes, timed ones a known
--   turn, itemized ones known yaku.  A deal-in is counted once per round, its points added up; dealt wins
--   are the wins on the player's tiles, several on a multiple ron.  Bonus tiles are as recomputed, or as
--   logged where hands are hidden: logs of three players put the Norths among the dora.
-- grain: round and seat
-- reads: round_players, wins
with stated as (
    select
        game_id,
        round_index,
        seat,
        from_seat,
        coalesce(log_limit, calc_limit) as limit_name,
        case when log_yaku is null then calc_yaku_han else log_yaku_han end as yaku_han,
        coalesce(calc_yaku, log_yaku) as bonus,
        case when calc_yaku is null then log_yaku_han else calc_yaku_han end as bonus_tiles,
        -coalesce(log_deltas, calc_deltas)[from_seat + 1] as paid
    from wins
),

won as (
    select
        game_id,
        round_index,
        seat,
        (limit_name is not null)::integer as limited,
        (limit_name in ('mangan', 'haneman', 'baiman', 'sanbaiman', 'yakuman'))::integer as mangan,
        (limit_name in ('haneman', 'baiman', 'sanbaiman', 'yakuman'))::integer as haneman,
        (limit_name in ('baiman', 'sanbaiman', 'yakuman'))::integer as baiman,
        (limit_name in ('sanbaiman', 'yakuman'))::integer as sanbaiman,
        (limit_name = 'yakuman' and list_max(yaku_han) >= 13)::integer as yakuman,
        (limit_name = 'yakuman' and list_max(yaku_han) < 13)::integer as kazoe,
        (bonus is not null)::integer as itemized,
        coalesce(bonus_tiles[list_position(bonus, 'dora')], 0) as dora,
        coalesce(bonus_tiles[list_position(bonus, 'aka_dora')], 0) as aka,
        coalesce(bonus_tiles[list_position(bonus, 'ura_dora')], 0) as ura,
        coalesce(bonus_tiles[list_position(bonus, 'kita')], 0) as kita
    from stated
),

dealt as (
    select
        s.game_id,
        s.round_index,
        s.from_seat as seat,
        count(winner.win_points) as valued,
        sum(winner.win_points) as points,
        count(winner.win_points) filter (where winner.win_state = 'riichi') as valued_riichi,
        sum(winner.win_points) filter (where winner.win_state = 'riichi') as riichi_points,
        count(winner.win_points) filter (where winner.win_state = 'open') as valued_open,
        sum(winner.win_points) filter (where winner.win_state = 'open') as open_points,
        count(winner.win_points) filter (where winner.win_state = 'dama') as valued_dama,
        sum(winner.win_points) filter (where winner.win_state = 'dama') as dama_points,
        count(winner.win_points) filter (where winner.is_dealer) as valued_dealer,
        sum(winner.win_points) filter (where winner.is_dealer) as dealer_points,
        count(s.paid) as paid_wins,
        sum(s.paid) as paid,
        count(*) filter (where s.paid >= 3900) as paid_3900,
        count(*) filter (where s.paid >= 7700) as paid_7700,
        count(*) filter (where s.paid >= 11600) as paid_11600,
        count(winner.win_turn) as timed,
        sum(winner.win_turn) as turns
    from stated as s
    inner join round_players as winner
        on winner.game_id = s.game_id and winner.round_index = s.round_index and winner.seat = s.seat
    where s.seat <> s.from_seat
    group by s.game_id, s.round_index, s.from_seat
),

drawn as (
    select game_id, round_index, bool_or(limit_name is not null and limit_name <> 'none') as is_mangan
    from stated
    where seat = from_seat
    group by game_id, round_index
),

ended as (
    select
        *,
        is_win and win_points is not null as is_valued,
        is_win and win_delta is not null as is_paid,
        is_win and win_turn is not null as is_timed,
        is_deal_in and deal_in_points is not null as is_valued_deal_in,
        is_deal_in and deal_in_delta is not null as is_paid_deal_in,
        is_deal_in and deal_in_turn is not null as is_timed_deal_in,
        is_tsumo_loss and tsumo_loss_delta is not null as is_paid_tsumo_loss,
        coalesce(win_points, 0) as hand_value,
        coalesce(win_delta, 0) as gross,
        coalesce(win_state, '') as state
    from round_players
    where outcome is not null
)

select
    e.game_id,
    e.round_index,
    e.seat,
    e.is_win::integer as wins,
    e.is_valued::integer as valued_wins,
    case when e.is_valued then e.hand_value else 0 end as win_points,
    (e.is_valued and e.is_dealer)::integer as valued_dealer_wins,
    case when e.is_valued and e.is_dealer then e.hand_value else 0 end as dealer_win_points,
    (e.is_valued and e.is_tsumo)::integer as valued_tsumo_wins,
    case when e.is_valued and e.is_tsumo then e.hand_value else 0 end as tsumo_win_points,
    (e.is_valued and e.state = 'riichi')::integer as valued_riichi_wins,
    case when e.is_valued and e.state = 'riichi' then e.hand_value else 0 end as riichi_win_points,
    (e.is_valued and e.state = 'open')::integer as valued_open_wins,
    case when e.is_valued and e.state = 'open' then e.hand_value else 0 end as open_win_points,
    (e.is_valued and e.state = 'dama')::integer as valued_dama_wins,
    case when e.is_valued and e.state = 'dama' then e.hand_value else 0 end as dama_win_points,
    (e.is_valued and e.hand_value >= 3900)::integer as wins_3900,
    (e.is_valued and e.hand_value >= 7700)::integer as wins_7700,
    (e.is_valued and e.hand_value >= 11600)::integer as wins_11600,
    (e.is_valued and e.hand_value >= 3900 and e.state = 'riichi')::integer as riichi_wins_3900,
    (e.is_valued and e.hand_value >= 7700 and e.state = 'riichi')::integer as riichi_wins_7700,
    (e.is_valued and e.hand_value >= 11600 and e.state = 'riichi')::integer as riichi_wins_11600,
    (e.is_valued and e.hand_value >= 3900 and e.state = 'open')::integer as open_wins_3900,
    (e.is_valued and e.hand_value >= 7700 and e.state = 'open')::integer as open_wins_7700,
    (e.is_valued and e.hand_value >= 11600 and e.state = 'open')::integer as open_wins_11600,
    e.is_paid::integer as paid_wins,
    case when e.is_paid then e.gross else 0 end as win_gross,
    case when e.is_paid then e.gross + e.riichi_delta else 0 end as win_net,
    (e.is_paid and e.state = 'riichi')::integer as paid_riichi_wins,
    case when e.is_paid and e.state = 'riichi' then e.gross else 0 end as riichi_win_gross,
    (e.is_paid and e.state = 'open')::integer as paid_open_wins,
    case when e.is_paid and e.state = 'open' then e.gross else 0 end as open_win_gross,
    (e.is_paid and e.state = 'dama')::integer as paid_dama_wins,
    case when e.is_paid and e.state = 'dama' then e.gross else 0 end as dama_win_gross,
    (e.is_paid and e.gross >= 3900)::integer as gross_wins_3900,
    (e.is_paid and e.gross >= 7700)::integer as gross_wins_7700,
    (e.is_paid and e.gross >= 11600)::integer as gross_wins_11600,
    (e.is_paid and e.gross >= 3900 and e.state = 'riichi')::integer as gross_riichi_wins_3900,
    (e.is_paid and e.gross >= 7700 and e.state = 'riichi')::integer as gross_riichi_wins_7700,
    (e.is_paid and e.gross >= 11600 and e.state = 'riichi')::integer as gross_riichi_wins_11600,
    (e.is_paid and e.gross >= 3900 and e.state = 'open')::integer as gross_open_wins_3900,
    (e.is_paid and e.gross >= 7700 and e.state = 'open')::integer as gross_open_wins_7700,
    (e.is_paid and e.gross >= 11600 and e.state = 'open')::integer as gross_open_wins_11600,
    coalesce(w.limited, 0) as limited_wins,
    coalesce(w.mangan, 0) as mangan_wins,
    coalesce(w.haneman, 0) as haneman_wins,
    coalesce(w.baiman, 0) as baiman_wins,
    coalesce(w.sanbaiman, 0) as sanbaiman_wins,
    coalesce(w.yakuman, 0) as yakuman_wins,
    coalesce(w.kazoe, 0) as kazoe_yakuman_wins,
    coalesce(w.itemized, 0) as itemized_wins,
    coalesce(w.dora, 0) as dora_tiles,
    coalesce(w.aka, 0) as aka_tiles,
    coalesce(w.ura, 0) as ura_tiles,
    coalesce(w.kita, 0) as kita_tiles,
    e.is_timed::integer as timed_wins,
    case when e.is_timed then e.win_turn else 0 end as win_turns,
    case when e.is_timed then e.win_table_turn else 0 end as win_table_turns,
    (e.is_timed and e.state = 'riichi')::integer as timed_riichi_wins,
    case when e.is_timed and e.state = 'riichi' then e.win_turn else 0 end as riichi_win_turns,
    case when e.is_timed and e.state = 'riichi' then e.win_table_turn else 0 end as riichi_win_table_turns,
    (e.is_timed and e.state = 'open')::integer as timed_open_wins,
    case when e.is_timed and e.state = 'open' then e.win_turn else 0 end as open_win_turns,
    case when e.is_timed and e.state = 'open' then e.win_table_turn else 0 end as open_win_table_turns,
    (e.is_timed and e.state = 'dama')::integer as timed_dama_wins,
    case when e.is_timed and e.state = 'dama' then e.win_turn else 0 end as dama_win_turns,
    case when e.is_timed and e.state = 'dama' then e.win_table_turn else 0 end as dama_win_table_turns,
    e.is_valued_deal_in::integer as valued_deal_ins,
    case when e.is_valued_deal_in then e.deal_in_points else 0 end as deal_in_points,
    (e.is_valued_deal_in and e.deal_in_points >= 3900)::integer as deal_ins_3900,
    (e.is_valued_deal_in and e.deal_in_points >= 7700)::integer as deal_ins_7700,
    (e.is_valued_deal_in and e.deal_in_points >= 11600)::integer as deal_ins_11600,
    e.is_paid_deal_in::integer as paid_deal_ins,
    case when e.is_paid_deal_in then -e.deal_in_delta else 0 end as deal_in_paid,
    e.is_timed_deal_in::integer as timed_deal_ins,
    case when e.is_timed_deal_in then e.deal_in_turn else 0 end as deal_in_turns,
    case when e.is_timed_deal_in then e.deal_ins else 0 end as timed_dealt_wins,
    case when e.is_timed_deal_in then e.deal_in_turn * e.deal_ins else 0 end as dealt_win_own_turns,
    coalesce(d.valued, 0) as valued_dealt_wins,
    coalesce(d.points, 0) as dealt_win_points,
    coalesce(d.valued_riichi, 0) as valued_dealt_riichi,
    coalesce(d.riichi_points, 0) as dealt_riichi_points,
    coalesce(d.valued_open, 0) as valued_dealt_open,
    coalesce(d.open_points, 0) as dealt_open_points,
    coalesce(d.valued_dama, 0) as valued_dealt_dama,
    coalesce(d.dama_points, 0) as dealt_dama_points,
    coalesce(d.valued_dealer, 0) as valued_dealt_dealer,
    coalesce(d.dealer_points, 0) as dealt_dealer_points,
    coalesce(d.paid_wins, 0) as paid_dealt_wins,
    coalesce(d.paid, 0) as dealt_win_paid,
    coalesce(d.paid_3900, 0) as paid_dealt_wins_3900,
    coalesce(d.paid_7700, 0) as paid_dealt_wins_7700,
    coalesce(d.paid_11600, 0) as paid_dealt_wins_11600,
    coalesce(d.timed, 0) as timed_dealt_winners,
    coalesce(d.turns, 0) as dealt_winner_turns,
    e.is_tsumo_loss::integer as tsumo_losses,
    e.is_paid_tsumo_loss::integer as paid_tsumo_losses,
    case when e.is_paid_tsumo_loss then -e.tsumo_loss_delta else 0 end as tsumo_loss_paid,
    (e.is_dealer and e.outcome in ('tsumo', 'ron') and not e.is_win)::integer as dealer_losses,
    (e.is_dealer and e.is_tsumo_loss)::integer as dealer_tsumo_losses,
    (e.is_dealer and e.is_tsumo_loss and coalesce(t.is_mangan, false))::integer as dealer_mangan_tsumo_losses,
    (e.is_dealer and e.is_paid_tsumo_loss)::integer as paid_dealer_tsumo_losses,
    case when e.is_dealer and e.is_paid_tsumo_loss then -e.tsumo_loss_delta else 0 end
        as dealer_tsumo_loss_paid,
    (e.is_dealer and e.is_paid_tsumo_loss and coalesce(t.is_mangan, false))::integer
        as paid_dealer_mangan_tsumo_losses,
    case when e.is_dealer and e.is_paid_tsumo_loss and coalesce(t.is_mangan, false)
        then -e.tsumo_loss_delta else 0 end as dealer_mangan_tsumo_loss_paid,
    (e.score_delta is not null)::integer as settled_rounds,
    case when e.score_delta is not null and e.is_win then e.gross + e.riichi_delta else 0 end
        as settled_win_net,
    case when e.score_delta is not null then -e.deal_in_delta else 0 end as settled_deal_in_paid
from ended as e
left join won as w on w.game_id = e.game_id and w.round_index = e.round_index and w.seat = e.seat
left join dealt as d on d.game_id = e.game_id and d.round_index = e.round_index and d.seat = e.seat
left join drawn as t on t.game_id = e.game_id and t.round_index = e.round_index
