-- doc: clustered_width(x, n): half of the width of the 95 % interval of sum(x) / sum(n), from sum x and
--   number n of each game of a group: what a bootstrap over games comes to, but of sums that can be added
--   up, and the same each time it is asked; null below ten games, and where all games have the same, of
--   which it cannot be told how much it varies.
-- grain: one number
-- reads: nothing
create or replace macro clustered_width(x, n) as
    case
        when count(nullif(n, 0)) >= 10
            and sum(x::double * x) - 2 * sum(x) / sum(n) * sum(x::double * n)
            + power(sum(x) / sum(n), 2) * sum(n::double * n)
            > 1e-12 * (sum(x::double * x) + power(sum(x) / sum(n), 2) * sum(n::double * n))
            then 1.959963984540054 / sum(n) * sqrt(
                (
                    sum(x::double * x) - 2 * sum(x) / sum(n) * sum(x::double * n)
                    + power(sum(x) / sum(n), 2) * sum(n::double * n)
                ) * count(nullif(n, 0)) / (count(nullif(n, 0)) - 1)
            )
    end
