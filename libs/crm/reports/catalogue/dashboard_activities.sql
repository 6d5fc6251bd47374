-- Times stand in sub-selects, because PostgreSQL works out an expression anew for each row that it compares.
-- Made by summarySections in src/summary-sections.ts.

select count(*) filter (where due_on >= now()), count(*) filter (where due_on < now())
from tenant.activity
where owner_user_id = :viewer::uuid
  and status in ('plan', 'inProgress')
  and due_on < (select date_trunc('day', now(), 'UTC') + interval '1 day');
