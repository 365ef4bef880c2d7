-- doc: Discards against opponents who are a threat, as counts that add up over any choice of rounds.  A
--   discard that meets two threats counts against each.  Discards of a player in riichi are left out, for
--   they are no choice; the declaration tile is in.  deal_ins are wins of that very opponent;
--   would_deal_ins are tiles that it waits for without furiten, with a yaku or not, and judged_discards
--   those where its hand is known.  riichi_... and open_... count those against such a threat.
-- grain: round, seat, discard and opponent
-- reads: discard_threats
select
    game_id,
    round_index,
    seat,
    seq,
    opponent,
    threat,
    tile_class,
    danger_class(tile_class, unseen) as danger_class,
    turn,
    visible,
    chance,
    suji_source,
    held_suji,
    outside,
    ura_suji,
    matagi_suji,
    is_aida_yonken,
    is_suit_cut,
    is_dora,
    is_beside_dora,
    live_suji,
    river_points,
    is_declaration_tsumogiri,
    is_opponent_dealer,
    1 as discards,
    did_deal_in::integer as deal_ins,
    (would_deal_in is not null)::integer as judged_discards,
    coalesce(would_deal_in, false)::integer as would_deal_ins,
    (threat = 'riichi')::integer as riichi_discards,
    (threat = 'riichi' and did_deal_in)::integer as riichi_deal_ins,
    (threat = 'riichi' and tile_class = 'genbutsu')::integer as riichi_genbutsu,
    (threat = 'riichi' and tile_class like 'no_suji%')::integer as riichi_no_suji,
    (threat = 'open')::integer as open_discards,
    (threat = 'open' and did_deal_in)::integer as open_deal_ins,
    (threat = 'open' and tile_class = 'genbutsu')::integer as open_genbutsu
from discard_threats
where not is_in_riichi
