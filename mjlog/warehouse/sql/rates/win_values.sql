-- doc: How often wins are of so many han and fu, by dealer or not and tsumo or ron, with Wilson's 95 %
--   interval of the share in all wins of the chosen.  Where points are added up, han are points and fu none.
-- grain: number of players, is_dealer, is_tsumo, han and fu
-- reads: player_wins, selected_rounds
with counted as (
    select w.player_count, w.is_dealer, w.is_tsumo, w.han, w.fu, count(*) as wins, sum(w.points) as points
    from player_wins as w
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
    where w.han is not null
    group by w.player_count, w.is_dealer, w.is_tsumo, w.han, w.fu
),

totals as (
    select player_count, sum(wins)::bigint as total
    from counted
    group by player_count
)

select
    c.player_count,
    c.is_dealer,
    c.is_tsumo,
    c.han,
    c.fu,
    rate(c.wins, t.total) as rate,
    wilson_low(c.wins, t.total) as low,
    wilson_high(c.wins, t.total) as high,
    c.points / c.wins as points,
    c.wins,
    t.total
from counted as c
inner join totals as t on t.player_count = c.player_count
order by c.player_count desc, c.is_dealer, c.is_tsumo, c.han, c.fu
