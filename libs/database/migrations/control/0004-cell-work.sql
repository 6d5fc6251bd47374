-- What a change of people or tenants still has to do in a cell. The row is written with the change and removed when all is done, so that a crash at any step is resumed.
create table control.cell_work (
  id uuid primary key,
  tenant_id uuid not null references control.tenant,
  kind text not null check (kind in ('tenant', 'user', 'client')),
  principal_id uuid not null,
  created_on timestamptz not null default clock_timestamp(),
  claimed_until timestamptz not null default clock_timestamp()
);
create index cell_work_claimed on control.cell_work (claimed_until, id);
