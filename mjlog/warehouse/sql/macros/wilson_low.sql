-- doc: wilson_low(k, n): lower end of the 95 % interval of k successes in n trials
--   (Wilson 1927, without continuity correction); null when n is 0.
-- grain: one number
-- reads: nothing
create or replace macro wilson_low(k, n) as
    case when n > 0 then greatest(
        0.0,
        (k + 1.920729410347062 - 1.959963984540054 * sqrt(k * (n - k) / n + 0.960364705173531))
        / (n + 3.841458820694124)
    ) end
