-- doc: measure(statistic, per, kind, profile, x, n, effect): one rate or mean as a struct, from sum x and
--   number n of each game of a group.  The interval is Wilson's for a rate, of which so many trials count
--   as one as effect says; for a mean the normal one of a ratio, clustered by game, and null below ten
--   games, of which it would be too narrow.
-- grain: one struct
-- reads: rate, wilson_low, wilson_high
create or replace macro measure(statistic, per, kind, profile, x, n, effect) as {
    'statistic': statistic,
    'per': per,
    'kind': kind,
    'profile': profile,
    'numerator': coalesce(sum(x), 0)::double,
    'denominator': coalesce(sum(n), 0)::double,
    'value': rate(coalesce(sum(x), 0)::double, coalesce(sum(n), 0)::double),
    'low': case
        when kind = 'rate'
            then wilson_low(coalesce(sum(x), 0)::double / effect, coalesce(sum(n), 0)::double / effect)
        else rate(sum(x)::double, sum(n)::double) - clustered_width(x, n)
    end,
    'high': case
        when kind = 'rate'
            then wilson_high(coalesce(sum(x), 0)::double / effect, coalesce(sum(n), 0)::double / effect)
        else rate(sum(x)::double, sum(n)::double) + clustered_width(x, n)
    end
}
