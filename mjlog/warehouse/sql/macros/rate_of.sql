-- doc: rate_of(statistic, per, k, n): one rate as a struct, k and n being sums over games; per says
--   what n counts.
-- grain: one struct, of the same type as that of mean_of
-- reads: nothing
create or replace macro rate_of(statistic, per, k, n) as {
    'statistic': statistic,
    'per': per,
    'numerator': coalesce(k, 0)::bigint,
    'denominator': coalesce(n, 0)::bigint,
    'is_rate': true,
    'squares': null::double
}
