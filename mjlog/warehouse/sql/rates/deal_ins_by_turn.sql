-- doc: How often a discard deals in, by turn (place among the own discards) and by what it faces, with
--   Wilson's 95 % interval; for the chosen, all together.  Discards of a player in riichi are left out,
--   for they are no choice; the declaration tile is in.
-- grain: number of players, state of the opponents and turn
-- reads: discard_totals, selected_rounds
with totals as (
    select
        t.player_count,
        t.facing,
        t.turn,
        sum(t.discards)::bigint as discards,
        sum(t.deal_ins)::bigint as deal_ins
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
    where t.own_state <> 'riichi'
    group by t.player_count, t.facing, t.turn
)

select
    player_count,
    facing,
    turn,
    rate(deal_ins, discards) as deal_in_rate,
    wilson_low(deal_ins, discards) as low,
    wilson_high(deal_ins, discards) as high,
    deal_ins,
    discards
from totals
order by player_count desc, facing, turn
