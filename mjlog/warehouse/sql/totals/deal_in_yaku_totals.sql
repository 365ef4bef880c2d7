-- doc: Yaku of the hands that each player dealt into in each round, as counts that add up over any choice of
--   rounds.  Hands are those whose yaku are known, all of a double ron; yakuman are left out
--   (yaku_frequencies), and what only a tsumo can have.
-- grain: round and seat
-- reads: won_hands
with named as (
    select game_id, round_index, seat, from_seat, coalesce(log_yaku, calc_yaku) as yaku
    from won_hands
)

select
    game_id,
    round_index,
    from_seat as seat,
    count(*) as hands,
    count(*) filter (where list_contains(yaku, 'riichi')) as riichi,
    count(*) filter (where list_contains(yaku, 'double_riichi')) as double_riichi,
    count(*) filter (where list_contains(yaku, 'ippatsu')) as ippatsu,
    count(*) filter (where list_contains(yaku, 'pinfu')) as pinfu,
    count(*) filter (where list_contains(yaku, 'tanyao')) as tanyao,
    count(*) filter (where list_contains(yaku, 'iipeikou')) as iipeikou,
    count(*) filter (where list_contains(yaku, 'yakuhai_haku')) as yakuhai_haku,
    count(*) filter (where list_contains(yaku, 'yakuhai_hatsu')) as yakuhai_hatsu,
    count(*) filter (where list_contains(yaku, 'yakuhai_chun')) as yakuhai_chun,
    count(*) filter (where list_contains(yaku, 'yakuhai_seat_wind')) as yakuhai_seat_wind,
    count(*) filter (where list_contains(yaku, 'yakuhai_round_wind')) as yakuhai_round_wind,
    count(*) filter (where list_contains(yaku, 'chankan')) as chankan,
    count(*) filter (where list_contains(yaku, 'houtei')) as houtei,
    count(*) filter (where list_contains(yaku, 'chiitoitsu')) as chiitoitsu,
    count(*) filter (where list_contains(yaku, 'sanshoku_doujun')) as sanshoku_doujun,
    count(*) filter (where list_contains(yaku, 'ittsuu')) as ittsuu,
    count(*) filter (where list_contains(yaku, 'chanta')) as chanta,
    count(*) filter (where list_contains(yaku, 'toitoi')) as toitoi,
    count(*) filter (where list_contains(yaku, 'sanankou')) as sanankou,
    count(*) filter (where list_contains(yaku, 'sankantsu')) as sankantsu,
    count(*) filter (where list_contains(yaku, 'sanshoku_doukou')) as sanshoku_doukou,
    count(*) filter (where list_contains(yaku, 'honroutou')) as honroutou,
    count(*) filter (where list_contains(yaku, 'shousangen')) as shousangen,
    count(*) filter (where list_contains(yaku, 'ryanpeikou')) as ryanpeikou,
    count(*) filter (where list_contains(yaku, 'junchan')) as junchan,
    count(*) filter (where list_contains(yaku, 'honitsu')) as honitsu,
    count(*) filter (where list_contains(yaku, 'chinitsu')) as chinitsu
from named
where yaku is not null and seat <> from_seat
group by game_id, round_index, from_seat
