-- doc: Yaku of the wins of each player in each round, as counts that add up over any choice of rounds.  Wins
--   are those whose yaku are known; yakuman are left out, being too rare for a rate (yaku_frequencies).
-- grain: round and seat
-- reads: won_hands
with named as (
    select game_id, round_index, seat, from_seat, coalesce(log_yaku, calc_yaku) as yaku
    from won_hands
)

select
    game_id,
    round_index,
    seat,
    1 as wins,
    list_contains(yaku, 'riichi')::integer as riichi,
    list_contains(yaku, 'double_riichi')::integer as double_riichi,
    list_contains(yaku, 'ippatsu')::integer as ippatsu,
    list_contains(yaku, 'menzen_tsumo')::integer as menzen_tsumo,
    list_contains(yaku, 'pinfu')::integer as pinfu,
    list_contains(yaku, 'tanyao')::integer as tanyao,
    list_contains(yaku, 'iipeikou')::integer as iipeikou,
    list_contains(yaku, 'yakuhai_haku')::integer as yakuhai_haku,
    list_contains(yaku, 'yakuhai_hatsu')::integer as yakuhai_hatsu,
    list_contains(yaku, 'yakuhai_chun')::integer as yakuhai_chun,
    list_contains(yaku, 'yakuhai_seat_wind')::integer as yakuhai_seat_wind,
    list_contains(yaku, 'yakuhai_round_wind')::integer as yakuhai_round_wind,
    list_contains(yaku, 'rinshan_kaihou')::integer as rinshan_kaihou,
    list_contains(yaku, 'chankan')::integer as chankan,
    list_contains(yaku, 'haitei')::integer as haitei,
    list_contains(yaku, 'houtei')::integer as houtei,
    list_contains(yaku, 'chiitoitsu')::integer as chiitoitsu,
    list_contains(yaku, 'sanshoku_doujun')::integer as sanshoku_doujun,
    list_contains(yaku, 'ittsuu')::integer as ittsuu,
    list_contains(yaku, 'chanta')::integer as chanta,
    list_contains(yaku, 'toitoi')::integer as toitoi,
    list_contains(yaku, 'sanankou')::integer as sanankou,
    list_contains(yaku, 'sankantsu')::integer as sankantsu,
    list_contains(yaku, 'sanshoku_doukou')::integer as sanshoku_doukou,
    list_contains(yaku, 'honroutou')::integer as honroutou,
    list_contains(yaku, 'shousangen')::integer as shousangen,
    list_contains(yaku, 'ryanpeikou')::integer as ryanpeikou,
    list_contains(yaku, 'junchan')::integer as junchan,
    list_contains(yaku, 'honitsu')::integer as honitsu,
    list_contains(yaku, 'chinitsu')::integer as chinitsu
from named
where yaku is not null
