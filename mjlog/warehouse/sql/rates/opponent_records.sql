-- doc: How each chosen player does against each opponent at the same table, the most met first: share of
--   games ended ahead, with Wilson's 95 % interval, and both mean ranks, in games with a rank of both;
--   point_difference is the mean of the own result with uma less the opponent's in games where both are
--   known (pointed_games), with its 95 % interval, null below ten.
-- grain: number of players, player and opponent
-- reads: player_games, selected_seats
with met as (
    select
        pg.player_count,
        pg.player,
        o.player as opponent,
        pg.final_rank,
        o.final_rank as opponent_rank,
        pg.final_points - o.final_points as points
    from player_games as pg
    semi join selected_seats(
        of_people := $people::varchar[], of_opponents := $opponents::varchar[],
        of_players := $player_count::tinyint, of_platform := $platform::varchar, of_room := $room::varchar,
        of_level := $level::varchar, of_length := $length::varchar, of_ruleset := $ruleset::varchar,
        since := $since::timestamp, until := $until::timestamp, of_seats := $seats::tinyint[],
        last_games := $last_games::bigint, excluding := $excluding::varchar[]
    ) as chosen on chosen.game_id = pg.game_id and chosen.seat = pg.seat
    inner join player_games as o on o.game_id = pg.game_id and o.seat <> pg.seat
    where pg.player is not null and o.player is not null and pg.player <> o.player
),

counted as (
    select
        player_count,
        player,
        opponent,
        count(*) as games,
        count(final_rank + opponent_rank) as ranked_games,
        count(*) filter (where final_rank < opponent_rank) as games_ahead,
        avg(final_rank) filter (where opponent_rank is not null) as avg_rank,
        avg(opponent_rank) filter (where final_rank is not null) as opponent_avg_rank,
        count(points) as pointed_games,
        avg(points) as point_difference,
        clustered_width(coalesce(points, 0), (points is not null)::integer) as width
    from met
    group by player_count, player, opponent
)

select
    player_count,
    player,
    opponent,
    games,
    rate(games_ahead, ranked_games) as ahead_rate,
    wilson_low(games_ahead, ranked_games) as low,
    wilson_high(games_ahead, ranked_games) as high,
    games_ahead,
    ranked_games,
    avg_rank,
    opponent_avg_rank,
    point_difference,
    point_difference - width as point_low,
    point_difference + width as point_high,
    pointed_games
from counted
order by player_count desc, player, games desc, opponent
