-- doc: Every win, with who won and who paid: from_seat and from_player are the discarder, the winner on a
--   tsumo.  What the log states of the hand goes before what the rules give, but for bonus tiles, as some
--   logs count tiles set aside among the dora; these are null where it is not known how many there are.
--   Points are without honba and sticks.  state is the winner's hand: riichi, open or dama.
-- grain: round and win_index
-- reads: won_hands, round_players, player_games
with stated as (
    select
        *,
        coalesce(log_yaku, calc_yaku) as yaku,
        case when log_yaku is null then calc_yaku_han else log_yaku_han end as yaku_han,
        coalesce(calc_yaku, log_yaku) as bonus,
        case when calc_yaku is null then log_yaku_han else calc_yaku_han end as bonus_han
    from won_hands
)

select
    w.game_id,
    w.round_index,
    w.win_index,
    w.seat,
    w.from_seat,
    w.seat = w.from_seat as is_tsumo,
    w.tile,
    coalesce(w.log_han, w.calc_han) as han,
    coalesce(w.log_fu, w.calc_fu) as fu,
    coalesce(w.log_points, w.calc_points) as points,
    coalesce(w.log_limit, w.calc_limit) as win_limit,
    w.yaku,
    w.yaku_han,
    case when w.bonus_han is not null then coalesce(w.bonus_han[list_position(w.bonus, 'dora')], 0) end
        as dora,
    case when w.bonus_han is not null then coalesce(w.bonus_han[list_position(w.bonus, 'aka_dora')], 0) end
        as aka,
    case when w.bonus_han is not null then coalesce(w.bonus_han[list_position(w.bonus, 'ura_dora')], 0) end
        as ura,
    case when w.bonus_han is not null then coalesce(w.bonus_han[list_position(w.bonus, 'kita')], 0) end
        as kita,
    rp.win_state as state,
    rp.is_dealer,
    rp.win_turn as turn,
    pg.player,
    payer.player as from_player,
    pg.player_count
from stated as w
inner join round_players as rp
    on rp.game_id = w.game_id and rp.round_index = w.round_index and rp.seat = w.seat
inner join player_games as pg on pg.game_id = w.game_id and pg.seat = w.seat
inner join player_games as payer on payer.game_id = w.game_id and payer.seat = w.from_seat
