-- doc: When hands call, by turn (own discards before the call, plus one) and by number of the call in the
--   round, and how far they are from complete before and after it; for the chosen, all together.  Calls are
--   chi, pon and daiminkan; shanten is of the judged ones, whose hand is known.
-- grain: number of players, open_meld and turn
-- reads: player_melds, selected_rounds
with totals as (
    select
        m.player_count,
        m.open_meld,
        m.turn,
        count(*) as calls,
        count(m.shanten_before) as judged_calls,
        sum(m.shanten_before) as shanten_before,
        sum(m.shanten) as shanten,
        count(*) filter (where m.shanten < m.shanten_before) as nearer_calls
    from player_melds as m
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
        on chosen.game_id = m.game_id and chosen.round_index = m.round_index and chosen.seat = m.seat
    where m.open_meld is not null
    group by m.player_count, m.open_meld, m.turn
)

select
    player_count,
    open_meld,
    turn,
    calls,
    rate(shanten_before, judged_calls) as avg_shanten_before,
    rate(shanten, judged_calls) as avg_shanten,
    rate(nearer_calls, judged_calls) as nearer_rate,
    wilson_low(nearer_calls, judged_calls) as nearer_low,
    wilson_high(nearer_calls, judged_calls) as nearer_high,
    judged_calls
from totals
order by player_count desc, open_meld, turn
