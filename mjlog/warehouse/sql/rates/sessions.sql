-- doc: The sittings of each chosen player: a game that starts more than an hour after the start of the one
--   before opens a new one.  Results are in thousand points with uma; games without a known start are left
--   out.  Some logs know the hour of the start only.
-- grain: number of players, player and session
-- reads: player_games, selected_seats
with course as (
    select
        pg.player_count,
        pg.player,
        pg.game_id,
        pg.seat,
        pg.started_at,
        pg.final_rank,
        pg.final_points,
        pg.rank_points,
        pg.started_at - lag(pg.started_at) over (
            partition by pg.player_count, pg.player order by pg.started_at, pg.game_id, pg.seat
        ) as pause
    from player_games as pg
    semi join selected_seats(
        of_people := $people::varchar[], of_opponents := $opponents::varchar[],
        of_players := $player_count::tinyint, of_platform := $platform::varchar, of_room := $room::varchar,
        of_level := $level::varchar, of_length := $length::varchar, of_ruleset := $ruleset::varchar,
        since := $since::timestamp, until := $until::timestamp, of_seats := $seats::tinyint[],
        last_games := $last_games::bigint, excluding := $excluding::varchar[]
    ) as chosen on chosen.game_id = pg.game_id and chosen.seat = pg.seat
    where pg.player is not null and pg.started_at is not null
),

numbered as (
    select
        *,
        1 + count(*) filter (where pause > interval 1 hour) over (
            partition by player_count, player order by started_at, game_id, seat rows unbounded preceding
        ) as session
    from course
)

select
    player_count,
    player,
    session,
    min(started_at) as first_start,
    max(started_at) as last_start,
    count(*) as games,
    count(final_rank) as ranked_games,
    count(*) filter (where final_rank = 1) as firsts,
    count(*) filter (where final_rank = player_count) as lasts,
    avg(final_rank) as avg_rank,
    sum(final_points) as final_points,
    sum(rank_points)::bigint as rank_points
from numbered
group by player_count, player, session
order by player_count desc, player, session
