-- doc: How often a discard deals in, by the own hand and by what it faces (an opponent's riichi, else
--   an open hand, else nothing), with Wilson's 95 % interval; for the chosen, all together.
-- grain: number of players, own state and state of the opponents
-- reads: discard_totals, selected_rounds
with totals as (
    select
        t.player_count,
        t.own_state,
        t.facing,
        sum(t.discards)::bigint as discards,
        sum(t.deal_ins)::bigint as deal_ins,
        sum(t.judged_discards)::bigint as judged_discards,
        sum(t.would_deal_ins)::bigint as would_deal_ins
    from discard_totals as t
    semi join selected_rounds(
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
    group by t.player_count, t.own_state, t.facing
)

select
    player_count,
    own_state,
    facing,
    rate(deal_ins, discards) as deal_in_rate,
    wilson_low(deal_ins, discards) as low,
    wilson_high(deal_ins, discards) as high,
    deal_ins,
    discards,
    rate(would_deal_ins, judged_discards) as would_deal_in_rate,
    wilson_low(would_deal_ins, judged_discards) as would_low,
    wilson_high(would_deal_ins, judged_discards) as would_high,
    would_deal_ins,
    judged_discards
from totals
order by player_count desc, own_state, facing
