-- doc: Every call and concealed kan, with who made it.  is_only_caller tells that nobody else had a chi, pon
--   or daiminkan by then; it is null for kakan and ankan.
-- grain: round, seat and seq
-- reads: melds, player_games
select
    m.*,
    case when m.open_meld is not null then
        count(m.open_meld) over (
            partition by m.game_id, m.round_index order by m.seq rows unbounded preceding
        ) = m.open_meld
    end as is_only_caller,
    pg.player,
    pg.player_count
from melds as m
inner join player_games as pg on pg.game_id = m.game_id and pg.seat = m.seat
