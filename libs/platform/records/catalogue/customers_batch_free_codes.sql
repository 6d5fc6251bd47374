-- The next codes that are counted up and free, at most so many, and no more are counted than it takes: with a bound, as
-- an import may have taken very many. Each is looked up by itself, because a plan that joins them would read all codes
-- of the tenant.
-- Made by freeStatement in src/writing/body/codes.ts.

with counted as materialized (
  select 'C-' || lpad(n::text, greatest(6, length(n::text)), '0') as code
  from (select nextval('tenant.customer_code') as n from (select generate_series(1, 200000)) numbers) next
)
select code
from counted
where (select true from tenant.customer where lower(code) = lower(counted.code)) is null limit :count::int;
