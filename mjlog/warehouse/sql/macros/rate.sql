-- doc: rate(k, n): share of k in n; null when n is 0.
-- grain: one number
-- reads: nothing
create or replace macro rate(k, n) as case when n > 0 then k / n end
