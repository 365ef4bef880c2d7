-- doc: How often each kind of tile is won on, red fives as fives, with Wilson's 95 % interval of the share in
--   all wins of the chosen, and which share of its wins was by an own draw.
-- grain: number of players and tile
-- reads: player_wins, selected_rounds
with counted as (
    select
        w.player_count,
        rtrim(w.tile, 'r') as tile,
        count(*) as wins,
        count(*) filter (where w.is_tsumo) as tsumo_wins
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
    where w.tile is not null
    group by w.player_count, rtrim(w.tile, 'r')
),

totals as (
    select player_count, sum(wins)::bigint as total
    from counted
    group by player_count
)

select
    c.player_count,
    c.tile,
    rate(c.wins, t.total) as rate,
    wilson_low(c.wins, t.total) as low,
    wilson_high(c.wins, t.total) as high,
    rate(c.tsumo_wins, c.wins) as tsumo_share,
    wilson_low(c.tsumo_wins, c.wins) as tsumo_low,
    wilson_high(c.tsumo_wins, c.wins) as tsumo_high,
    c.tsumo_wins,
    c.wins,
    t.total
from counted as c
inner join totals as t on t.player_count = c.player_count
order by c.player_count desc, c.wins desc, c.tile
