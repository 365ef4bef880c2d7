-- doc: What the wins of others by tsumo cost, as counts and sums that add up over any choice of rounds: paid
--   is with honba, and paid losses are those whose score change is known.  Losses of dealers are all wins of
--   others; mangan ones are tsumo of mangan or more.
-- grain: round and seat
-- reads: round_players, won_hands
with drawn as (
    select
        game_id,
        round_index,
        max((coalesce(log_limit, calc_limit, 'none') <> 'none')::integer) as mangan
    from won_hands
    where seat = from_seat
    group by game_id, round_index
),

ended as (
    select
        game_id,
        round_index,
        seat,
        is_dealer::integer as dealer,
        is_tsumo_loss::integer as tsumo_loss,
        (is_tsumo_loss and tsumo_loss_delta is not null)::integer as tsumo_loss_paid,
        coalesce(-tsumo_loss_delta, 0) as tsumo_loss_cost,
        (outcome in ('tsumo', 'ron') and not is_win)::integer as lost
    from round_players
    where is_tsumo_loss or (is_dealer and outcome in ('tsumo', 'ron') and not is_win)
)

select
    e.game_id,
    e.round_index,
    e.seat,
    e.tsumo_loss as tsumo_losses,
    e.tsumo_loss_paid as paid_tsumo_losses,
    e.tsumo_loss_paid * e.tsumo_loss_cost as tsumo_loss_paid,
    e.dealer * e.lost as dealer_losses,
    e.dealer * e.tsumo_loss as dealer_tsumo_losses,
    e.dealer * e.tsumo_loss * coalesce(t.mangan, 0) as dealer_mangan_tsumo_losses,
    e.dealer * e.tsumo_loss_paid as paid_dealer_tsumo_losses,
    e.dealer * e.tsumo_loss_paid * e.tsumo_loss_cost as dealer_tsumo_loss_paid,
    e.dealer * e.tsumo_loss_paid * coalesce(t.mangan, 0) as paid_dealer_mangan_tsumo_losses,
    e.dealer * e.tsumo_loss_paid * coalesce(t.mangan, 0) * e.tsumo_loss_cost as dealer_mangan_tsumo_loss_paid
from ended as e
left join drawn as t on t.game_id = e.game_id and t.round_index = e.round_index
