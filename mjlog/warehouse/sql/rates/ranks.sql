-- doc: How often the chosen players came first, second, ... in complete games, with Wilson's
--   95 % interval.
-- grain: number of players and rank
-- reads: player_games, selected_seats
with ranked as (
    select pg.player_count, pg.final_rank
    from player_games as pg
    semi join selected_seats(
        of_people := $people::varchar[], of_opponents := $opponents::varchar[],
        of_players := $player_count::tinyint, of_platform := $platform::varchar, of_room := $room::varchar,
        of_level := $level::varchar, of_length := $length::varchar, of_ruleset := $ruleset::varchar,
        since := $since::timestamp, until := $until::timestamp, of_seats := $seats::tinyint[],
        last_games := $last_games::bigint, excluding := $excluding::varchar[]
    ) as chosen on chosen.game_id = pg.game_id and chosen.seat = pg.seat
    where pg.final_rank is not null
),

finished as (
    select player_count, count(*) as ranked_games
    from ranked
    group by player_count
),

counted as (
    select
        f.player_count,
        r.rank,
        f.ranked_games,
        count(ranked.final_rank) as games
    from finished as f
    inner join range(1, 5) as r (rank) on r.rank <= f.player_count
    left join ranked on ranked.player_count = f.player_count and ranked.final_rank = r.rank
    group by f.player_count, r.rank, f.ranked_games
)

select
    player_count,
    rank,
    rate(games, ranked_games) as rate,
    wilson_low(games, ranked_games) as low,
    wilson_high(games, ranked_games) as high,
    games,
    ranked_games
from counted
order by player_count desc, rank
