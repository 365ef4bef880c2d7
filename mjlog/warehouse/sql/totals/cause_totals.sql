-- doc: Where each player's points came from and went, as sums that add up over any choice of rounds.  The
--   causes add up to points: from the score at the deal to that at the next deal, or at the end of the game.
--   win_values is the value of hands won with, win_extras the honba and sticks that came with them (all of a
--   win whose value is not known is in win_values); sticks are those paid; after_rounds is what changes after
--   the result, as the sticks left at the end go to the first.  Counted rounds are those with known changes.
-- grain: round and seat
-- reads: round_players, player_games
with changes as (
    select
        rp.*,
        coalesce(next.start_score, case when next.game_id is null then pg.final_score end)
        - rp.start_score as change
    from round_players as rp
    inner join player_games as pg on pg.game_id = rp.game_id and pg.seat = rp.seat
    left join round_players as next
        on next.game_id = rp.game_id and next.round_index = rp.round_index + 1 and next.seat = rp.seat
),

settled as (
    select
        *,
        coalesce(change, score_delta) as points,
        coalesce(win_delta, 0) as won,
        coalesce(draw_delta, 0) as drawn,
        case
            when outcome = 'chombo' then 'chombo'
            when draw_type = 'nagashi_mangan' then 'nagashi_mangan'
            when draw_delta > 0 then 'tenpai'
            else 'noten'
        end as draw_cause
    from changes
    where change is not null or score_delta is not null
)

select
    game_id,
    round_index,
    seat,
    1 as counted_rounds,
    points,
    case when is_win then coalesce(win_points, won) else 0 end as win_values,
    case when is_win then won - coalesce(win_points, won) else 0 end as win_extras,
    coalesce(deal_in_delta, 0) as deal_ins,
    coalesce(tsumo_loss_delta, 0) as tsumo_losses,
    case when draw_cause = 'tenpai' then drawn else 0 end as tenpai,
    case when draw_cause = 'noten' then drawn else 0 end as noten,
    case when draw_cause = 'nagashi_mangan' then drawn else 0 end as nagashi_mangan,
    coalesce(riichi_delta, 0) as sticks,
    coalesce(pao_delta, 0) as liability,
    coalesce(bonus_delta, 0) as bonuses,
    coalesce(penalty_delta, 0) as penalties,
    case when draw_cause = 'chombo' then drawn else 0 end as chombo,
    coalesce(other_delta, 0) as other,
    points - coalesce(score_delta, 0) as after_rounds
from settled
