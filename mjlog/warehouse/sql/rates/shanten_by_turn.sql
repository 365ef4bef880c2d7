-- doc: How far hands are from complete, by turn: share of the hands at each shanten after the own discard of
--   that number, 0 as dealt, with Wilson's 95 % interval; for the chosen, all together.  Hands that never
--   get to a turn are not counted in it; hidden ones never.
-- grain: number of players, turn and shanten
-- reads: discards, round_players, selected_rounds
with chosen as (
    select game_id, round_index, seat, player_count
    from selected_rounds(
        of_people := $people::varchar[], of_opponents := $opponents::varchar[],
        of_players := $player_count::tinyint, of_platform := $platform::varchar, of_room := $room::varchar,
        of_level := $level::varchar, of_length := $length::varchar, of_ruleset := $ruleset::varchar,
        since := $since::timestamp, until := $until::timestamp, of_seats := $seats::tinyint[],
        last_games := $last_games::bigint, excluding := $excluding::varchar[],
        of_seat_winds := $seat_winds::tinyint[],
        of_rounds := $rounds::varchar[], of_all_last := $all_last::boolean,
        of_ranks := $start_ranks::tinyint[], lead_from := $lead_from::integer, lead_to := $lead_to::integer
    )
),

hands as (
    select game_id, round_index, seat, 0 as turn, dealt_shanten as shanten from round_players
    union all
    select game_id, round_index, seat, turn, shanten from discards
),

counted as (
    select c.player_count, h.turn, h.shanten, count(*) as hands
    from hands as h
    inner join chosen as c on c.game_id = h.game_id and c.round_index = h.round_index and c.seat = h.seat
    where h.shanten is not null
    group by c.player_count, h.turn, h.shanten
),

turns as (
    select player_count, turn, sum(hands)::bigint as total
    from counted
    group by player_count, turn
),

distances as (
    select unnest(range(0, greatest(max(shanten), 6) + 1)) as shanten
    from counted
)

select
    t.player_count,
    t.turn,
    s.shanten,
    rate(coalesce(c.hands, 0), t.total) as rate,
    wilson_low(coalesce(c.hands, 0), t.total) as low,
    wilson_high(coalesce(c.hands, 0), t.total) as high,
    coalesce(c.hands, 0) as hands,
    t.total
from turns as t
cross join distances as s
left join counted as c
    on c.player_count = t.player_count and c.turn = t.turn and c.shanten = s.shanten
order by t.player_count desc, t.turn, s.shanten
