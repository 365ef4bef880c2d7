-- doc: How riichi end, by one thing at a time, with Wilson's 95 % interval, and the mean score change with
--   the own stick of those where it is known (paid_riichi), with an interval clustered by game, null below
--   ten games; for the chosen, all together.  turn: whether it was the first of the round or chasing, and by
--   number the place of the declaration tile among the own discards.  wait: the shape of the wait, and by
--   number the tiles waited for that the player sees nowhere; riichi of hidden hands are left out there, and
--   those that wait for nothing.
-- grain: number of players, grouping, group and number
-- reads: player_riichis, selected_rounds
with listed as (
    select
        r.*,
        unnest([
            {
                'grouping': 'turn',
                'group': case when r.riichi_order = 1 then 'first' else 'chasing' end,
                'number': r.turn::integer
            },
            {'grouping': 'wait', 'group': r.wait_shape, 'number': r.wait_tiles::integer}
        ], recursive := true)
    from player_riichis as r
    semi join selected_rounds(
        of_people := $people::varchar[], of_opponents := $opponents::varchar[],
        of_players := $player_count::tinyint, of_platform := $platform::varchar, of_room := $room::varchar,
        of_level := $level::varchar, of_length := $length::varchar, of_ruleset := $ruleset::varchar,
        since := $since::timestamp, until := $until::timestamp, of_seats := $seats::tinyint[],
        last_games := $last_games::bigint, excluding := $excluding::varchar[],
        of_seat_winds := $seat_winds::tinyint[],
        of_rounds := $rounds::varchar[], of_all_last := $all_last::boolean,
        of_ranks := $start_ranks::tinyint[], lead_from := $lead_from::integer, lead_to := $lead_to::integer
    ) as chosen
        on chosen.game_id = r.game_id and chosen.round_index = r.round_index and chosen.seat = r.seat
    where r.outcome is not null
),

per_game as (
    select
        game_id,
        player_count,
        "grouping",
        "group",
        "number",
        count(*) as riichi,
        count(*) filter (where is_win) as wins,
        count(*) filter (where is_deal_in) as deal_ins,
        count(*) filter (where is_tsumo_loss) as tsumo_losses,
        count(*) filter (where outcome = 'exhaustive_draw') as draws,
        count(score_delta) as paid_riichi,
        coalesce(sum(score_delta), 0) as balance
    from listed
    where "grouping" = 'turn' or wait_kinds > 0
    group by game_id, player_count, "grouping", "group", "number"
),

totals as (
    select
        player_count,
        "grouping",
        "group",
        "number",
        sum(riichi)::bigint as riichi,
        sum(wins)::bigint as wins,
        sum(deal_ins)::bigint as deal_ins,
        sum(tsumo_losses)::bigint as tsumo_losses,
        sum(draws)::bigint as draws,
        sum(paid_riichi)::bigint as paid_riichi,
        rate(sum(balance), sum(paid_riichi)) as avg_balance,
        clustered_width(balance, paid_riichi) as width
    from per_game
    group by player_count, "grouping", "group", "number"
)

select
    player_count,
    "grouping",
    "group",
    "number",
    riichi,
    rate(wins, riichi) as win_rate,
    wilson_low(wins, riichi) as win_low,
    wilson_high(wins, riichi) as win_high,
    rate(deal_ins, riichi) as deal_in_rate,
    wilson_low(deal_ins, riichi) as deal_in_low,
    wilson_high(deal_ins, riichi) as deal_in_high,
    rate(tsumo_losses, riichi) as tsumo_loss_rate,
    wilson_low(tsumo_losses, riichi) as tsumo_loss_low,
    wilson_high(tsumo_losses, riichi) as tsumo_loss_high,
    rate(draws, riichi) as draw_rate,
    wilson_low(draws, riichi) as draw_low,
    wilson_high(draws, riichi) as draw_high,
    avg_balance,
    avg_balance - width as balance_low,
    avg_balance + width as balance_high,
    wins,
    deal_ins,
    tsumo_losses,
    draws,
    paid_riichi
from totals
order by player_count desc, "grouping", "group", "number"
