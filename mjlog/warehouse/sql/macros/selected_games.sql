-- doc: selected_games(players, platform, room, length, since, until): ids of the games to count; null
--   chooses everything, since is inclusive, until is not.
-- grain: game
-- reads: games
create or replace macro selected_games(
    of_players := null, of_platform := null, of_room := null, of_length := null, since := null, until := null
) as table
    select game_id
    from games
    where (of_players is null or player_count = of_players)
        and (of_platform is null or platform = of_platform)
        and (of_room is null or room = of_room)
        and (of_length is null or length = of_length)
        and (since is null or started_at >= since)
        and (until is null or started_at < until)
