-- doc: How often a discard deals in to an opponent in riichi, by one thing about the tile, the river or the
--   opponent at a time, with Wilson's 95 % interval.  kind: what the tile is.  honour: copies that everybody
--   saw before.  suji, half_suji: where the genbutsu comes from.  no_suji: by rank.  chance: what the
--   discarder sees left of the two-sided waits that suji does not close.  outside: when the opponent
--   discarded a tile of the suit nearer to the middle.  Of tiles without suji: ura_suji, matagi_suji (the
--   part of the river beyond, or between, the ends of a two-sided wait), aida_yonken, held_suji (copies of
--   the other end of such a wait in the own hand, the most of two), suit (whether it is in the river).  dora:
--   of tiles that are no genbutsu.  The rest is of number tiles without suji or with half of it: live_suji
--   (of 18), river (points: 1 for each 2, 3, 7 or 8 up to the riichi, 2 for each 4, 5 or 6), declaration (the
--   riichi tile from the hand, or the one just drawn), opponent.  Discards of a player in riichi are left
--   out.
-- grain: number of players, grouping and group
-- reads: threat_totals, selected_rounds
with faced as (
    select
        chosen.player_count,
        t.*,
        case
            when t.tile_class in ('yakuhai', 'guest_wind') then 'honour'
            when t.tile_class like 'no_suji%' then 'no_suji'
            when t.tile_class like 'half_suji%' then 'half_suji'
            when t.tile_class like '%suji%' then 'suji'
            else t.tile_class
        end as kind
    from threat_totals as t
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
    where t.threat = 'riichi'
),

listed as (
    select
        player_count,
        discards,
        deal_ins,
        unnest([
            {'grouping': 'kind', 'group': kind},
            {'grouping': 'honour', 'group': case when kind = 'honour' then 'visible_' || visible end},
            {'grouping': 'suji', 'group': case when kind = 'suji' then suji_source end},
            {'grouping': 'half_suji', 'group': case when kind = 'half_suji' then suji_source end},
            {'grouping': 'no_suji', 'group': case
                when kind <> 'no_suji' then null
                when tile_class in ('no_suji_46', 'no_suji_5') then '456'
                else replace(tile_class, 'no_suji_', '')
            end},
            {'grouping': 'chance', 'group': case when kind in ('no_suji', 'half_suji') then chance end},
            {'grouping': 'outside', 'group': case
                when kind in ('no_suji', 'half_suji') then coalesce(outside, 'no')
            end},
            {'grouping': 'ura_suji', 'group': case when kind = 'no_suji' then coalesce(ura_suji, 'no') end},
            {'grouping': 'matagi_suji', 'group': case
                when kind = 'no_suji' then coalesce(matagi_suji, 'no')
            end},
            {'grouping': 'aida_yonken', 'group': case
                when kind = 'no_suji' then if(is_aida_yonken, 'yes', 'no')
            end},
            {'grouping': 'held_suji', 'group': case
                when kind <> 'no_suji' or held_suji is null then null
                when held_suji >= 3 then '3_and_more'
                else held_suji::varchar
            end},
            {'grouping': 'suit', 'group': case
                when kind = 'no_suji' then if(is_suit_cut, 'cut', 'untouched')
            end},
            {'grouping': 'dora', 'group': case
                when kind = 'genbutsu' then null
                when is_dora then 'dora'
                when is_beside_dora then 'beside_dora'
                else 'no'
            end},
            {'grouping': 'live_suji', 'group': case
                when kind not in ('no_suji', 'half_suji') then null
                when live_suji >= 15 then '15_to_18'
                when live_suji >= 12 then '12_to_14'
                when live_suji >= 9 then '09_to_11'
                when live_suji >= 6 then '06_to_08'
                else '01_to_05'
            end},
            {'grouping': 'river', 'group': case
                when kind not in ('no_suji', 'half_suji') then null
                when river_points <= 3 then '0_to_3'
                when river_points <= 6 then '4_to_6'
                else '7_and_more'
            end},
            {'grouping': 'declaration', 'group': case
                when kind not in ('no_suji', 'half_suji') then null
                when is_declaration_tsumogiri then 'drawn'
                when not is_declaration_tsumogiri then 'from_hand'
            end},
            {'grouping': 'opponent', 'group': case
                when kind not in ('no_suji', 'half_suji') then null
                when is_opponent_dealer then 'dealer'
                else 'not_dealer'
            end}
        ], recursive := true)
    from faced
),

sums as (
    select
        player_count,
        "grouping",
        "group",
        sum(discards)::bigint as discards,
        sum(deal_ins)::bigint as deal_ins
    from listed
    where "group" is not null
    group by player_count, "grouping", "group"
)

select
    player_count,
    "grouping",
    "group",
    discards,
    deal_ins,
    rate(deal_ins, discards) as deal_in_rate,
    wilson_low(deal_ins, discards) as low,
    wilson_high(deal_ins, discards) as high
from sums
order by player_count desc, list_position([
    'kind', 'honour', 'suji', 'half_suji', 'no_suji', 'chance', 'outside', 'ura_suji', 'matagi_suji',
    'aida_yonken', 'held_suji', 'suit', 'dora', 'live_suji', 'river', 'declaration', 'opponent'
], "grouping"), "group"
