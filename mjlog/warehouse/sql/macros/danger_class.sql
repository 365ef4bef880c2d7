-- doc: danger_class(tile_class, unseen): the class of a tile as tables of deal-in rates by turn have it:
--   honours with the copies that the discarder sees nowhere, as yakuhai_2; everything else as it is.
-- grain: one word
-- reads: nothing
create or replace macro danger_class(tile_class, unseen) as
    case
        when tile_class in ('yakuhai', 'guest_wind') and unseen is not null then tile_class || '_' || unseen
        else tile_class
    end
