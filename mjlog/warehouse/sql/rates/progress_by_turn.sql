-- doc: How hands get on, by turn: mean shanten after the own discard of that number (0 as dealt) of the
--   hands that get there and are known, and of all rounds with a result the shares that have declared
--   riichi, called, and won by that turn; for the chosen, all together.
--   Shares stand with Wilson's 95 % interval, means with one clustered by game, null below ten games.  A
--   turn is the own discards up to the declaration tile, or before the call or win, plus one.
-- grain: number of players and turn
-- reads: discards, round_players, selected_rounds
with rounds as (
    select
        c.player_count,
        rp.game_id,
        rp.round_index,
        rp.seat,
        rp.dealt_shanten,
        rp.riichi_turn,
        rp.first_call_turn,
        rp.win_turn
    from round_players as rp
    inner join selected_rounds(
        of_people := $people::varchar[], of_opponents := $opponents::varchar[],
        of_players := $player_count::tinyint, of_platform := $platform::varchar, of_room := $room::varchar,
        of_level := $level::varchar, of_length := $length::varchar, of_ruleset := $ruleset::varchar,
        since := $since::timestamp, until := $until::timestamp, of_seats := $seats::tinyint[],
        last_games := $last_games::bigint, excluding := $excluding::varchar[],
        of_seat_winds := $seat_winds::tinyint[],
        of_rounds := $rounds::varchar[], of_all_last := $all_last::boolean,
        of_ranks := $start_ranks::tinyint[], lead_from := $lead_from::integer, lead_to := $lead_to::integer
    ) as c on c.game_id = rp.game_id and c.round_index = rp.round_index and c.seat = rp.seat
    where rp.outcome is not null
),

hands as (
    select player_count, game_id, 0 as turn, dealt_shanten as shanten from rounds
    union all
    select r.player_count, r.game_id, d.turn, d.shanten
    from discards as d
    inner join rounds as r on r.game_id = d.game_id and r.round_index = d.round_index and r.seat = d.seat
),

of_games as (
    select
        player_count,
        turn,
        count(*) as reached,
        count(shanten) as hands,
        coalesce(sum(shanten), 0) as shanten
    from hands
    group by player_count, turn, game_id
),

means as (
    select
        player_count,
        turn,
        sum(reached)::bigint as reached,
        sum(hands)::bigint as hands,
        rate(sum(shanten), sum(hands)) as avg_shanten,
        clustered_width(shanten, hands) as width
    from of_games
    group by player_count, turn
),

happened as (
    select
        player_count,
        unnest([riichi_turn, first_call_turn, win_turn]) as turn,
        unnest(['riichi', 'call', 'win']) as event
    from rounds
),

counted as (
    select
        player_count,
        turn,
        count(*) filter (where event = 'riichi') as riichi,
        count(*) filter (where event = 'call') as called,
        count(*) filter (where event = 'win') as wins
    from happened
    where turn is not null
    group by player_count, turn
),

played as (
    select player_count, count(*) as rounds
    from rounds
    group by player_count
),

turns as (
    select player_count, turn from means
    union
    select player_count, turn from counted
),

summed as (
    select
        t.player_count,
        t.turn,
        p.rounds,
        coalesce(m.reached, 0) as reached,
        coalesce(m.hands, 0) as hands,
        m.avg_shanten,
        m.width,
        (sum(coalesce(c.riichi, 0)) over so_far)::bigint as riichi,
        (sum(coalesce(c.called, 0)) over so_far)::bigint as called,
        (sum(coalesce(c.wins, 0)) over so_far)::bigint as wins
    from turns as t
    inner join played as p on p.player_count = t.player_count
    left join means as m on m.player_count = t.player_count and m.turn = t.turn
    left join counted as c on c.player_count = t.player_count and c.turn = t.turn
    window so_far as (partition by t.player_count order by t.turn)
)

select
    player_count,
    turn,
    avg_shanten,
    avg_shanten - width as shanten_low,
    avg_shanten + width as shanten_high,
    rate(riichi, rounds) as riichi_rate,
    wilson_low(riichi, rounds) as riichi_low,
    wilson_high(riichi, rounds) as riichi_high,
    rate(called, rounds) as call_rate,
    wilson_low(called, rounds) as call_low,
    wilson_high(called, rounds) as call_high,
    rate(wins, rounds) as win_rate,
    wilson_low(wins, rounds) as win_low,
    wilson_high(wins, rounds) as win_high,
    riichi,
    called,
    wins,
    hands,
    reached,
    rounds
from summed
order by player_count desc, turn
