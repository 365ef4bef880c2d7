-- doc: What a player did in a game, as counts and sums that add up over any choice of games.
--   Rounds are those with a result.  Calls are chi, pon and daiminkan; a riichi counts even when its
--   tile is won on; a deal-in counts once per round however many win.  Points of wins and deal-ins are
--   without honba and sticks; win_income is the score change by winning less the own stick,
--   deal_in_loss what was paid for dealing in, honba included.
-- grain: game and seat
-- reads: player_rounds, player_games
with per_game as (
    select
        game_id,
        seat,
        count(*) as rounds,
        count(*) filter (where is_dealer) as dealer_rounds,
        count(*) filter (where is_win) as wins,
        count(*) filter (where is_win and is_tsumo) as tsumo_wins,
        count(*) filter (where is_win and is_dealer) as dealer_wins,
        count(*) filter (where win_state = 'riichi') as riichi_wins,
        count(*) filter (where win_state = 'open') as open_wins,
        count(*) filter (where win_state = 'dama') as dama_wins,
        count(*) filter (where is_ippatsu) as ippatsu_wins,
        count(win_points) as valued_wins,
        coalesce(sum(win_points), 0)::bigint as win_points,
        count(win_delta) filter (where is_win) as paid_wins,
        coalesce(sum(win_delta + riichi_delta) filter (where is_win), 0)::bigint as win_income,
        coalesce(sum(win_turn), 0)::bigint as win_turns,
        count(*) filter (where is_tsumo_loss) as tsumo_losses,
        count(*) filter (where is_deal_in) as deal_ins,
        coalesce(sum(deal_ins), 0)::bigint as deal_in_events,
        count(*) filter (where is_deal_in_to_riichi) as deal_ins_to_riichi,
        count(*) filter (where is_deal_in_to_open) as deal_ins_to_open,
        count(*) filter (where is_deal_in_to_dama) as deal_ins_to_dama,
        count(*) filter (where deal_in_state = 'riichi') as deal_ins_in_riichi,
        count(*) filter (where deal_in_state = 'open') as deal_ins_when_open,
        count(deal_in_points) as valued_deal_ins,
        coalesce(sum(deal_in_points), 0)::bigint as deal_in_points,
        count(deal_in_delta) filter (where is_deal_in) as paid_deal_ins,
        coalesce(-sum(deal_in_delta) filter (where is_deal_in), 0)::bigint as deal_in_loss,
        coalesce(sum(deal_in_turn), 0)::bigint as deal_in_turns,
        count(*) filter (where is_riichi) as riichi,
        coalesce(sum(riichi_turn), 0)::bigint as riichi_turns,
        count(*) filter (where is_riichi and is_deal_in) as riichi_deal_ins,
        count(*) filter (where open_melds > 0) as called_rounds,
        count(*) filter (where open_melds > 0 and is_deal_in) as called_deal_ins,
        count(*) filter (where outcome = 'exhaustive_draw') as exhaustive_draws,
        count(*) filter (where outcome = 'abortive_draw') as abortive_draws,
        count(is_tenpai_at_draw) as judged_draws,
        count(*) filter (where is_tenpai_at_draw) as tenpai_draws,
        count(dealt_shanten) as dealt_hands,
        coalesce(sum(dealt_shanten), 0)::bigint as dealt_shanten,
        count(score_delta) as settled_rounds,
        coalesce(sum(score_delta), 0)::bigint as score_delta
    from player_rounds
    where outcome is not null
    group by game_id, seat
)

select
    pg.player,
    pg.player_count,
    t.*,
    1 as games,
    (pg.final_rank is not null)::integer as ranked_games,
    coalesce(pg.final_rank, 0) as ranks,
    (coalesce(pg.final_rank, 0) = 1)::integer as firsts,
    (coalesce(pg.final_rank, 0) = 2)::integer as seconds,
    (coalesce(pg.final_rank, 0) = 3)::integer as thirds,
    (coalesce(pg.final_rank, 0) = 4)::integer as fourths,
    (pg.final_score is not null)::integer as scored_games,
    coalesce(pg.final_score, 0) as final_scores,
    (coalesce(pg.final_score, 0) < 0)::integer as busts
from per_game as t
inner join player_games as pg on pg.game_id = t.game_id and pg.seat = t.seat
