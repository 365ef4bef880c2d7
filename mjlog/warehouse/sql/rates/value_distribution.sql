-- doc: What the hands are worth that the chosen won with or dealt into (event: win, deal_in), without honba
--   and sticks, in steps: points is where a step begins, and the next step ends it; with Wilson's 95 %
--   interval.  Of several winners on one tile a deal-in counts the sum.  Steps that never came are there
--   with 0.
-- grain: number of players, event and points
-- reads: player_rounds, selected_rounds
with hands as (
    select
        pr.player_count,
        unnest(['win', 'deal_in']) as event,
        unnest([pr.win_points, pr.deal_in_points]) as value
    from player_rounds as pr
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
        on chosen.game_id = pr.game_id and chosen.round_index = pr.round_index and chosen.seat = pr.seat
),

valued as (
    select player_count, event, value
    from hands
    where value is not null
),

totals as (
    select player_count, event, count(*) as total
    from valued
    group by player_count, event
),

steps as (
    select points, lead(points) over (order by points) as next_points
    from (values (0), (2000), (3900), (5200), (7700), (11600), (16000), (24000), (32000)) as s (points)
),

counted as (
    select
        t.player_count,
        t.event,
        s.points,
        t.total,
        count(v.value) as hands
    from totals as t
    cross join steps as s
    left join valued as v
        on v.player_count = t.player_count and v.event = t.event and v.value >= s.points
        and (s.next_points is null or v.value < s.next_points)
    group by t.player_count, t.event, s.points, t.total
)

select
    player_count,
    event,
    points,
    rate(hands, total) as rate,
    wilson_low(hands, total) as low,
    wilson_high(hands, total) as high,
    hands,
    total
from counted
order by player_count desc, event desc, points
