-- doc: The facts of every player in every round, with who it was and in which game.
-- grain: round and seat
-- reads: round_players, player_games
select
    rp.*,
    pg.player,
    pg.player_count
from round_players as rp
inner join player_games as pg on pg.game_id = rp.game_id and pg.seat = rp.seat
