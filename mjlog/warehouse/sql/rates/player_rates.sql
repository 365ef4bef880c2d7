-- doc: The statistics of each player, with numerator, denominator and 95 % interval: Wilson's for rates;
--   for means of ten games or more the normal one of a ratio, clustered by game: what a bootstrap over
--   games comes to, but of sums that can be added up, and the same each time it is asked.  Games of three
--   and of four players are never mixed.  Ranks need complete games; rounds are those with a result.
--   Players without a name or account are left out, since nobody knows who is who (nameless_seats).
-- grain: number of players, player and statistic
-- reads: player_game_totals, selected_seats
with totals as (
    select t.*
    from player_game_totals as t
    semi join selected_seats(
        of_players := $player_count::tinyint, of_platform := $platform::varchar, of_room := $room::varchar,
        of_length := $length::varchar, since := $since::timestamp, until := $until::timestamp
    ) as chosen on chosen.game_id = t.game_id and chosen.seat = t.seat
    where t.player is not null and ($player::varchar is null or t.player = $player::varchar)
),

listed as (
    select
        player_count,
        player,
        [
            rate_of('rank_1_rate', 'games', sum(firsts), sum(ranked_games)),
            rate_of('rank_2_rate', 'games', sum(seconds), sum(ranked_games)),
            rate_of('rank_3_rate', 'games', sum(thirds), sum(ranked_games)),
            rate_of('rank_4_rate', 'games', sum(fourths), sum(ranked_games)),
            mean_of('avg_rank', 'games', ranks, ranked_games),
            rate_of('bust_rate', 'games', sum(busts), sum(scored_games)),
            mean_of('avg_final_score', 'games', final_scores, scored_games),
            mean_of('avg_score_delta', 'rounds', score_delta, settled_rounds),
            rate_of('win_rate', 'rounds', sum(wins), sum(rounds)),
            rate_of('tsumo_share', 'wins', sum(tsumo_wins), sum(wins)),
            rate_of('riichi_win_share', 'wins', sum(riichi_wins), sum(wins)),
            rate_of('open_win_share', 'wins', sum(open_wins), sum(wins)),
            rate_of('dama_win_share', 'wins', sum(dama_wins), sum(wins)),
            mean_of('avg_win_value', 'wins', win_points, valued_wins),
            mean_of('avg_win_income', 'wins', win_income, paid_wins),
            mean_of('avg_win_turn', 'wins', win_turns, wins),
            rate_of('deal_in_rate', 'rounds', sum(deal_ins), sum(rounds)),
            rate_of('deal_in_to_riichi_share', 'deal-ins', sum(deal_ins_to_riichi), sum(deal_ins)),
            rate_of('deal_in_to_open_share', 'deal-ins', sum(deal_ins_to_open), sum(deal_ins)),
            rate_of('deal_in_to_dama_share', 'deal-ins', sum(deal_ins_to_dama), sum(deal_ins)),
            mean_of('avg_deal_in_value', 'deal-ins', deal_in_points, valued_deal_ins),
            mean_of('avg_deal_in_loss', 'deal-ins', deal_in_loss, paid_deal_ins),
            mean_of('avg_deal_in_turn', 'deal-ins', deal_in_turns, deal_ins),
            rate_of('riichi_rate', 'rounds', sum(riichi), sum(rounds)),
            rate_of('riichi_win_rate', 'riichi', sum(riichi_wins), sum(riichi)),
            rate_of('riichi_deal_in_rate', 'riichi', sum(riichi_deal_ins), sum(riichi)),
            rate_of('ippatsu_rate', 'riichi wins', sum(ippatsu_wins), sum(riichi_wins)),
            mean_of('avg_riichi_turn', 'riichi', riichi_turns, riichi),
            rate_of('call_rate', 'rounds', sum(called_rounds), sum(rounds)),
            rate_of('call_win_rate', 'called rounds', sum(open_wins), sum(called_rounds)),
            rate_of('call_deal_in_rate', 'called rounds', sum(called_deal_ins), sum(called_rounds)),
            rate_of('draw_rate', 'rounds', sum(exhaustive_draws), sum(rounds)),
            rate_of('draw_tenpai_rate', 'exhaustive draws', sum(tenpai_draws), sum(judged_draws)),
            rate_of('tsumo_loss_rate', 'rounds', sum(tsumo_losses), sum(rounds)),
            mean_of('avg_dealt_shanten', 'dealt hands', dealt_shanten, dealt_hands)
        ] as measures
    from totals
    group by player_count, player
),

measured as (
    select
        player_count,
        player,
        generate_subscripts(measures, 1) as place,
        unnest(measures, recursive := true)
    from listed
),

valued as (
    select
        *,
        case when squares is not null then 1.959963984540054 * sqrt(greatest(squares, 0.0)) / denominator end
            as half_width
    from measured
    where not (player_count < 4 and statistic = 'rank_4_rate')
)

select
    player_count,
    player,
    statistic,
    rate(numerator, denominator) as value,
    case
        when is_rate then wilson_low(numerator, denominator)
        else rate(numerator, denominator) - half_width
    end as low,
    case
        when is_rate then wilson_high(numerator, denominator)
        else rate(numerator, denominator) + half_width
    end as high,
    numerator,
    denominator,
    per
from valued
order by player_count desc, player, place
