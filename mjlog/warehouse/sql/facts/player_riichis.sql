-- doc: Every riichi, with who declared it, how wide its wait is, and how the round ended for the player.
--   wait_tiles are the copies of the kinds waited for that the player sees nowhere; own_wait_tiles those
--   outside of the own concealed hand, seen on the table or not.  Both are null where the hand is hidden.
-- grain: round and seat
-- reads: riichis, riichi_waits, round_players, player_games
with widths as (
    select
        game_id,
        round_index,
        seat,
        sum(unseen + visible)::integer as own_wait_tiles,
        bool_or(tile in ('E', 'S', 'W', 'N', 'P', 'F', 'C')) as has_honour_wait
    from riichi_waits
    group by game_id, round_index, seat
)

select
    r.*,
    len(r.waits)::tinyint as wait_kinds,
    w.own_wait_tiles,
    w.has_honour_wait,
    rp.is_riichi_accepted,
    rp.outcome,
    rp.is_win,
    rp.is_tsumo,
    rp.is_ippatsu,
    rp.win_points,
    rp.is_tsumo_loss,
    rp.is_deal_in,
    rp.deal_ins,
    rp.score_delta,
    rp.win_delta,
    rp.deal_in_delta,
    rp.draw_delta,
    rp.riichi_delta,
    pg.player,
    pg.player_count
from riichis as r
inner join round_players as rp
    on rp.game_id = r.game_id and rp.round_index = r.round_index and rp.seat = r.seat
inner join player_games as pg on pg.game_id = r.game_id and pg.seat = r.seat
left join widths as w on w.game_id = r.game_id and w.round_index = r.round_index and w.seat = r.seat
