-- doc: The games that moved each chosen player on a platform's ladder, in the order in which they were
--   played: the points without the last's penalty, and whether the player was last.  points_by_rank and
--   score_base tell games apart whose points are counted otherwise.
-- grain: game and seat
-- reads: player_games, rank_tables, selected_seats
select
    pg.player_count,
    pg.player,
    pg.platform,
    pg.room,
    pg.length,
    pg.level,
    pg.game_id,
    pg.seat,
    pg.started_at,
    rt.points as points_by_rank,
    rt.score_base,
    pg.rank_points + pg.last_penalty as points_without_penalty,
    pg.final_rank = pg.player_count as is_last
from player_games as pg
semi join selected_seats(
        of_people := $people::varchar[], of_opponents := $opponents::varchar[],
        of_players := $player_count::tinyint, of_platform := $platform::varchar, of_room := $room::varchar,
        of_level := $level::varchar, of_length := $length::varchar, of_ruleset := $ruleset::varchar,
        since := $since::timestamp, until := $until::timestamp, of_seats := $seats::tinyint[],
        last_games := $last_games::bigint, excluding := $excluding::varchar[]
    ) as chosen on chosen.game_id = pg.game_id and chosen.seat = pg.seat
inner join rank_tables as rt
    on rt.platform = pg.platform and rt.player_count = pg.player_count and rt.length = pg.length
    and rt.room = pg.room and rt.level = pg.level
where pg.player is not null and pg.rank_points is not null
order by
    pg.player_count desc, pg.player, pg.platform, pg.length, pg.room, pg.started_at nulls first, pg.game_id,
    pg.seat
