-- Times stand in sub-selects, because PostgreSQL works out an expression anew for each row that it compares.
-- Made by summarySections in src/summary-sections.ts.

with open as materialized (
  select currency, count(*) as total, sum(amount) as amount
  from tenant.opportunity
  where owner_user_id = :viewer::uuid
    and stage in ('prospecting', 'qualification', 'proposal', 'negotiation') group by currency
),
won as materialized (
  select currency, sum(amount) as amount
  from tenant.opportunity
  where owner_user_id = :viewer::uuid
    and stage = 'closedWon'
    and closed_on >= (select date_trunc('month', now(), 'UTC'))
    and closed_on < (select date_trunc('month', now(), 'UTC') + interval '1 month') group by currency
)
select (select coalesce(sum(total), 0) from open),
  (
    select coalesce(
      json_agg(
        json_build_object('currency', currency, 'amount', trim_scale(amount)) order by currency nulls last
      ),
      '[]'
    )
    from (select * from open) summed
    where amount is not null
  ),
  (
    select coalesce(
      json_agg(
        json_build_object('currency', currency, 'amount', trim_scale(amount)) order by currency nulls last
      ),
      '[]'
    )
    from (select * from won) summed
    where amount is not null
  );
