-- What a tenant is subscribed to. A period is a month that keeps the first day; of a trial the period ends when the trial does. A change of
-- plan may wait for the end of the period. A change of this row raises the version of its tenant.
create table control.subscription (
  tenant_id uuid primary key references control.tenant on delete cascade,
  plan_code text not null references control.plan,
  status text not null default 'active' check (status in ('trialing', 'active', 'pastDue', 'unpaid', 'ended')),
  billing text not null default 'none' check (billing in ('none', 'manual')),
  first_day timestamptz not null default date_trunc('milliseconds', now()),
  period_began timestamptz not null default date_trunc('milliseconds', now()),
  period_ends timestamptz not null default date_trunc('milliseconds', now()) + interval '1 month',
  trial_ends timestamptz,
  cancels_on timestamptz,
  pending_plan_code text references control.plan,
  past_due_since timestamptz,
  suspends_on timestamptz
);

-- Operators list tenants by these, in the order of their ids.
create index subscription_plan on control.subscription (plan_code, tenant_id);
create index subscription_status on control.subscription (status, tenant_id);

grant select on control.subscription to rapport_token_service, rapport_public_api, rapport_application_api;
grant select (tenant_id, plan_code, status) on control.subscription to rapport_change_feed_worker;
