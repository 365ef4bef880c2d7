-- doc: The own hand of each player when dealing in, and the hands that win on it, as counts and sums that
--   add up over any choice of rounds.  A deal-in counts once per round however many win on the tile; events
--   are the wins on it.  Rounds are those with a result.
-- grain: round and seat
-- reads: round_players, won_hands
with paid as (
    select
        w.game_id,
        w.round_index,
        w.from_seat as seat,
        count(*) filter (where rp.win_state = 'riichi') as to_riichi,
        count(*) filter (where rp.win_state = 'open') as to_open,
        count(*) filter (where rp.win_state = 'dama') as to_dama,
        count(coalesce(w.log_yaku, w.calc_yaku)) as known,
        count(*) filter (where list_contains(coalesce(w.log_yaku, w.calc_yaku), 'ippatsu')) as to_ippatsu
    from won_hands as w
    inner join round_players as rp
        on rp.game_id = w.game_id and rp.round_index = w.round_index and rp.seat = w.seat
    where w.seat <> w.from_seat
    group by w.game_id, w.round_index, w.from_seat
)

select
    rp.game_id,
    rp.round_index,
    rp.seat,
    1 as rounds,
    rp.is_deal_in::integer as deal_ins,
    rp.deal_ins as events,
    (rp.is_deal_in and rp.deal_in_state = 'riichi')::integer as in_riichi,
    (rp.is_deal_in and rp.deal_in_state = 'open')::integer as when_open,
    (rp.is_deal_in and rp.deal_in_state = 'closed')::integer as when_closed,
    case when rp.deal_in_state = 'riichi' then rp.deal_ins else 0 end as events_in_riichi,
    case when rp.deal_in_state = 'open' then rp.deal_ins else 0 end as events_when_open,
    case when rp.deal_in_state = 'closed' then rp.deal_ins else 0 end as events_when_closed,
    rp.is_deal_in_to_riichi::integer as to_riichi,
    rp.is_deal_in_to_open::integer as to_open,
    rp.is_deal_in_to_dama::integer as to_dama,
    coalesce(p.to_riichi, 0)::integer as events_to_riichi,
    coalesce(p.to_open, 0)::integer as events_to_open,
    coalesce(p.to_dama, 0)::integer as events_to_dama,
    coalesce(p.known, 0)::integer as judged_events,
    coalesce(p.to_ippatsu, 0)::integer as events_to_ippatsu,
    (rp.deal_in_shanten is not null)::integer as judged_deal_ins,
    coalesce(rp.deal_in_shanten, 0) as shanten,
    coalesce(rp.deal_in_shanten <= 0, false)::integer as in_tenpai,
    case when rp.deal_in_shanten is not null then rp.deal_ins else 0 end as events_with_shanten,
    coalesce(rp.deal_in_shanten * rp.deal_ins, 0) as shanten_by_event
from round_players as rp
left join paid as p on p.game_id = rp.game_id and p.round_index = rp.round_index and p.seat = rp.seat
where rp.outcome is not null
