-- doc: Every kind that a riichi waits for, and whether its player won on it, as counts that add up over
--   any choice of rounds; riichi_wins are wins on whatever kind.  unseen are copies that the player sees
--   nowhere; turns is when the riichi was declared; single counts riichi that wait for one kind.  Classes
--   are against the own river, those of 4, 5 and 6 together; honours are told apart by tanki and shanpon;
--   every wait of a furiten riichi is furiten.  Riichi for kokushi musou, and rounds without a result, are
--   left out.
-- grain: round, seat and tile
-- reads: riichi_waits, riichis, rounds, won_hands
with won as (
    select
        game_id,
        round_index,
        seat,
        case tile when '5mr' then '5m' when '5pr' then '5p' when '5sr' then '5s' else tile end as tile
    from won_hands
)

select
    k.game_id,
    k.round_index,
    k.seat,
    k.tile,
    case when r.turn <= 5 then '1_to_5' when r.turn <= 10 then '6_to_10' else '11_and_later' end as turns,
    case
        when r.is_furiten then 'furiten'
        when k.tile_class in ('yakuhai', 'guest_wind') and k.is_shanpon then 'honour_shanpon'
        when k.tile_class in ('yakuhai', 'guest_wind') then 'honour_tanki'
        when k.tile_class like 'no_suji%' and k.tile_class[-2:] not in ('19', '28', '37') then 'no_suji_456'
        when k.tile_class like 'half_suji%' then 'half_suji_456'
        when k.tile_class like 'double_suji%' then 'suji_456'
        else k.tile_class
    end as wait_class,
    k.unseen,
    1 as waits,
    coalesce(won.tile = k.tile, false)::integer as wins,
    (won.tile is not null)::integer as riichi_wins,
    (len(r.waits) = 1)::integer as single_waits,
    (len(r.waits) = 1 and won.tile is not null)::integer as single_wins
from riichi_waits as k
inner join riichis as r on r.game_id = k.game_id and r.round_index = k.round_index and r.seat = k.seat
inner join rounds as o on o.game_id = k.game_id and o.round_index = k.round_index
left join won
    on won.game_id = k.game_id and won.round_index = k.round_index and won.seat = k.seat
where o.outcome is not null and not r.is_kokushi
