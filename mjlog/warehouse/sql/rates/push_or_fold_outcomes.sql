-- doc: How rounds end for players by their first answer to the one opponent in riichi: genbutsu, retreat or
--   push (see push_or_fold), by the shanten of the own hand with the tile drawn (3: three or more).  Rates
--   are of rounds with a result, with Wilson's 95 % interval; avg_score_delta is the score change of
--   settled rounds, those with known changes, with an interval clustered by game, null below ten games.
--   Later discards may answer otherwise.
-- grain: number of players, shanten and action
-- reads: push_totals, round_players, selected_rounds
with per_game as (
    select
        chosen.player_count,
        t.shanten,
        t.action,
        t.game_id,
        count(*) as rounds,
        count(*) filter (where rp.is_win) as wins,
        count(*) filter (where rp.is_deal_in) as deal_ins,
        count(*) filter (where rp.is_tsumo_loss) as tsumo_losses,
        count(rp.score_delta) as settled,
        coalesce(sum(rp.score_delta), 0) as score_delta
    from push_totals as t
    inner join round_players as rp
        on rp.game_id = t.game_id and rp.round_index = t.round_index and rp.seat = t.seat
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
    where t.first_discards = 1 and rp.outcome is not null
    group by chosen.player_count, t.shanten, t.action, t.game_id
),

sums as (
    select
        player_count,
        shanten,
        action,
        sum(rounds)::bigint as rounds,
        sum(wins)::bigint as wins,
        sum(deal_ins)::bigint as deal_ins,
        sum(tsumo_losses)::bigint as tsumo_losses,
        sum(settled)::bigint as settled_rounds,
        rate(sum(score_delta), sum(settled)) as avg_score_delta,
        clustered_width(score_delta, settled) as width
    from per_game
    group by player_count, shanten, action
)

select
    player_count,
    shanten,
    action,
    rounds,
    wins,
    rate(wins, rounds) as win_rate,
    wilson_low(wins, rounds) as win_low,
    wilson_high(wins, rounds) as win_high,
    deal_ins,
    rate(deal_ins, rounds) as deal_in_rate,
    wilson_low(deal_ins, rounds) as deal_in_low,
    wilson_high(deal_ins, rounds) as deal_in_high,
    tsumo_losses,
    rate(tsumo_losses, rounds) as tsumo_loss_rate,
    wilson_low(tsumo_losses, rounds) as tsumo_loss_low,
    wilson_high(tsumo_losses, rounds) as tsumo_loss_high,
    settled_rounds,
    avg_score_delta,
    avg_score_delta - width as low,
    avg_score_delta + width as high
from sums
order by player_count desc, shanten, list_position(['push', 'retreat', 'genbutsu'], action)
