-- doc: How rounds end for players whose opponent declares the first riichi of the round, as counts and sums
--   that add up over any choice of rounds: these are preempted.  Rounds are those with a result; paid_ ones
--   those whose score change is known.
-- grain: round and seat
-- reads: round_players, riichis
with firsts as (
    select game_id, round_index, seat
    from riichis
    where riichi_order = 1
),

known as (
    select
        rp.*,
        f.seat is not null and f.seat <> rp.seat as is_pre_empted,
        rp.score_delta is not null as is_paid,
        rp.outcome = 'ron' and not rp.is_win and not rp.is_deal_in as is_sideways,
        rp.outcome in ('exhaustive_draw', 'abortive_draw') as is_draw
    from round_players as rp
    left join firsts as f on f.game_id = rp.game_id and f.round_index = rp.round_index
    where rp.outcome is not null
)

select
    game_id,
    round_index,
    seat,
    1 as rounds,
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
