-- doc: The games of each chosen player in the order in which they were played, with the result and the
--   running sums of results with uma and of rank points.  Games are numbered from 1 for each player and
--   number of players; those without a known start come first, and where logs know no more than the hour of
--   the start, games of one hour follow their ids.
-- grain: number of players, player and game number
-- reads: player_games, selected_seats
select
    pg.player_count,
    pg.player,
    row_number() over course as game_number,
    pg.game_id,
    pg.started_at,
    pg.platform,
    pg.room,
    pg.length,
    pg.level,
    pg.rating,
    pg.table_rating,
    pg.seat,
    pg.final_rank,
    pg.final_score,
    pg.final_points,
    pg.rank_points,
    coalesce(sum(pg.final_points) over course, 0) as final_points_total,
    coalesce(sum(pg.rank_points) over course, 0)::bigint as rank_points_total
from player_games as pg
semi join selected_seats(
        of_people := $people::varchar[], of_opponents := $opponents::varchar[],
        of_players := $player_count::tinyint, of_platform := $platform::varchar, of_room := $room::varchar,
        of_level := $level::varchar, of_length := $length::varchar, of_ruleset := $ruleset::varchar,
        since := $since::timestamp, until := $until::timestamp, of_seats := $seats::tinyint[],
        last_games := $last_games::bigint, excluding := $excluding::varchar[]
    ) as chosen on chosen.game_id = pg.game_id and chosen.seat = pg.seat
where pg.player is not null
window course as (
    partition by pg.player_count, pg.player
    order by pg.started_at nulls first, pg.game_id, pg.seat
    rows between unbounded preceding and current row
)
order by pg.player_count desc, pg.player, game_number
