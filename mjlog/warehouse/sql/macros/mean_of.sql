-- doc: mean_of(statistic, per, x, n): one mean as a struct, from sum x and number n of each game of a
--   group.  squares is the sum over games of (x - mean * n) squared, for an interval clustered by game;
--   null below ten games, of which such an interval would be too narrow.
-- grain: one struct, of the same type as that of rate_of
-- reads: nothing
create or replace macro mean_of(statistic, per, x, n) as {
    'statistic': statistic,
    'per': per,
    'numerator': coalesce(sum(x), 0)::bigint,
    'denominator': coalesce(sum(n), 0)::bigint,
    'is_rate': false,
    'squares': case when sum(n) > 0 and count(nullif(n, 0)) >= 10 then
        (
            sum(x::double * x) - 2 * sum(x) / sum(n) * sum(x::double * n)
            + power(sum(x) / sum(n), 2) * sum(n::double * n)
        ) * count(nullif(n, 0)) / (count(nullif(n, 0)) - 1)
    end
}
