-- doc: Seats whose players have neither a name nor an account, which no statistics of players count.
-- grain: number of players
-- reads: player_games, selected_seats
select
    pg.player_count,
    count(distinct pg.game_id) as games,
    count(*) as seats
from player_games as pg
semi join selected_seats(
    of_people := $people::varchar[], of_opponents := $opponents::varchar[],
    of_players := $player_count::tinyint, of_platform := $platform::varchar, of_room := $room::varchar,
    of_level := $level::varchar, of_length := $length::varchar, of_ruleset := $ruleset::varchar,
    since := $since::timestamp, until := $until::timestamp, of_seats := $seats::tinyint[],
    last_games := $last_games::bigint, excluding := $excluding::varchar[]
) as chosen on chosen.game_id = pg.game_id and chosen.seat = pg.seat
where pg.player is null
group by pg.player_count
order by pg.player_count desc
