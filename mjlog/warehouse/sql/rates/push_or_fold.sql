-- doc: What players do when exactly one opponent is in riichi and they are not, by the shanten of the own
--   hand with the tile drawn (3: three or more): genbutsu, retreat (another tile, further from tenpai) or
--   push (any other tile); the share of each and how often it deals in to the riichi, with Wilson's 95 %
--   intervals.
-- grain: number of players, shanten and action
-- reads: push_totals, selected_rounds
with sums as (
    select
        chosen.player_count,
        t.shanten,
        t.action,
        sum(t.discards)::bigint as discards,
        sum(t.deal_ins)::bigint as deal_ins
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
    group by chosen.player_count, t.shanten, t.action
),

shared as (
    select *, sum(discards) over (partition by player_count, shanten) as all_discards
    from sums
)

select
    player_count,
    shanten,
    action,
    discards,
    rate(discards, all_discards) as share,
    wilson_low(discards, all_discards) as low,
    wilson_high(discards, all_discards) as high,
    deal_ins,
    rate(deal_ins, discards) as deal_in_rate,
    wilson_low(deal_ins, discards) as deal_in_low,
    wilson_high(deal_ins, discards) as deal_in_high
from shared
order by player_count desc, shanten, list_position(['push', 'retreat', 'genbutsu'], action)
