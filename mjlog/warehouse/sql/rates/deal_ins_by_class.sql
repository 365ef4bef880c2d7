-- doc: How often a discard deals in to an opponent who is a threat (in riichi, or open with two or more
--   calls), by the class of the tile, with Wilson's 95 % interval; dora (red fives are, too) also on their
--   own.  Discards of a player in riichi are left out.
-- grain: number of players, threat and danger class
-- reads: threat_totals, selected_rounds
with sums as (
    select
        chosen.player_count,
        t.threat,
        t.danger_class,
        sum(t.discards)::bigint as discards,
        sum(t.deal_ins)::bigint as deal_ins,
        coalesce(sum(t.discards) filter (where t.is_dora), 0)::bigint as dora_discards,
        coalesce(sum(t.deal_ins) filter (where t.is_dora), 0)::bigint as dora_deal_ins
    from threat_totals as t
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
    group by chosen.player_count, t.threat, t.danger_class
)

select
    player_count,
    threat,
    danger_class,
    discards,
    deal_ins,
    rate(deal_ins, discards) as deal_in_rate,
    wilson_low(deal_ins, discards) as low,
    wilson_high(deal_ins, discards) as high,
    dora_discards,
    dora_deal_ins,
    rate(dora_deal_ins, dora_discards) as dora_rate,
    wilson_low(dora_deal_ins, dora_discards) as dora_low,
    wilson_high(dora_deal_ins, dora_discards) as dora_high
from sums
order by player_count desc, threat desc, danger_place(danger_class)
