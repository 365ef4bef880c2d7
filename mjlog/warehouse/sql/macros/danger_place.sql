-- doc: danger_place(danger_class): where a class stands in tables: number tiles without suji, with half
--   of it, with suji, honours, what is left; null for a word that is none.
-- grain: one number
-- reads: nothing
create or replace macro danger_place(danger_class) as list_position([
    'no_suji_5', 'no_suji_46', 'no_suji_37', 'no_suji_28', 'no_suji_19',
    'half_suji_5', 'half_suji_46a', 'half_suji_46b',
    'suji_37', 'suji_28', 'suji_19', 'double_suji_5', 'double_suji_46',
    'yakuhai_3', 'yakuhai_2', 'yakuhai_1', 'yakuhai_0', 'yakuhai',
    'guest_wind_3', 'guest_wind_2', 'guest_wind_1', 'guest_wind_0', 'guest_wind',
    'lone_terminal', 'genbutsu'
], danger_class)
