-- doc: What each chosen player played and reached: games and rounds, mean (with its 95 % interval, null
--   below ten games) and sample standard deviation of the rank, best and worst final score, the most
--   valuable winning hand (without honba and sticks), the most han of a hand (where points are added up,
--   han are points), the longest stay as dealer in rounds, the highest level and rating.  Levels are
--   compared where the platform has a ladder; max_level is of all platforms together.
-- grain: number of players and player
-- reads: player_games, round_players, selected_seats
with chosen as (
    select pg.*
    from player_games as pg
    semi join selected_seats(
        of_people := $people::varchar[], of_opponents := $opponents::varchar[],
        of_players := $player_count::tinyint, of_platform := $platform::varchar, of_room := $room::varchar,
        of_level := $level::varchar, of_length := $length::varchar, of_ruleset := $ruleset::varchar,
        since := $since::timestamp, until := $until::timestamp, of_seats := $seats::tinyint[],
        last_games := $last_games::bigint, excluding := $excluding::varchar[]
    ) as s on s.game_id = pg.game_id and s.seat = pg.seat
    where pg.player is not null
),

dealing as (
    select
        c.player_count,
        c.player,
        rp.game_id,
        rp.seat,
        rp.round_index,
        rp.is_dealer,
        rp.win_points,
        rp.win_han,
        rp.outcome,
        sum((not rp.is_dealer)::integer) over (
            partition by rp.game_id, rp.seat order by rp.round_index rows unbounded preceding
        ) as turns_passed
    from round_players as rp
    inner join chosen as c on c.game_id = rp.game_id and c.seat = rp.seat
),

stays as (
    select player_count, player, count(*) filter (where is_dealer) as rounds
    from dealing
    group by player_count, player, game_id, seat, turns_passed
),

renchan as (
    select player_count, player, max(rounds) as max_renchan
    from stays
    group by player_count, player
),

hands as (
    select
        player_count,
        player,
        count(outcome) as hands,
        count(outcome) filter (where is_dealer) as dealer_hands,
        max(win_points) as best_hand,
        arg_max(game_id, win_points) as best_hand_game_id,
        arg_max(round_index, win_points) as best_hand_round_index,
        max(win_han) as max_han
    from dealing
    group by player_count, player
),

careers as (
    select
        player_count,
        player,
        count(*) as games,
        count(final_rank) as ranked_games,
        avg(final_rank) as avg_rank,
        clustered_width(coalesce(final_rank, 0), (final_rank is not null)::integer) as rank_width,
        stddev_samp(final_rank) as rank_stddev,
        max(final_score) as max_score,
        arg_max(game_id, final_score) as max_score_game_id,
        min(final_score) as min_score,
        arg_max(level, level_number) as max_level,
        max(rating) as max_rating,
        arg_max(rating, started_at) as last_rating,
        sum(rank_points)::bigint as total_pt
    from chosen
    group by player_count, player
)

select
    c.player_count,
    c.player,
    c.games,
    c.ranked_games,
    coalesce(h.hands, 0) as hands,
    coalesce(h.dealer_hands, 0) as dealer_hands,
    c.avg_rank,
    c.avg_rank - c.rank_width as rank_low,
    c.avg_rank + c.rank_width as rank_high,
    c.rank_stddev,
    c.max_score,
    c.max_score_game_id,
    c.min_score,
    h.best_hand,
    h.best_hand_game_id,
    h.best_hand_round_index,
    h.max_han,
    r.max_renchan,
    c.max_level,
    c.max_rating,
    c.last_rating,
    c.total_pt
from careers as c
left join hands as h on h.player_count = c.player_count and h.player = c.player
left join renchan as r on r.player_count = c.player_count and r.player = c.player
order by c.player_count desc, c.games desc, c.player
