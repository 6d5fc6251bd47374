-- What a change of people or tenants still has to do in a cell. The row is written with the change and removed when all is done, so that a crash at any step is resumed.
-- `step` is the one that comes next, null for the first. `attempts` and `failure` are of that step. While a process holds the work, `held_by` is
-- its hold, and `next_try_on` is when the hold ends. Work without a next try rests until an operator retries it.
create table control.cell_work (
  id uuid primary key,
  tenant_id uuid not null references control.tenant,
  kind text not null check (kind in ('tenant', 'user', 'client')),
  principal_id uuid not null,
  step text,
  attempts int not null default 0,
  failure text,
  held_by uuid,
  created_on timestamptz not null default clock_timestamp(),
  next_try_on timestamptz default clock_timestamp(),
  check (next_try_on is not null or held_by is null)
);
create index cell_work_next on control.cell_work (next_try_on, id);
create index cell_work_tenant on control.cell_work (tenant_id);
create index cell_work_failing on control.cell_work (kind) where attempts > 0;
