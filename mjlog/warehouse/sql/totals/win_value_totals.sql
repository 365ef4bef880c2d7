-- doc: What wins were worth and when they came, as counts and sums that add up over any choice of rounds.
--   Points are the value of hands, without honba and sticks.  Gross is what a winner got, with honba and all
--   sticks, net is that less the own stick.  Valued wins have known points, paid ones known score changes,
--   timed ones a known turn, named ones a known limit and yaku, itemized ones known bonus tiles.  These are
--   as recomputed, or as logged where hands are hidden: logs of three players put the Norths among the dora.
-- grain: round and seat
-- reads: round_players, won_hands
with stated as (
    select
        game_id,
        round_index,
        seat,
        coalesce(log_limit, calc_limit) as limit_name,
        coalesce(log_yaku, calc_yaku) as yaku,
        case when log_yaku is null then calc_yaku_han else log_yaku_han end as yaku_han,
        coalesce(calc_yaku, log_yaku) as bonus,
        case when calc_yaku is null then log_yaku_han else calc_yaku_han end as bonus_tiles
    from won_hands
),

named as (
    select
        *,
        case when limit_name = 'yakuman' then
            list_has_any(yaku, [
                'tenhou', 'chiihou', 'kokushi_musou', 'kokushi_musou_13_wait', 'suuankou', 'suuankou_tanki',
                'daisangen', 'shousuushii', 'daisuushii', 'tsuuiisou', 'chinroutou', 'ryuuiisou',
                'chuuren_poutou', 'junsei_chuuren_poutou', 'suukantsu'
            ])
            or len(list_filter(
                yaku,
                lambda name, place: yaku_han[place] >= 13
                and not list_contains(['dora', 'aka_dora', 'ura_dora', 'kita'], name)
            )) > 0
        end as has_yakuman
    from stated
),

won as (
    select
        game_id,
        round_index,
        seat,
        (limit_name is not null)::integer as limited,
        (limit_name is not null and yaku is not null)::integer as named,
        (limit_name in ('mangan', 'haneman', 'baiman', 'sanbaiman', 'yakuman'))::integer as mangan,
        (limit_name in ('haneman', 'baiman', 'sanbaiman', 'yakuman'))::integer as haneman,
        (limit_name in ('baiman', 'sanbaiman', 'yakuman'))::integer as baiman,
        (limit_name in ('sanbaiman', 'yakuman'))::integer as sanbaiman,
        has_yakuman::integer as yakuman,
        (not has_yakuman)::integer as kazoe,
        (bonus_tiles is not null)::integer as itemized,
        coalesce(bonus_tiles[list_position(bonus, 'dora')], 0) as dora,
        coalesce(bonus_tiles[list_position(bonus, 'aka_dora')], 0) as aka,
        coalesce(bonus_tiles[list_position(bonus, 'ura_dora')], 0) as ura,
        coalesce(bonus_tiles[list_position(bonus, 'kita')], 0) as kita
    from named
),

ended as (
    select
        game_id,
        round_index,
        seat,
        (win_points is not null)::integer as valued,
        (win_delta is not null)::integer as paid,
        (win_turn is not null)::integer as timed,
        is_tsumo::integer as tsumo,
        is_dealer::integer as dealer,
        coalesce(win_state = 'riichi', false)::integer as riichi,
        coalesce(win_state = 'open', false)::integer as open,
        coalesce(win_state = 'dama', false)::integer as dama,
        coalesce(win_points, 0) as points,
        coalesce(win_points >= 3900, false)::integer as of_3900,
        coalesce(win_points >= 7700, false)::integer as of_7700,
        coalesce(win_points >= 11600, false)::integer as of_11600,
        coalesce(win_delta, 0) as gross,
        coalesce(win_delta + riichi_delta, 0) as net,
        coalesce(win_delta >= 3900, false)::integer as got_3900,
        coalesce(win_delta >= 7700, false)::integer as got_7700,
        coalesce(win_delta >= 11600, false)::integer as got_11600,
        coalesce(win_turn, 0) as turn,
        coalesce(win_table_turn, 0) as table_turn
    from round_players
    where outcome is not null and is_win
)

select
    e.game_id,
    e.round_index,
    e.seat,
    e.valued as valued_wins,
    e.valued * e.points as win_points,
    e.valued * e.dealer as valued_dealer_wins,
    e.valued * e.dealer * e.points as dealer_win_points,
    e.valued * e.tsumo as valued_tsumo_wins,
    e.valued * e.tsumo * e.points as tsumo_win_points,
    e.valued * e.riichi as valued_riichi_wins,
    e.valued * e.riichi * e.points as riichi_win_points,
    e.valued * e.open as valued_open_wins,
    e.valued * e.open * e.points as open_win_points,
    e.valued * e.dama as valued_dama_wins,
    e.valued * e.dama * e.points as dama_win_points,
    e.valued * e.of_3900 as wins_3900,
    e.valued * e.of_7700 as wins_7700,
    e.valued * e.of_11600 as wins_11600,
    e.valued * e.of_3900 * e.riichi as riichi_wins_3900,
    e.valued * e.of_7700 * e.riichi as riichi_wins_7700,
    e.valued * e.of_11600 * e.riichi as riichi_wins_11600,
    e.valued * e.of_3900 * e.open as open_wins_3900,
    e.valued * e.of_7700 * e.open as open_wins_7700,
    e.valued * e.of_11600 * e.open as open_wins_11600,
    e.paid as paid_wins,
    e.paid * e.gross as win_gross,
    e.paid * e.net as win_net,
    e.paid * e.riichi as paid_riichi_wins,
    e.paid * e.riichi * e.gross as riichi_win_gross,
    e.paid * e.riichi * e.net as riichi_win_net,
    e.paid * e.open as paid_open_wins,
    e.paid * e.open * e.gross as open_win_gross,
    e.paid * e.open * e.net as open_win_net,
    e.paid * e.dama as paid_dama_wins,
    e.paid * e.dama * e.gross as dama_win_gross,
    e.paid * e.dama * e.net as dama_win_net,
    e.paid * e.tsumo as paid_tsumo_wins,
    e.paid * e.tsumo * e.net as tsumo_win_net,
    e.paid * e.dealer as paid_dealer_wins,
    e.paid * e.dealer * e.net as dealer_win_net,
    e.paid * e.got_3900 as gross_wins_3900,
    e.paid * e.got_7700 as gross_wins_7700,
    e.paid * e.got_11600 as gross_wins_11600,
    e.paid * e.got_3900 * e.riichi as gross_riichi_wins_3900,
    e.paid * e.got_7700 * e.riichi as gross_riichi_wins_7700,
    e.paid * e.got_11600 * e.riichi as gross_riichi_wins_11600,
    e.paid * e.got_3900 * e.open as gross_open_wins_3900,
    e.paid * e.got_7700 * e.open as gross_open_wins_7700,
    e.paid * e.got_11600 * e.open as gross_open_wins_11600,
    coalesce(w.limited, 0) as limited_wins,
    coalesce(w.named, 0) as named_wins,
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
    e.timed as timed_wins,
    e.timed * e.turn as win_turns,
    e.timed * e.table_turn as win_table_turns,
    e.timed * e.riichi as timed_riichi_wins,
    e.timed * e.riichi * e.turn as riichi_win_turns,
    e.timed * e.riichi * e.table_turn as riichi_win_table_turns,
    e.timed * e.open as timed_open_wins,
    e.timed * e.open * e.turn as open_win_turns,
    e.timed * e.open * e.table_turn as open_win_table_turns,
    e.timed * e.dama as timed_dama_wins,
    e.timed * e.dama * e.turn as dama_win_turns,
    e.timed * e.dama * e.table_turn as dama_win_table_turns
from ended as e
left join won as w on w.game_id = e.game_id and w.round_index = e.round_index and w.seat = e.seat
