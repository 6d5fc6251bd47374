-- The deletion of a tenant, which is kept as its proof. `done` is when each step was done, and `counts` what each of them had before it. By
-- the ids of its people what is left of them is found when their rows are gone; the proof forgets them. `found` is what its search found.
create table control.tenant_deletion (
  tenant_id uuid primary key references control.tenant,
  actor text not null,
  reason text,
  user_ids uuid[] not null default '{}',
  identity_ids uuid[] not null default '{}',
  counts jsonb not null default '{}',
  done jsonb not null default '{}',
  found jsonb,
  requested_on timestamptz not null default clock_timestamp(),
  proven_on timestamptz,
  events_gone_by timestamptz,
  constraint tenant_deletion_proven check (num_nulls(proven_on, events_gone_by, found) in (0, 3))
);
create index tenant_deletion_under_way on control.tenant_deletion (requested_on) where proven_on is null;
grant select, insert, update on control.tenant_deletion to rapport_subscription_service;
