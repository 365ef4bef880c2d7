-- doc: What deal-ins cost and when they came, as counts and sums that add up over any choice of rounds.
--   Points are the value of hands, without honba and sticks; paid is what a deal-in cost, honba included.
--   Valued ones have known points, paid ones known score changes, timed ones a known turn.  A deal-in is
--   counted once per round, its points added up; dealt wins are the wins on the player's tiles, several on a
--   multiple ron.
-- grain: round and seat
-- reads: round_players, won_hands
with stated as (
    select
        game_id,
        round_index,
        seat,
        from_seat,
        -coalesce(log_deltas, calc_deltas)[from_seat + 1] as paid
    from won_hands
    where seat <> from_seat
),

dealt as (
    select
        s.game_id,
        s.round_index,
        s.from_seat as seat,
        count(winner.win_points) as valued,
        sum(winner.win_points) as points,
        count(winner.win_points) filter (where winner.win_state = 'riichi') as valued_riichi,
        sum(winner.win_points) filter (where winner.win_state = 'riichi') as riichi_points,
        count(winner.win_points) filter (where winner.win_state = 'open') as valued_open,
        sum(winner.win_points) filter (where winner.win_state = 'open') as open_points,
        count(winner.win_points) filter (where winner.win_state = 'dama') as valued_dama,
        sum(winner.win_points) filter (where winner.win_state = 'dama') as dama_points,
        count(winner.win_points) filter (where winner.is_dealer) as valued_dealer,
        sum(winner.win_points) filter (where winner.is_dealer) as dealer_points,
        count(s.paid) filter (where winner.win_state = 'riichi') as paid_riichi,
        sum(s.paid) filter (where winner.win_state = 'riichi') as riichi_paid,
        count(s.paid) filter (where winner.win_state = 'open') as paid_open,
        sum(s.paid) filter (where winner.win_state = 'open') as open_paid,
        count(s.paid) filter (where winner.win_state = 'dama') as paid_dama,
        sum(s.paid) filter (where winner.win_state = 'dama') as dama_paid,
        count(s.paid) filter (where winner.is_dealer) as paid_dealer,
        sum(s.paid) filter (where winner.is_dealer) as dealer_paid,
        count(s.paid) as paid_wins,
        sum(s.paid) as paid,
        count(*) filter (where s.paid >= 3900) as paid_3900,
        count(*) filter (where s.paid >= 7700) as paid_7700,
        count(*) filter (where s.paid >= 11600) as paid_11600,
        count(winner.win_turn) as timed,
        sum(winner.win_turn) as turns
    from stated as s
    inner join round_players as winner
        on winner.game_id = s.game_id and winner.round_index = s.round_index and winner.seat = s.seat
    group by s.game_id, s.round_index, s.from_seat
),

ended as (
    select
        game_id,
        round_index,
        seat,
        (is_deal_in and deal_in_points is not null)::integer as deal_in_valued,
        (is_deal_in and deal_in_delta is not null)::integer as deal_in_paid,
        (is_deal_in and deal_in_turn is not null)::integer as deal_in_timed,
        deal_ins,
        discards,
        coalesce(deal_in_points, 0) as deal_in_points,
        coalesce(-deal_in_delta, 0) as deal_in_cost,
        coalesce(deal_in_turn, 0) as deal_in_turn
    from round_players
    where outcome is not null and deal_ins > 0
)

select
    e.game_id,
    e.round_index,
    e.seat,
    e.deal_in_valued as valued_deal_ins,
    e.deal_in_valued * e.deal_in_points as deal_in_points,
    e.deal_in_valued * (e.deal_in_points >= 3900)::integer as deal_ins_3900,
    e.deal_in_valued * (e.deal_in_points >= 7700)::integer as deal_ins_7700,
    e.deal_in_valued * (e.deal_in_points >= 11600)::integer as deal_ins_11600,
    e.deal_in_paid as paid_deal_ins,
    e.deal_in_paid * e.deal_in_cost as deal_in_paid,
    e.deal_in_timed as timed_deal_ins,
    e.deal_in_timed * e.deal_in_turn as deal_in_turns,
    e.deal_in_timed * e.deal_ins as timed_dealt_wins,
    e.deal_in_timed * e.deal_ins * e.discards as dealt_win_own_discards,
    coalesce(d.valued, 0) as valued_dealt_wins,
    coalesce(d.points, 0) as dealt_win_points,
    coalesce(d.valued_riichi, 0) as valued_dealt_riichi,
    coalesce(d.riichi_points, 0) as dealt_riichi_points,
    coalesce(d.valued_open, 0) as valued_dealt_open,
    coalesce(d.open_points, 0) as dealt_open_points,
    coalesce(d.valued_dama, 0) as valued_dealt_dama,
    coalesce(d.dama_points, 0) as dealt_dama_points,
    coalesce(d.valued_dealer, 0) as valued_dealt_dealer,
    coalesce(d.dealer_points, 0) as dealt_dealer_points,
    coalesce(d.paid_riichi, 0) as paid_dealt_riichi,
    coalesce(d.riichi_paid, 0) as dealt_riichi_paid,
    coalesce(d.paid_open, 0) as paid_dealt_open,
    coalesce(d.open_paid, 0) as dealt_open_paid,
    coalesce(d.paid_dama, 0) as paid_dealt_dama,
    coalesce(d.dama_paid, 0) as dealt_dama_paid,
    coalesce(d.paid_dealer, 0) as paid_dealt_dealer,
    coalesce(d.dealer_paid, 0) as dealt_dealer_paid,
    coalesce(d.paid_wins, 0) as paid_dealt_wins,
    coalesce(d.paid, 0) as dealt_win_paid,
    coalesce(d.paid_3900, 0) as paid_dealt_wins_3900,
    coalesce(d.paid_7700, 0) as paid_dealt_wins_7700,
    coalesce(d.paid_11600, 0) as paid_dealt_wins_11600,
    coalesce(d.timed, 0) as timed_dealt_winners,
    coalesce(d.turns, 0) as dealt_winner_turns
from ended as e
left join dealt as d on d.game_id = e.game_id and d.round_index = e.round_index and d.seat = e.seat
