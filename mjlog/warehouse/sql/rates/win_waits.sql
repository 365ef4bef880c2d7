-- doc: What the winning tile completes (tanki, shanpon, kanchan, penchan, ryanmen) in the reading that
--   counts, by the winner's hand, with Wilson's 95 % interval of the share in such wins of the chosen.
-- grain: number of players, state and wait
-- reads: won_hands, player_rounds, selected_rounds
with counted as (
    select pr.player_count, pr.win_state as state, w.calc_wait as wait, count(*) as wins
    from won_hands as w
    inner join player_rounds as pr
        on pr.game_id = w.game_id and pr.round_index = w.round_index and pr.seat = w.seat
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
        on chosen.game_id = w.game_id and chosen.round_index = w.round_index and chosen.seat = w.seat
    where w.calc_wait is not null and pr.win_state is not null
    group by pr.player_count, pr.win_state, w.calc_wait
),

totals as (
    select player_count, state, sum(wins)::bigint as total
    from counted
    group by player_count, state
)

select
    c.player_count,
    c.state,
    c.wait,
    rate(c.wins, t.total) as rate,
    wilson_low(c.wins, t.total) as low,
    wilson_high(c.wins, t.total) as high,
    c.wins,
    t.total
from counted as c
inner join totals as t on t.player_count = c.player_count and t.state = c.state
order by c.player_count desc, c.state, c.wins desc, c.wait
