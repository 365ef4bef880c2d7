-- doc: How often riichi win on a kind that they wait for, by its class, the copies that the player in
--   riichi sees nowhere, and when it was declared, with Wilson's 95 % interval; how often they win on
--   whatever kind (riichi_wins); and both at once for riichi that wait for nothing else (single).  Classes
--   are against the own river: honours by tanki or shanpon; where the riichi is furiten, every wait is
--   furiten.  Riichi for kokushi musou are left out.  The chosen are those who declare.
-- grain: number of players, turns, wait class and unseen
-- reads: riichi_wait_totals, selected_rounds
with sums as (
    select
        chosen.player_count,
        t.turns,
        t.wait_class,
        t.unseen,
        sum(t.waits)::bigint as waits,
        sum(t.wins)::bigint as wins,
        sum(t.riichi_wins)::bigint as riichi_wins,
        sum(t.single_waits)::bigint as single_waits,
        sum(t.single_wins)::bigint as single_wins
    from riichi_wait_totals as t
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
    group by chosen.player_count, t.turns, t.wait_class, t.unseen
)

select
    player_count,
    turns,
    wait_class,
    unseen,
    waits,
    wins,
    rate(wins, waits) as win_rate,
    wilson_low(wins, waits) as low,
    wilson_high(wins, waits) as high,
    riichi_wins,
    rate(riichi_wins, waits) as riichi_win_rate,
    wilson_low(riichi_wins, waits) as riichi_low,
    wilson_high(riichi_wins, waits) as riichi_high,
    single_waits,
    single_wins,
    rate(single_wins, single_waits) as single_win_rate,
    wilson_low(single_wins, single_waits) as single_low,
    wilson_high(single_wins, single_waits) as single_high
from sums
order by
    player_count desc,
    list_position(['1_to_5', '6_to_10', '11_and_later'], turns),
    list_position([
        'no_suji_19', 'no_suji_28', 'no_suji_37', 'no_suji_456', 'half_suji_456', 'suji_19', 'suji_28',
        'suji_37', 'suji_456', 'honour_tanki', 'honour_shanpon', 'lone_terminal', 'furiten'
    ], wait_class),
    unseen
