-- doc: Runs of games that end alike, of each chosen player, in the order in which the games were played,
--   those of unknown day first: the longest run of first places (first), of games without the first
--   (not_first), with and without the last (last, not_last), how many games since when, and how long the
--   run is with which the games end.  A game without a rank ends a run.
-- grain: number of players, player and streak
-- reads: player_games, selected_seats
with course as (
    select
        pg.player_count,
        pg.player,
        pg.game_id,
        pg.started_at,
        pg.final_rank,
        row_number() over (
            partition by pg.player_count, pg.player order by pg.started_at nulls first, pg.game_id, pg.seat
        ) as game_number
    from player_games as pg
    semi join selected_seats(
        of_people := $people::varchar[], of_opponents := $opponents::varchar[],
        of_players := $player_count::tinyint, of_platform := $platform::varchar, of_room := $room::varchar,
        of_level := $level::varchar, of_length := $length::varchar, of_ruleset := $ruleset::varchar,
        since := $since::timestamp, until := $until::timestamp, of_seats := $seats::tinyint[],
        last_games := $last_games::bigint, excluding := $excluding::varchar[]
    ) as chosen on chosen.game_id = pg.game_id and chosen.seat = pg.seat
    where pg.player is not null
),

listed as (
    select
        c.*,
        k.streak,
        case k.streak
            when 'first' then c.final_rank = 1
            when 'not_first' then c.final_rank > 1
            when 'last' then c.final_rank = c.player_count
            when 'not_last' then c.final_rank < c.player_count
        end as goes_on
    from course as c
    cross join (values ('first'), ('not_first'), ('last'), ('not_last')) as k (streak)
),

numbered as (
    select
        *,
        count(*) filter (where goes_on is not true) over (
            partition by player_count, player, streak order by game_number rows unbounded preceding
        ) as run
    from listed
),

runs as (
    select
        player_count,
        player,
        streak,
        run,
        count(*) filter (where goes_on) as games,
        min(started_at) filter (where goes_on) as since,
        max(started_at) filter (where goes_on) as until
    from numbered
    group by player_count, player, streak, run
)

select
    player_count,
    player,
    streak,
    max(games) as longest,
    arg_max(since, games) as longest_since,
    arg_max(until, games) as longest_until,
    arg_max(games, run) as latest
from runs
group by player_count, player, streak
order by player_count desc, player, streak
