-- doc: Danger of tiles against riichi by class: of all kinds that stand so to a riichi's river, after the
--   declaration tile, the share that it waits for, with Wilson's 95 % interval, and its parts by shape.
--   Nobody need hold the tile.  standing is suji, half suji (one of the two two-sided waits of 4, 5 and 6
--   closed) or no suji, for honours the copies that everybody sees; all is what is no genbutsu.
--   The chosen are those who declare; see riichi_class_totals for what is left out.
-- grain: number of players, rank group and standing
-- reads: riichi_class_totals, selected_rounds
with listed as (
    select
        chosen.player_count,
        t.*,
        unnest(['all', case
            when t.rank_group = 'honour' then 'visible_' || t.visible
            when t.tile_class like 'no_suji%' then 'no_suji'
            when t.tile_class like 'half_suji%' then 'half_suji'
            when t.tile_class like '%suji%' then 'suji'
            else t.tile_class
        end]) as standing
    from riichi_class_totals as t
    inner join selected_rounds(
        of_people := $people::varchar[], of_opponents := $opponents::varchar[],
        of_players := $player_count::tinyint, of_platform := $platform::varchar, of_room := $room::varchar,
        of_level := $level::varchar, of_length := $length::varchar, of_ruleset := $ruleset::varchar,
        since := $since::timestamp, until := $until::timestamp, of_seats := $seats::tinyint[],
        last_games := $last_games::bigint, excluding := $excluding::varchar[],
        of_seat_winds := $seat_winds::tinyint[],
        of_rounds := $rounds::varchar[], of_all_last := $all_last::boolean,
        of_ranks := $start_ranks::tinyint[], lead_from := $lead_from::integer, lead_to := $lead_to::integer
    ) as chosen
        on chosen.game_id = t.game_id and chosen.round_index = t.round_index and chosen.seat = t.seat
    where t.tile_class <> 'genbutsu'
),

sums as (
    select
        player_count,
        rank_group,
        standing,
        sum(kinds)::bigint as kinds,
        sum(wait_kinds)::bigint as wait_kinds,
        sum(tanki_waits)::bigint as tanki_waits,
        sum(shanpon_waits)::bigint as shanpon_waits,
        sum(kanchan_waits)::bigint as kanchan_waits,
        sum(penchan_waits)::bigint as penchan_waits,
        sum(ryanmen_waits)::bigint as ryanmen_waits
    from listed
    group by player_count, rank_group, standing
)

select
    player_count,
    rank_group,
    standing,
    kinds,
    wait_kinds,
    rate(wait_kinds, kinds) as wait_rate,
    wilson_low(wait_kinds, kinds) as low,
    wilson_high(wait_kinds, kinds) as high,
    tanki_waits,
    rate(tanki_waits, kinds) as tanki_rate,
    wilson_low(tanki_waits, kinds) as tanki_low,
    wilson_high(tanki_waits, kinds) as tanki_high,
    shanpon_waits,
    rate(shanpon_waits, kinds) as shanpon_rate,
    wilson_low(shanpon_waits, kinds) as shanpon_low,
    wilson_high(shanpon_waits, kinds) as shanpon_high,
    kanchan_waits,
    rate(kanchan_waits, kinds) as kanchan_rate,
    wilson_low(kanchan_waits, kinds) as kanchan_low,
    wilson_high(kanchan_waits, kinds) as kanchan_high,
    penchan_waits,
    rate(penchan_waits, kinds) as penchan_rate,
    wilson_low(penchan_waits, kinds) as penchan_low,
    wilson_high(penchan_waits, kinds) as penchan_high,
    ryanmen_waits,
    rate(ryanmen_waits, kinds) as ryanmen_rate,
    wilson_low(ryanmen_waits, kinds) as ryanmen_low,
    wilson_high(ryanmen_waits, kinds) as ryanmen_high
from sums
order by
    player_count desc,
    list_position(['honour', '19', '28', '37', '456'], rank_group),
    list_position([
        'all', 'visible_0', 'visible_1', 'visible_2', 'visible_3', 'visible_4', 'no_suji', 'half_suji',
        'suji', 'lone_terminal'
    ], standing)
