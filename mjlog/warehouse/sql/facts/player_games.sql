-- doc: Who played which game, and how it ended for them.  player is the logged name, or the account
--   where there is no name.  Scores, ranks and points are null where the log does not reach the end;
--   what the log states goes before what the rules give, equal scores rank by seat.
-- grain: game and seat
-- reads: games, game_players
with standings as (
    select
        gp.game_id,
        gp.seat,
        coalesce(gp.name, gp.account_id) as player,
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
    where gp.seat < g.player_count
)

select
    * exclude (calc_final_rank),
    case
        when count(final_score) over game = player_count
            then rank() over (partition by game_id order by final_score desc, seat)
        when is_complete then calc_final_rank
    end::tinyint as final_rank
from standings
window game as (partition by game_id)
