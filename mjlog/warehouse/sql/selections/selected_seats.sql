-- doc: selected_seats(...): who is counted in which games; a choice that is null chooses everything.
--   of_people are players, of_opponents players one of whom sits at the same table; of_ruleset is an id or
--   the name that it begins with; since is inclusive, until is not, both in UTC; last_games takes each
--   player's latest games among those that the rest chooses, with all of the player's seats in them, and no
--   seat without a player; excluding are not counted.  Months begin as in_zone, a name of the IANA database,
--   has them.
-- grain: game and seat
-- reads: player_games
create or replace macro selected_seats(
    of_people := null, of_opponents := null, of_players := null, of_platform := null, of_room := null,
    of_level := null, of_length := null, of_ruleset := null, since := null, until := null, of_seats := null,
    last_games := null, excluding := null, in_zone := 'Asia/Tokyo'
) as table
    select
        pg.game_id,
        pg.seat,
        pg.player,
        pg.player_count,
        pg.platform,
        pg.room,
        pg.level,
        pg.length,
        pg.ruleset_id,
        pg.started_at,
        date_trunc('month', timezone(in_zone, timezone('UTC', pg.started_at)))::date as month
    from player_games as pg
    where (of_people is null or list_contains(of_people, pg.player))
        and (excluding is null or not coalesce(list_contains(excluding, pg.player), false))
        and (of_players is null or pg.player_count = of_players)
        and (of_platform is null or pg.platform = of_platform)
        and (of_room is null or pg.room = of_room)
        and (of_level is null or pg.level = of_level)
        and (of_length is null or pg.length = of_length)
        and (
            of_ruleset is null or pg.ruleset_id = of_ruleset or starts_with(pg.ruleset_id, of_ruleset || '-')
        )
        and (since is null or pg.started_at >= since)
        and (until is null or pg.started_at < until)
        and (of_seats is null or list_contains(of_seats, pg.seat))
        and (of_opponents is null or exists (
            select 1 from player_games as o
            where o.game_id = pg.game_id and o.seat <> pg.seat and list_contains(of_opponents, o.player)
        ))
    qualify last_games is null or (pg.player is not null and dense_rank() over (
        partition by pg.player_count, pg.player order by pg.started_at desc nulls last, pg.game_id desc
    ) <= last_games)
