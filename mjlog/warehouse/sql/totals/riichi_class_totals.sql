-- doc: How all kinds of tiles stand to a riichi, and how many of each class it waits for, as counts that
--   add up over any choice of rounds.  The table lies as after the declaration tile.  Riichi that are
--   furiten or wait for kokushi musou, and hands that are not known, are left out.  A kind waited for in
--   several shapes counts for that of the reading that pays most.
-- grain: round, seat, rank group, tile class and visible
-- reads: riichis, riichi_classes, riichi_waits
with shapes as (
    select
        game_id,
        round_index,
        seat,
        tile_class,
        case when tile_class in ('yakuhai', 'guest_wind') then visible end as copies,
        count(*) filter (where wait_shape = 'tanki') as tanki_waits,
        count(*) filter (where wait_shape = 'shanpon') as shanpon_waits,
        count(*) filter (where wait_shape = 'kanchan') as kanchan_waits,
        count(*) filter (where wait_shape = 'penchan') as penchan_waits,
        count(*) filter (where wait_shape = 'ryanmen') as ryanmen_waits
    from riichi_waits
    group by all
)

select
    c.game_id,
    c.round_index,
    c.seat,
    r.turn,
    c.rank_group,
    c.tile_class,
    c.visible,
    c.kinds,
    c.wait_kinds,
    coalesce(s.tanki_waits, 0) as tanki_waits,
    coalesce(s.shanpon_waits, 0) as shanpon_waits,
    coalesce(s.kanchan_waits, 0) as kanchan_waits,
    coalesce(s.penchan_waits, 0) as penchan_waits,
    coalesce(s.ryanmen_waits, 0) as ryanmen_waits
from riichi_classes as c
inner join riichis as r on r.game_id = c.game_id and r.round_index = c.round_index and r.seat = c.seat
left join shapes as s
    on s.game_id = c.game_id and s.round_index = c.round_index and s.seat = c.seat
    and s.tile_class = c.tile_class and s.copies is not distinct from c.visible
where c.wait_kinds is not null and not r.is_furiten and not r.is_kokushi
