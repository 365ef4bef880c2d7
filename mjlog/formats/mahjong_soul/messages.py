"""The messages of Mahjong Soul records: names, numbers and types of their fields.

They are those of the platform's protobuf package ``lq``, checked against a record that comes as
protobuf and as JSON.
"""

from __future__ import annotations

from typing import Final

_HULE = (
    "hand=1:string* ming=2:string* hu_tile=3:string seat=4 zimo=5:bool qinjia=6:bool liqi=7:bool "
    "doras=8:string* li_doras=9:string* yiman=10:bool count=11 fans=12:FanInfo* fu=13 title=14:string "
    "point_rong=15 point_zimo_qin=16 point_zimo_xian=17 title_id=18 point_sum=19 dadian=20 baopai=21 "
    "baopai_seats=22* lines=23:string* tianming_bonus=24 baida_changed=25:string* "
    "hu_tile_bai_da_changed=26:string xia_ke_shang_coefficient=27"
)
_DETAIL_RULE = (
    "time_fixed=1 time_add=2 dora_count=3 shiduan=4 init_point=5 fandian=6 can_jifei=7:bool "
    "tianbian_value=8 liqibang_value=9 changbang_value=10 noting_fafu_1=11 noting_fafu_2=12 "
    "noting_fafu_3=13 have_liujumanguan=14:bool have_qieshangmanguan=15:bool have_biao_dora=16:bool "
    "have_gang_biao_dora=17:bool ming_dora_immediately_open=18:bool have_li_dora=19:bool "
    "have_gang_li_dora=20:bool have_sifenglianda=21:bool have_sigangsanle=22:bool "
    "have_sijializhi=23:bool have_jiuzhongjiupai=24:bool have_sanjiahele=25:bool have_toutiao=26:bool "
    "have_helelianzhuang=27:bool have_helezhongju=28:bool have_tingpailianzhuang=29:bool "
    "have_tingpaizhongju=30:bool have_yifa=31:bool have_nanruxiru=32:bool jingsuanyuandian=33 "
    "shunweima_2=34:int32 shunweima_3=35:int32 shunweima_4=36:int32 bianjietishi=37:bool ai_level=38 "
    "have_zimosun=39:bool disable_multi_yukaman=40:bool fanfu=41 guyi_mode=42 dora3_mode=43 "
    "begin_open_mode=44 jiuchao_mode=45 muyu_mode=46 open_hand=47 xuezhandaodi=48 huansanzhang=49 "
    "chuanma=50 reveal_discard=51 field_spell_mode=52 zhanxing=53 tianming_mode=54 "
    "disable_leijiyiman=60:bool disable_double_yakuman=62 disable_composite_yakuman=63 enable_shiti=64 "
    "enable_nontsumo_liqi=65 disable_double_wind_four_fu=66 disable_angang_guoshi=67 enable_renhe=68 "
    "enable_baopai_extend_settings=69 yongchang_mode=70 hunzhiyiji_mode=71 wanxiangxiuluo_mode=72 "
    "beishuizhizhan_mode=73 amusement_switches=74*"
)

MESSAGES: Final = {
    # --- the game -----------------------------------------------------------------------------
    "RecordGame": "uuid=1:string start_time=2 end_time=3 config=5:GameConfig accounts=11:AccountInfo* "
    "result=12:GameEndResult robots=13:AccountInfo* standard_rule=14",
    "AccountInfo": "account_id=1 seat=2 nickname=3:string avatar_id=4 character=5:Character title=6 "
    "level=7:AccountLevel level3=8:AccountLevel avatar_frame=9 verified=10 views=11:ViewSlot*",
    "AccountLevel": "id=1 score=2",
    "Character": "charid=1 level=2 exp=3 views=4:ViewSlot* skin=5 is_upgraded=6:bool extra_emoji=7* "
    "rewarded_level=8*",
    "ViewSlot": "slot=1 item_id=2 type=3 item_id_list=4*",
    "GameConfig": "category=1 mode=2:GameMode meta=3:GameMetaData",
    "GameMode": "mode=1 ai=4:bool extendinfo=5:string detail_rule=6:GameDetailRule "
    "testing_environment=7:GameTestingEnvironmentSet game_setting=8:GameSetting",
    "GameMetaData": "room_id=1 mode_id=2 contest_uid=3 contest_info=4:ContestGameMetaData",
    "ContestGameMetaData": "type_list=1:ContestTypeZoneData* rank_type=2",
    "ContestTypeZoneData": "zone=1 contest_type=2",
    "GameDetailRule": _DETAIL_RULE,
    "GameTestingEnvironmentSet": "paixing=1 left_count=2 field_spell_var=3",
    "GameSetting": "emoji_switch=1",
    "GameEndResult": "players=1:PlayerItem*",
    "PlayerItem": "seat=1 total_point=2:int32 part_point_1=3:int32 part_point_2=4:int32 "
    "grading_score=5:int32 gold=6:int32",
    # --- what happens at the table ------------------------------------------------------------
    "RecordNewRound": "chang=1 ju=2 ben=3 dora=4:string scores=5:int32* liqibang=6 tiles0=7:string* "
    "tiles1=8:string* tiles2=9:string* tiles3=10:string* tingpai=11:TingPai* "
    "operation=12:OptionalOperationList md5=13:string paishan=14:string left_tile_count=15 "
    "doras=16:string* opens=17:NewRoundOpenedTiles* muyu=18:MuyuInfo "
    "operations=19:OptionalOperationList* ju_count=20 field_spell=21 sha256=22:string "
    "yongchang=23:YongchangInfo salt_sha256=24:string salt=25:string xia_ke_shang=26:XiaKeShangInfo",
    "RecordDealTile": "seat=1 tile=2:string left_tile_count=3 liqi=5:LiQiSuccess doras=6:string* "
    "zhenting=7:bool* operation=8:OptionalOperationList tile_state=9 muyu=11:MuyuInfo tile_index=12 "
    "hun_zhi_yi_ji_info=13:HunZhiYiJiBuffInfo",
    "RecordDiscardTile": "seat=1 tile=2:string is_liqi=3:bool moqie=5:bool zhenting=6:bool* "
    "tingpais=7:TingPaiInfo* doras=8:string* is_wliqi=9:bool operations=10:OptionalOperationList* "
    "tile_state=11 muyu=12:MuyuInfo yongchang=13:YongchangInfo "
    "hun_zhi_yi_ji_info=14:HunZhiYiJiBuffInfo liqi_type_beishuizhizhan=27",
    "RecordChiPengGang": "seat=1 type=2 tiles=3:string* froms=4* liqi=5:LiQiSuccess zhenting=7:bool* "
    "operation=8:OptionalOperationList tile_states=9* muyu=10:MuyuInfo scores=11:int32* liqibang=12 "
    "yongchang=13:YongchangInfo hun_zhi_yi_ji_info=14:HunZhiYiJiBuffInfo",
    "RecordAnGangAddGang": "seat=1 type=2 tiles=3:string doras=6:string* "
    "operations=7:OptionalOperationList* muyu=8:MuyuInfo",
    "RecordBaBei": "seat=1 doras=6:string* operations=7:OptionalOperationList* moqie=8:bool "
    "tile_state=10 muyu=11:MuyuInfo",
    "RecordHule": "hules=1:HuleInfo* old_scores=2:int32* delta_scores=3:int32* wait_timeout=4 "
    "scores=5:int32* gameend=6:GameEnd doras=7:string* muyu=8:MuyuInfo baopai=9:int32 "
    "hun_zhi_yi_ji_info=10:HunZhiYiJiBuffInfo",
    "RecordNoTile": "liujumanguan=1:bool players=2:NoTilePlayerInfo* scores=3:NoTileScoreInfo* "
    "gameend=4:bool muyu=5:MuyuInfo hules_history=9:HuleInfo*",
    "RecordLiuJu": "type=1 gameend=2:GameEnd seat=3 tiles=4:string* liqi=5:LiQiSuccess "
    "allplayertiles=6:string* muyu=7:MuyuInfo hules_history=9:HuleInfo*",
    # --- ... in the platform's other games ----------------------------------------------------
    "RecordNewCard": "field_spell=1",
    "RecordSelectGap": "gap_types=1* tingpai=2:TingPai* operation=3:OptionalOperationList",
    "RecordChangeTile": "doras=1:string* tingpai=2:TingPai* change_tile_infos=3:ChangeTile* "
    "operation=4:OptionalOperationList change_type=5 operations=6:OptionalOperationList*",
    "RecordRevealTile": "seat=1 is_liqi=2:bool is_wliqi=3:bool moqie=4:bool scores=5:int32* liqibang=6 "
    "operations=7:OptionalOperationList* tingpais=8:TingPaiInfo* tile=9:string zhenting=10:bool*",
    "RecordUnveilTile": "seat=1:int32 scores=2:int32* liqibang=3 operation=4:OptionalOperationList",
    "RecordLockTile": "seat=1 scores=2:int32* liqibang=3 tile=4:string "
    "operation=5:OptionalOperationList* zhentings=6:bool* tingpais=7:TingPaiInfo* doras=8:string* "
    "lock_state=9:int32",
    "RecordFillAwaitingTiles": "awaiting_tiles=1:string* left_tile_count=2 "
    "operation=3:OptionalOperationList liqi=4:LiQiSuccess",
    "RecordTake": "takes=1:TakeInfo* tingpais0=2:TingPaiDiscardInfo* tingpai=3:TingPai* "
    "operation=4:OptionalOperationList",
    "RecordSubmit": "submits=1:SubmitInfo*",
    "RecordGangResult": "gang_infos=1:ChuanmaGang",
    "RecordGangResultEnd": "gang_infos=1:ChuanmaGang",
    "RecordHuleXueZhanMid": "hules=1:HuInfoXueZhanMid* old_scores=2:int32* delta_scores=3:int32* "
    "scores=5:int32* doras=7:string* muyu=8:MuyuInfo liqi=9:LiQiSuccess zhenting=10:bool*",
    "RecordHuleXueZhanEnd": "hules=1:HuInfoXueZhanMid* old_scores=2:int32* delta_scores=3:int32* "
    "scores=4:int32* wait_timeout=5 gameend=6:GameEnd doras=7:string* muyu=8:MuyuInfo "
    "hules_history=9:HuleInfo*",
    # --- what the players and the table do besides --------------------------------------------
    "GameUserInput": "seat=1 type=2 emo=3 operation=10:GameSelfOperation cpg=11:GameChiPengGang "
    "vote=12:GameVoteGameEnd",
    "GameUserEvent": "seat=1 type=2",
    "GameSelfOperation": "type=1 index=2 tile=3:string cancel_operation=4:bool moqie=5:bool timeuse=6 "
    "tile_state=7:int32 change_tiles=8:string* tile_states=9:int32* gap_type=10 auto_operation=11:bool",
    "GameChiPengGang": "type=1 index=2 cancel_operation=3:bool timeuse=6",
    "GameVoteGameEnd": "yes=1:bool",
    # --- parts --------------------------------------------------------------------------------
    "ChangeTile": "in_tiles=1:string* in_tile_states=2:int32* out_tiles=3:string* out_tile_states=4:int32*",
    "ChuanmaGang": "old_scores=1:int32* delta_scores=2:int32* scores=3:int32* gameend=4:GameEnd "
    "hules_history=5:HuleInfo*",
    "FanInfo": "name=1:string val=2 id=3",
    "GameEnd": "scores=1:int32*",
    "HuInfoXueZhanMid": "seat=1 hand_count=2 hand=3:string* ming=4:string* hu_tile=5:string zimo=6:bool "
    "yiman=7:bool count=8 fans=9:FanInfo* fu=10 title_id=11",
    "HuleInfo": _HULE,
    "HunZhiYiJiBuffInfo": "seat=1 continue_deal_count=2 overload=3:bool",
    "LiQiSuccess": "seat=1 score=2:int32 liqibang=3 failed=4:bool liqi_type_beishuizhizhan=5 "
    "xia_ke_shang=6:XiaKeShangInfo",
    "MuyuInfo": "seat=1 count=2 count_max=3 id=4",
    "NewRoundOpenedTiles": "seat=1 tiles=2:string* count=3*",
    "NoTilePlayerInfo": "tingpai=3:bool hand=4:string* tings=5:TingPaiInfo* already_hule=6:bool",
    "NoTileScoreInfo": "seat=1 old_scores=2:int32* delta_scores=3:int32* hand=4:string* ming=5:string* "
    "doras=6:string* score=7 taxes=8:int32* lines=9:string*",
    "OptionalOperation": "type=1 combination=2:string* change_tiles=3:string* "
    "change_tile_states=4:int32* gap_type=5",
    "OptionalOperationList": "seat=1 operation_list=2:OptionalOperation* time_add=4 time_fixed=5",
    "SubmitGroup": "count=1 tiles=2:string*",
    "SubmitInfo": "submit_seat=1 groups=2:SubmitGroup*",
    "TakeInfo": "take_seat=1 from_seat=2 count=3 tiles=4:string*",
    "TingPai": "seat=1 tingpais1=2:TingPaiInfo*",
    "TingPaiDiscardInfo": "tile=1:string zhenting=2:bool infos=3:TingPaiInfo*",
    "TingPaiInfo": "tile=1:string haveyi=2:bool yiman=3:bool count=4 fu=5 biao_dora_count=6 "
    "yiman_zimo=7:bool count_zimo=8 fu_zimo=9",
    "XiaKeShangInfo": "score_coefficients=1*",
    "YongchangInfo": "seat=1 moqie_count=2 moqie_bonus=3 shouqie_count=4 shouqie_bonus=5",
}
"""Fields of each message as ``name=number:type``, an asterisk for repeated ones; the type is uint32
unless said."""
