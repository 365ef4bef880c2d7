-- doc: How often each yaku is in the hands that the chosen won with, dealt into, or paid as a tsumo (event),
--   by the winner's hand (state: riichi, open, dama, or all), with Wilson's 95 % interval; for the chosen,
--   all together.  Yaku that never came are there with 0.  Bonus tiles have no rate but their number: han is
--   what a yaku or bonus gave in all hands together, han_per_hand that by the hands of which it is known.
--   total counts hands whose yaku are known; where a log names them without han they count all the same.  A
--   hand that several of the chosen paid counts for each, but once in the interval.
-- grain: number of players, event, state and yaku
-- reads: player_wins, selected_rounds
with hands as (
    select
        w.player_count,
        w.game_id,
        w.round_index,
        w.seat,
        case
            when chosen.seat = w.seat then 'win'
            when w.is_tsumo then 'tsumo_loss'
            else 'deal_in'
        end as event,
        unnest(['all', w.state]) as state,
        w.yaku,
        coalesce(w.yaku_han, list_transform(w.yaku, lambda name: null::integer)) as yaku_han,
        w.yaku_han is not null as has_han,
        w.dora is not null as has_tiles,
        [w.dora, w.aka, w.ura, w.kita] as tiles
    from player_wins as w
    inner join selected_rounds(
        of_people := $people::varchar[], of_opponents := $opponents::varchar[],
        of_players := $player_count::tinyint, of_platform := $platform::varchar, of_room := $room::varchar,
        of_level := $level::varchar, of_length := $length::varchar, of_ruleset := $ruleset::varchar,
        since := $since::timestamp, until := $until::timestamp, of_seats := $seats::tinyint[],
        last_games := $last_games::bigint, excluding := $excluding::varchar[],
        of_seat_winds := $seat_winds::tinyint[],
        of_rounds := $rounds::varchar[], of_all_last := $all_last::boolean,
        of_ranks := $start_ranks::tinyint[], lead_from := $lead_from::integer, lead_to := $lead_to::integer
    ) as chosen on chosen.game_id = w.game_id and chosen.round_index = w.round_index
    where w.yaku is not null and (w.is_tsumo or chosen.seat in (w.seat, w.from_seat))
),

totals as (
    select
        player_count,
        event,
        state,
        count(*) as total,
        count(*) / count(distinct (game_id, round_index, seat)) as payers,
        count(*) filter (where has_han) as with_han,
        count(*) filter (where has_tiles) as with_tiles
    from hands
    where state is not null
    group by player_count, event, state
),

named as (
    select player_count, event, state, unnest(yaku) as yaku, unnest(yaku_han) as han, false as is_tile
    from hands
    union all
    select
        player_count,
        event,
        state,
        unnest(['dora', 'aka_dora', 'ura_dora', 'kita']) as yaku,
        unnest(tiles) as han,
        true as is_tile
    from hands
),

counted as (
    select player_count, event, state, yaku, count(*) as hands, sum(han)::bigint as han
    from named
    where state is not null and coalesce(han, (not is_tile)::integer) > 0
        and is_tile = list_contains(['dora', 'aka_dora', 'ura_dora', 'kita'], yaku)
    group by player_count, event, state, yaku
),

listed as (
    select unnest([
        'riichi', 'double_riichi', 'ippatsu', 'menzen_tsumo', 'pinfu', 'tanyao', 'iipeikou',
        'yakuhai_haku', 'yakuhai_hatsu', 'yakuhai_chun', 'yakuhai_seat_wind', 'yakuhai_round_wind',
        'rinshan_kaihou', 'chankan', 'haitei', 'houtei', 'chiitoitsu', 'sanshoku_doujun', 'ittsuu', 'chanta',
        'toitoi', 'sanankou', 'sankantsu', 'sanshoku_doukou', 'honroutou', 'shousangen', 'ryanpeikou',
        'junchan', 'honitsu', 'chinitsu', 'renhou', 'tenhou', 'chiihou', 'kokushi_musou',
        'kokushi_musou_13_wait', 'suuankou', 'suuankou_tanki', 'daisangen', 'shousuushii', 'daisuushii',
        'tsuuiisou', 'chinroutou', 'ryuuiisou', 'chuuren_poutou', 'junsei_chuuren_poutou', 'suukantsu',
        'dora', 'aka_dora', 'ura_dora'
    ]) as yaku
    union
    select yaku from counted
)

select
    t.player_count,
    t.event,
    t.state,
    l.yaku,
    coalesce(c.hands, 0) as hands,
    t.total,
    case when not list_contains(['dora', 'aka_dora', 'ura_dora', 'kita'], l.yaku) then
        rate(coalesce(c.hands, 0), t.total)
    end as rate,
    case when not list_contains(['dora', 'aka_dora', 'ura_dora', 'kita'], l.yaku) then
        wilson_low(coalesce(c.hands, 0) / t.payers, t.total / t.payers)
    end as low,
    case when not list_contains(['dora', 'aka_dora', 'ura_dora', 'kita'], l.yaku) then
        wilson_high(coalesce(c.hands, 0) / t.payers, t.total / t.payers)
    end as high,
    coalesce(c.han, 0) as han,
    rate(
        coalesce(c.han, 0),
        case
            when list_contains(['dora', 'aka_dora', 'ura_dora', 'kita'], l.yaku) then t.with_tiles
            else t.with_han
        end
    ) as han_per_hand
from totals as t
cross join listed as l
left join counted as c
    on c.player_count = t.player_count and c.event = t.event and c.state = t.state and c.yaku = l.yaku
order by t.player_count desc, t.event desc, t.state, han desc, l.yaku
