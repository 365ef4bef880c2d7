-- doc: Every discard against every opponent who is a threat, with who made it and against whom, and the
--   class of the tile with the unseen copies of honours (danger_class).
-- grain: discard and opponent
-- reads: discard_threats, player_games
select
    t.*,
    danger_class(t.tile_class, t.unseen) as danger_class,
    pg.player,
    pg.player_count,
    o.player as opponent_player
from discard_threats as t
inner join player_games as pg on pg.game_id = t.game_id and pg.seat = t.seat
inner join player_games as o on o.game_id = t.game_id and o.seat = t.opponent
