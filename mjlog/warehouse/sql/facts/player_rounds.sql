-- doc: The facts of every player in every round, with who it was and where the round stands in the game.
--   round_number is from 1.  is_all_last tells the last scheduled round, and every repetition of it.  lead
--   is the own score at the deal less the best of the others.
-- grain: round and seat
-- reads: round_players, rounds, player_games
with standings as (
    select
        game_id,
        round_index,
        max(start_score) as best,
        max(start_score, 2)[2] as second
    from round_players
    group by game_id, round_index
)

select
    rp.*,
    r.round_wind,
    r.round_number,
    r.honba,
    rp.start_score
    - case when rp.start_score = s.best then coalesce(s.second, s.best) else s.best end as lead,
    r.round_number = pg.player_count and r.round_wind = case pg.length
        when 'east' then 0 when 'south' then 1 when 'west' then 2 when 'north' then 3
    end as is_all_last,
    pg.player,
    pg.player_count
from round_players as rp
inner join rounds as r on r.game_id = rp.game_id and r.round_index = rp.round_index
left join standings as s on s.game_id = rp.game_id and s.round_index = rp.round_index
inner join player_games as pg on pg.game_id = rp.game_id and pg.seat = rp.seat
