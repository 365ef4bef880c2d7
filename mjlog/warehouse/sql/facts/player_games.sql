-- doc: Who played which game, and how it ended for them.  player is the person whom a file of aliases
--   names, else the logged name, or the account where there is no name.  Scores, ranks and points are
--   null where the log does not reach the end; what the log states goes before what the rules give,
--   equal scores rank by seat.  rank_points are what the game moved the player on the platform's ladder,
--   at the level that the log states; null where no table fits, and last_penalty is the part of them that
--   the last pays for the place; level_number is the place of that level on the ladder.  table_rating is
--   the mean rating of all at the table.
-- grain: game and seat
-- reads: games, game_players, aliases, rank_tables, rank_levels
with owned as (
    select gp.game_id, gp.seat, a.person, a.place
    from game_players as gp
    inner join games as g on g.game_id = gp.game_id
    inner join aliases as a
        on a.account = gp.account_id and coalesce(a.platform, g.platform, '') = coalesce(g.platform, '')
    union all
    select gp.game_id, gp.seat, a.person, a.place
    from game_players as gp
    inner join games as g on g.game_id = gp.game_id
    inner join aliases as a
        on a.name = gp.name and coalesce(a.platform, g.platform, '') = coalesce(g.platform, '')
),

people as (
    select game_id, seat, arg_min(person, place) as person
    from owned
    group by game_id, seat
),

standings as (
    select
        gp.game_id,
        gp.seat,
        coalesce(p.person, gp.name, gp.account_id) as player,
        g.player_count,
        g.platform,
        g.room,
        g.length,
        g.started_at,
        g.is_complete,
        g.ruleset_id,
        gp.level,
        gp.rating,
        gp.calc_final_rank,
        case when g.is_complete then coalesce(gp.log_final_score, gp.calc_final_score) end as final_score,
        case when g.is_complete then coalesce(gp.log_final_points, gp.calc_final_points) end as final_points
    from game_players as gp
    inner join games as g on g.game_id = gp.game_id
    left join people as p on p.game_id = gp.game_id and p.seat = gp.seat
    where gp.seat < g.player_count
),

ranked as (
    select
        * exclude (calc_final_rank),
        case
            when count(final_score) over game = player_count
                then rank() over (partition by game_id order by final_score desc, seat)
            when is_complete then calc_final_rank
        end::tinyint as final_rank,
        case when count(rating) over game = player_count then avg(rating) over game end as table_rating
    from standings
    window game as (partition by game_id)
)

select
    r.*,
    rl.level_number,
    (rt.penalty * (r.final_rank = r.player_count)::integer)::integer as last_penalty,
    (
        rt.points[r.final_rank] - last_penalty
        + case when rt.score_base is null then 0 else ceil((r.final_score - rt.score_base) / 1000.0) end
    )::integer as rank_points
from ranked as r
left join rank_tables as rt
    on rt.platform = r.platform and rt.player_count = r.player_count and rt.length = r.length
    and rt.room = r.room and rt.level = r.level
left join rank_levels as rl on rl.platform = r.platform and rl.level = r.level
