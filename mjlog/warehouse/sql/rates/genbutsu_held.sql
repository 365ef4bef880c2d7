-- doc: How often players who hold a genbutsu against the one opponent in riichi discard another tile, by
--   the shanten of the own hand with the tile drawn (3: three or more), with Wilson's 95 % interval.  They
--   are not in riichi themselves.
-- grain: number of players and shanten
-- reads: push_totals, selected_rounds
with sums as (
    select
        chosen.player_count,
        t.shanten,
        sum(t.genbutsu_held)::bigint as discards,
        sum(t.genbutsu_passed_up)::bigint as not_played
    from push_totals as t
    inner join selected_rounds(
        of_people := $people::varchar[], of_opponents := $opponents::varchar[],
        of_players := $player_count::tinyint, of_platform := $platform::varchar, of_room := $room::varchar,
        of_level := $level::varchar, of_length := $length::varchar, of_ruleset := $ruleset::varchar,
        since := $since::timestamp, until := $until::timestamp, of_seats := $seats::tinyint[],
        last_games := $last_games::bigint, excluding := $excluding::varchar[],
        of_seat_winds := $seat_winds::tinyint[],
        of_rounds := $rounds::varchar[], of_all_last := $all_last::boolean,
        of_ranks := $start_ranks::tinyint[], lead_from := $lead_from::integer, lead_to := $lead_to::integer
    ) as chosen
        on chosen.game_id = t.game_id and chosen.round_index = t.round_index and chosen.seat = t.seat
    group by chosen.player_count, t.shanten
)

select
    player_count,
    shanten,
    discards,
    not_played,
    rate(not_played, discards) as not_played_rate,
    wilson_low(not_played, discards) as low,
    wilson_high(not_played, discards) as high
from sums
order by player_count desc, shanten
