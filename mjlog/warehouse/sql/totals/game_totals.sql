-- doc: What each game brought each player, as counts and sums that add up over any choice of games.
--   Ranked, scored, pointed and rated games are those in which rank, final score, rank points and rating
--   are known; gains are final scores less the score at the first deal of East 1.  The rank at the start
--   of the last round is that at the deal of the last scheduled round, the first time it is played.
--   last_repeats counts games that play that round more than once, last_extensions those in which any
--   round comes after it; both out of scheduled_games, ranked games that have a last scheduled round.
--   early_ games are those that end before it; gained_hands are the rounds of games whose gain is known.
-- grain: game and seat
-- reads: player_games, player_rounds
with per_game as (
    select
        game_id,
        seat,
        count(*) filter (where outcome is not null) as hands,
        count(*) filter (where outcome is not null and is_dealer) as dealer_hands,
        coalesce(sum(discards) filter (where outcome is not null), 0)::bigint as hand_turns,
        arg_min(start_score, round_index) filter (where round_wind = 0 and round_number = 1 and honba = 0)
            as start_score,
        count(*) filter (where is_all_last) as last_deals,
        max(round_index) > min(round_index) filter (where is_all_last) as goes_on,
        arg_min(start_rank, round_index) filter (where is_all_last) as last_start_rank
    from player_rounds
    group by game_id, seat
),

standings as (
    select
        pg.*,
        g.start_score,
        coalesce(g.hands, 0) as hands,
        coalesce(g.dealer_hands, 0) as dealer_hands,
        coalesce(g.hand_turns, 0) as hand_turns,
        coalesce(g.last_deals, 0) as last_deals,
        g.goes_on,
        pg.final_rank is not null as is_ranked,
        pg.final_rank is not null
        and coalesce(pg.length in ('east', 'south', 'west', 'north'), false)
        and coalesce(g.last_deals, 0) = 0 as is_early,
        case when pg.final_rank is not null then g.last_start_rank end as last_start_rank
    from player_games as pg
    left join per_game as g on g.game_id = pg.game_id and g.seat = pg.seat
)

select
    game_id,
    seat,
    1 as games,
    hands,
    dealer_hands,
    hand_turns,
    is_ranked::integer as ranked_games,
    coalesce(final_rank, 0) as ranks,
    coalesce(final_rank = 1, false)::integer as firsts,
    coalesce(final_rank = 2, false)::integer as seconds,
    coalesce(final_rank = 3, false)::integer as thirds,
    coalesce(final_rank = 4, false)::integer as fourths,
    coalesce(final_rank <= 2, false)::integer as top_twos,
    coalesce(final_rank < player_count, false)::integer as not_lasts,
    case when is_ranked then hands else 0 end as ranked_hands,
    (final_score is not null)::integer as scored_games,
    coalesce(final_score, 0) as final_scores,
    coalesce(final_score < 0, false)::integer as busts,
    (final_score - start_score is not null)::integer as gained_games,
    coalesce(final_score - start_score, 0) as gains,
    case when final_score - start_score is not null then hands else 0 end as gained_hands,
    (final_points is not null)::integer as uma_games,
    coalesce(final_points, 0) as uma_points,
    (rank_points is not null)::integer as pointed_games,
    coalesce(rank_points, 0) as rank_points,
    coalesce(rank_points + last_penalty, 0) as rank_points_without_penalty,
    (rating is not null)::integer as rated_games,
    coalesce(rating, 0) as ratings,
    (table_rating is not null)::integer as rated_tables,
    coalesce(table_rating, 0) as table_ratings,
    coalesce(is_ranked and length in ('east', 'south', 'west', 'north'), false)::integer as scheduled_games,
    (is_ranked and last_deals > 1)::integer as last_repeats,
    coalesce(is_ranked and goes_on, false)::integer as last_extensions,
    coalesce(last_start_rank = 1, false)::integer as last_starts_first,
    coalesce(last_start_rank = 1 and final_rank = 1, false)::integer as last_firsts_kept,
    coalesce(last_start_rank > 1, false)::integer as last_starts_behind,
    coalesce(last_start_rank > 1 and final_rank = 1, false)::integer as last_firsts_reached,
    coalesce(last_start_rank = player_count, false)::integer as last_starts_last,
    coalesce(last_start_rank = player_count and final_rank < player_count, false)::integer as last_escapes,
    (is_early and final_rank = 1)::integer as early_firsts,
    (is_early and final_rank > 1)::integer as early_behind,
    (is_early and final_rank = player_count)::integer as early_lasts
from standings
