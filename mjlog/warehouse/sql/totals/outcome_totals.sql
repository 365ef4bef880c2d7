-- doc: How each round ended for each player, as counts and sums that add up over any choice of rounds.
--   Rounds are those with a result; each is a win, a deal-in, a loss to another's tsumo, a ron between
--   others (sideways), an exhaustive or abortive draw, or ended by chombo.  Nagashi mangan is an exhaustive
--   draw.  Judged draws are exhaustive ones of which it is known who was tenpai; settled rounds have known
--   score changes; points are lost where negative.  Called rounds have a chi, pon or daiminkan, called_k ones
--   k or more.  A net win is what it brought, honba and all sticks but the own included; wins like a yakuman
--   are of as much as a yakuman by ron.
-- grain: round and seat
-- reads: round_players
with ended as (
    select
        *,
        outcome = 'ron' and not is_win and not is_deal_in as is_sideways,
        outcome = 'exhaustive_draw' as is_exhaustive,
        outcome = 'exhaustive_draw' and draw_type is not distinct from 'nagashi_mangan' as is_nagashi,
        outcome = 'exhaustive_draw' and is_tenpai_at_draw is not null and draw_delta is not null as is_judged
    from round_players
    where outcome is not null
),

multiple_rons as (
    select distinct game_id, round_index
    from round_players
    where deal_ins > 1
)

select
    e.game_id,
    e.round_index,
    e.seat,
    1 as rounds,
    e.is_dealer::integer as dealer_rounds,
    e.is_win::integer as wins,
    e.is_tsumo::integer as tsumo_wins,
    (e.is_win and not e.is_tsumo)::integer as ron_wins,
    (e.is_win and e.is_dealer)::integer as dealer_wins,
    (e.is_win and e.win_state is not distinct from 'riichi')::integer as riichi_wins,
    (e.is_win and e.win_state is not distinct from 'open')::integer as open_wins,
    (e.is_win and e.win_state is not distinct from 'dama')::integer as dama_wins,
    e.is_deal_in::integer as deal_ins,
    e.deal_ins as deal_in_events,
    e.is_deal_in_to_dealer::integer as deal_ins_to_dealer,
    (e.deal_ins > 1)::integer as deal_ins_to_several,
    (m.game_id is not null)::integer as multiple_rons,
    e.is_tsumo_loss::integer as tsumo_losses,
    e.is_sideways::integer as sideways,
    e.is_exhaustive::integer as exhaustive_draws,
    (e.is_exhaustive and not e.is_nagashi)::integer as plain_draws,
    (e.outcome = 'abortive_draw')::integer as abortive_draws,
    (e.draw_type is not distinct from 'kyuushu_kyuuhai')::integer as kyuushu_kyuuhai,
    (e.draw_type is not distinct from 'suufon_renda')::integer as suufon_renda,
    (e.draw_type is not null and e.draw_type in ('suucha_riichi', 'sancha_riichi'))::integer
        as suucha_riichi,
    (e.draw_type is not distinct from 'suukaikan')::integer as suukaikan,
    (e.draw_type is not distinct from 'sanchahou')::integer as sanchahou,
    (e.outcome = 'chombo')::integer as chombo_rounds,
    e.is_chombo::integer as chombos,
    e.is_nagashi_mangan::integer as nagashi_mangan,
    e.is_pao::integer as pao_rounds,
    e.is_judged::integer as judged_draws,
    (e.is_judged and e.is_tenpai_at_draw)::integer as tenpai_draws,
    (e.is_judged and not e.is_tenpai_at_draw)::integer as noten_draws,
    case when e.is_judged then e.draw_delta else 0 end as draw_points,
    case when e.is_judged and e.is_tenpai_at_draw then e.draw_delta else 0 end as tenpai_points,
    case when e.is_judged and not e.is_tenpai_at_draw then e.draw_delta else 0 end as noten_points,
    (e.is_judged and not e.is_nagashi)::integer as judged_plain_draws,
    (e.is_judged and e.is_tenpai_at_draw and not e.is_nagashi)::integer as tenpai_plain_draws,
    (e.is_judged and not e.is_tenpai_at_draw and not e.is_nagashi)::integer as noten_plain_draws,
    case when e.is_judged and not e.is_nagashi then e.draw_delta else 0 end as plain_draw_points,
    case when e.is_judged and not e.is_nagashi and e.is_tenpai_at_draw then e.draw_delta else 0 end
        as tenpai_plain_points,
    case when e.is_judged and not e.is_nagashi and not e.is_tenpai_at_draw then e.draw_delta else 0 end
        as noten_plain_points,
    (e.has_yaku_at_draw is not null)::integer as judged_tenpai,
    (e.has_yaku_at_draw is not distinct from false)::integer as keishiki_tenpai,
    (e.score_delta is not null)::integer as settled_rounds,
    coalesce(e.score_delta, 0) as score_points,
    case when e.score_delta is not null and e.is_win then coalesce(e.win_delta + e.riichi_delta, 0) else 0 end
        as settled_win_net,
    case when e.score_delta is not null then coalesce(-e.deal_in_delta, 0) else 0 end as settled_deal_in_paid,
    coalesce(
        e.is_win and e.win_delta + e.riichi_delta >= case when e.is_dealer then 48000 else 32000 end, false
    )::integer as wins_like_yakuman,
    e.is_riichi::integer as riichi,
    (e.open_melds >= 1)::integer as called,
    (e.open_melds >= 2)::integer as called_2,
    (e.open_melds >= 3)::integer as called_3,
    (e.open_melds >= 4)::integer as called_4,
    e.daiminkans + e.kakans + e.ankans as kans,
    e.daiminkans,
    e.kakans,
    e.ankans,
    e.kitas
from ended as e
left join multiple_rons as m on m.game_id = e.game_id and m.round_index = e.round_index
