-- doc: design_effect(x, n, xx, xn, nn, seats): how many trials of a rate count as one, where those of
--   several seats are together, from sum x and number n of each game of a group, the sums over its seats of
--   their squares and product, and the number of seats: how much more the sums of games vary than those of
--   seats, from 1 to the most seats of a game; these where it cannot be told, below ten games and where all
--   or none count; null where seats vary and games do not: each game has one first.
-- grain: one number
-- reads: nothing
create or replace macro design_effect(x, n, xx, xn, nn, seats) as
    case
        when sum(xx) - 2 * sum(x) / sum(n) * sum(xn) + power(sum(x) / sum(n), 2) * sum(nn)
            <= 1e-12 * (sum(xx) + power(sum(x) / sum(n), 2) * sum(nn))
            then max(seats)
        when max(seats) > 1 and count(nullif(n, 0)) > 1
            and sum(x::double * x) - 2 * sum(x) / sum(n) * sum(x::double * n)
            + power(sum(x) / sum(n), 2) * sum(n::double * n)
            <= 1e-12 * (sum(x::double * x) + power(sum(x) / sum(n), 2) * sum(n::double * n))
            then null
        when count(nullif(n, 0)) >= 10
            then greatest(1, least(
                (
                    sum(x::double * x) - 2 * sum(x) / sum(n) * sum(x::double * n)
                    + power(sum(x) / sum(n), 2) * sum(n::double * n)
                )
                / (sum(xx) - 2 * sum(x) / sum(n) * sum(xn) + power(sum(x) / sum(n), 2) * sum(nn)),
                max(seats)
            ))
        else max(seats)
    end
