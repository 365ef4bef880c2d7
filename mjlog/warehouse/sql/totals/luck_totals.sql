-- doc: What luck brought and what was to be expected, as counts and sums that add up over any choice of
--   rounds of one warehouse.  Ura dora: the tiles that nobody holds or has shown (expected_ura).  The rest
--   is held against all games of the warehouse with as many players, by whatever rules, on whatever
--   platform and of whatever length, so that the same rounds are expected to bring something else among
--   other games, and answers of two warehouses do not add up: ippatsu against riichi at such a turn (in
--   threes) with so many winning tiles unseen; first turns (double riichi, tenhou, chiihou, and renhou
--   whatever it counts as) against those of dealers or others; dealt hands by what each step of shanten and
--   each dora or red five of them is worth to all dealers or others in score change: the line of least
--   squares through all their dealt hands.
-- grain: round and seat
-- reads: games, round_players, riichis, won_hands
with first_wins as (
    select game_id, round_index, seat
    from won_hands
    where list_contains(coalesce(log_yaku, calc_yaku), 'tenhou')
        or list_contains(coalesce(log_yaku, calc_yaku), 'chiihou')
        or list_contains(coalesce(log_yaku, calc_yaku), 'renhou')
),

dealt as (
    select
        rp.game_id,
        rp.round_index,
        rp.seat,
        g.player_count,
        rp.is_dealer,
        rp.is_double_riichi or f.game_id is not null as is_first_turn,
        rp.ura_dora,
        rp.expected_ura,
        rp.dealt_shanten,
        rp.dealt_dora + rp.dealt_aka as dealt_bonus,
        rp.score_delta
    from round_players as rp
    inner join games as g on g.game_id = rp.game_id
    left join first_wins as f
        on f.game_id = rp.game_id and f.round_index = rp.round_index and f.seat = rp.seat
    where rp.outcome is not null
),

seats_expected as (
    select player_count, is_dealer, avg(is_first_turn::integer) as first_turns, avg(dealt_shanten) as shanten
    from dealt
    group by player_count, is_dealer
),

moments as (
    select
        player_count,
        is_dealer,
        avg(dealt_shanten) as shanten,
        avg(dealt_bonus) as bonus,
        covar_pop(dealt_shanten, score_delta) as shanten_with_points,
        covar_pop(dealt_bonus, score_delta) as bonus_with_points,
        covar_pop(dealt_shanten, dealt_bonus) as shanten_with_bonus,
        var_pop(dealt_shanten) as shanten_spread,
        var_pop(dealt_bonus) as bonus_spread
    from dealt
    where dealt_bonus is not null and score_delta is not null
    group by player_count, is_dealer
),

hands_expected as (
    select
        player_count,
        is_dealer,
        shanten,
        bonus,
        (shanten_with_points * bonus_spread - bonus_with_points * shanten_with_bonus)
        / nullif(shanten_spread * bonus_spread - power(shanten_with_bonus, 2), 0) as by_shanten,
        (bonus_with_points * shanten_spread - shanten_with_points * shanten_with_bonus)
        / nullif(shanten_spread * bonus_spread - power(shanten_with_bonus, 2), 0) as by_bonus
    from moments
),

valued as (
    select
        d.*,
        h.by_shanten * (d.dealt_shanten - h.shanten) + h.by_bonus * (d.dealt_bonus - h.bonus) as hand_points
    from dealt as d
    left join hands_expected as h on h.player_count = d.player_count and h.is_dealer = d.is_dealer
),

declared as (
    select
        r.game_id,
        r.round_index,
        r.seat,
        g.player_count,
        least((r.turn - 1) // 3, 5) as turns,
        coalesce(least(r.wait_tiles, 9), -1) as tiles,
        rp.is_ippatsu
    from riichis as r
    inner join games as g on g.game_id = r.game_id
    inner join round_players as rp
        on rp.game_id = r.game_id and rp.round_index = r.round_index and rp.seat = r.seat
    where rp.outcome is not null
),

ippatsu_expected as (
    select player_count, turns, tiles, avg(is_ippatsu::integer) as ippatsu
    from declared
    group by player_count, turns, tiles
),

riichi_luck as (
    select d.game_id, d.round_index, d.seat, d.is_ippatsu, e.ippatsu as expected
    from declared as d
    inner join ippatsu_expected as e
        on e.player_count = d.player_count and e.turns = d.turns and e.tiles = d.tiles
)

select
    d.game_id,
    d.round_index,
    d.seat,
    1 as rounds,
    (d.expected_ura is not null)::integer as ura_wins,
    case when d.expected_ura is not null then d.ura_dora else 0 end as ura_tiles,
    coalesce(d.expected_ura, 0)::double as expected_ura,
    (r.game_id is not null)::integer as riichis,
    coalesce(r.is_ippatsu, false)::integer as ippatsu,
    coalesce(r.expected, 0) as expected_ippatsu,
    d.is_first_turn::integer as first_turns,
    s.first_turns as expected_first_turns,
    (d.dealt_shanten is not null)::integer as dealt_hands,
    coalesce(d.dealt_shanten, 0) as dealt_shanten,
    case when d.dealt_shanten is not null then s.shanten else 0 end as expected_shanten,
    (d.hand_points is not null)::integer as valued_hands,
    coalesce(d.hand_points, 0) as dealt_hand_points
from valued as d
inner join seats_expected as s on s.player_count = d.player_count and s.is_dealer = d.is_dealer
left join riichi_luck as r on r.game_id = d.game_id and r.round_index = d.round_index and r.seat = d.seat
