-- doc: Every discard, with who made it, the own hand (riichi when declared on an earlier discard, open,
--   closed) and what it faced: riichi when any opponent has declared, else open when any has called,
--   else nothing.
-- grain: discard
-- reads: discards, player_games
select
    d.*,
    pg.player,
    pg.player_count,
    case
        when d.is_in_riichi then 'riichi'
        when d.open_melds > 0 then 'open'
        else 'closed'
    end as own_state,
    case
        when d.opponents_in_riichi > 0 then 'riichi'
        when d.opponents_open > 0 then 'open'
        else 'nothing'
    end as facing
from discards as d
inner join player_games as pg on pg.game_id = d.game_id and pg.seat = d.seat
