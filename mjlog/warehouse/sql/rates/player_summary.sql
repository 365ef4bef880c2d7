-- doc: One line per player with the main statistics, the most active first.  Ranks count in
--   ranked_games, the other rates in rounds; avg_win_value is without honba and sticks.  Players
--   without a name or account are left out, since nobody knows who is who (nameless_seats).
-- grain: number of players and player
-- reads: player_game_totals, selected_seats
select
    t.player_count,
    t.player,
    sum(t.games)::bigint as games,
    sum(t.ranked_games)::bigint as ranked_games,
    rate(sum(t.ranks), sum(t.ranked_games)) as avg_rank,
    rate(sum(t.firsts), sum(t.ranked_games)) as rank_1_rate,
    sum(t.rounds)::bigint as rounds,
    rate(sum(t.wins), sum(t.rounds)) as win_rate,
    rate(sum(t.deal_ins), sum(t.rounds)) as deal_in_rate,
    rate(sum(t.riichi), sum(t.rounds)) as riichi_rate,
    rate(sum(t.called_rounds), sum(t.rounds)) as call_rate,
    sum(t.wins)::bigint as wins,
    rate(sum(t.win_points), sum(t.valued_wins)) as avg_win_value
from player_game_totals as t
semi join selected_seats(
        of_players := $player_count::tinyint, of_platform := $platform::varchar, of_room := $room::varchar,
        of_length := $length::varchar, since := $since::timestamp, until := $until::timestamp
    ) as chosen on chosen.game_id = t.game_id and chosen.seat = t.seat
where t.player is not null and ($player::varchar is null or t.player = $player::varchar)
group by t.player_count, t.player
order by t.player_count desc, games desc, rounds desc, t.player
