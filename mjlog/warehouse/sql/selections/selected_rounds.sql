-- doc: selected_rounds(...): which rounds are counted of the seats of selected_seats; a choice that is
--   null chooses everything.  Seat winds are 0 East to 3 North; of_rounds are winds (S) or rounds (S4);
--   of_ranks are ranks at the deal; a lead is the own score at the deal less the best of the others.
-- grain: round and seat
-- reads: selected_seats, player_rounds
create or replace macro selected_rounds(
    of_people := null, of_opponents := null, of_players := null, of_platform := null, of_room := null,
    of_level := null, of_length := null, of_ruleset := null, since := null, until := null, of_seats := null,
    last_games := null, excluding := null, in_zone := 'Asia/Tokyo', of_seat_winds := null,
    of_rounds := null, of_all_last := null, of_ranks := null, lead_from := null, lead_to := null
) as table
    select
        s.*,
        pr.round_index,
        pr.seat_wind,
        pr.round_wind,
        pr.round_number,
        substr('ESWN', pr.round_wind + 1, 1) || pr.round_number as round,
        pr.is_all_last,
        pr.start_rank
    from selected_seats(
        of_people := of_people, of_opponents := of_opponents, of_players := of_players,
        of_platform := of_platform, of_room := of_room, of_level := of_level, of_length := of_length,
        of_ruleset := of_ruleset, since := since, until := until, of_seats := of_seats,
        last_games := last_games, excluding := excluding, in_zone := in_zone
    ) as s
    inner join player_rounds as pr on pr.game_id = s.game_id and pr.seat = s.seat
    where (of_seat_winds is null or list_contains(of_seat_winds, pr.seat_wind))
        and (
            of_rounds is null
            or list_contains(of_rounds, substr('ESWN', pr.round_wind + 1, 1))
            or list_contains(of_rounds, substr('ESWN', pr.round_wind + 1, 1) || pr.round_number)
        )
        and (of_all_last is null or coalesce(pr.is_all_last, false) = of_all_last)
        and (of_ranks is null or list_contains(of_ranks, pr.start_rank))
        and (lead_from is null or pr.lead >= lead_from)
        and (lead_to is null or pr.lead <= lead_to)
