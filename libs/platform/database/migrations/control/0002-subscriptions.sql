-- What a tenant is subscribed to. A period is a month that keeps the first day; of a trial the period ends when the trial does. It ends at no
-- time until the tenant is made, because it begins then. A change of plan may wait for the end of the period, and so does the end of the
-- subscription. A change of this row raises the version of its tenant.
-- `first_due` is when the first invoice that is open is due, and `remind_on` when owners are reminded of the end of a trial, until they are.
-- `due_on` is when the next of all that happens by itself is due.
create table control.subscription (
  tenant_id uuid primary key references control.tenant on delete cascade,
  plan_code text not null references control.plan,
  status text not null default 'active' check (status in ('trialing', 'active', 'pastDue', 'unpaid', 'ended')),
  billing text not null default 'none' check (billing in ('none', 'manual')),
  first_day timestamptz not null default now(),
  period_began timestamptz not null default now(),
  period_ends timestamptz,
  trial_ends timestamptz,
  cancels_on timestamptz,
  pending_plan_code text references control.plan,
  past_due_since timestamptz,
  suspends_on timestamptz,
  first_due timestamptz,
  remind_on timestamptz,
  due_on timestamptz generated always as (case when status <> 'ended' then least(period_ends, remind_on,
    case status when 'active' then first_due when 'pastDue' then suspends_on end) end) stored,
  constraint subscription_trial check (status <> 'trialing' or trial_ends is not distinct from period_ends),
  constraint subscription_cancels check (cancels_on = period_ends),
  constraint subscription_grace check ((suspends_on is not null) = (status = 'pastDue'))
);
create index subscription_due on control.subscription (due_on, tenant_id) where due_on is not null;
-- Operators list tenants by these, in the order of their ids.
create index subscription_plan on control.subscription (plan_code, tenant_id);
create index subscription_status on control.subscription (status, tenant_id);

grant select on control.subscription to rapport_token_service, rapport_public_api, rapport_application_api;
grant select (tenant_id, plan_code, status) on control.subscription to rapport_change_feed_worker;
grant select, insert, update, delete on control.subscription to rapport_subscription_service;

-- The numbers of invoices are counted over the installation, and have no gaps: this row is held until the invoice is committed.
create table control.invoice_number (
  last bigint not null,
  only_row boolean primary key default true check (only_row)
);
insert into control.invoice_number (last) values (0);

-- What tenants owe for their periods. Invoices are kept when their tenant is deleted.
create table control.invoice (
  id uuid primary key,
  number bigint not null unique,
  tenant_id uuid not null,
  status text not null default 'open' check (status in ('open', 'paid', 'void')),
  amount numeric(12, 2) not null check (amount > 0),
  currency text not null,
  period_from timestamptz not null,
  period_to timestamptz not null,
  issued_on timestamptz not null,
  due_on timestamptz not null,
  paid_on timestamptz,
  constraint invoice_paid check ((paid_on is not null) = (status = 'paid'))
);
-- The open ones are listed first, so that none of them is out of reach behind many others.
create index invoice_tenant on control.invoice (tenant_id, (status = 'open') desc, number desc);
create index invoice_open on control.invoice (tenant_id, due_on) where status = 'open';

grant select, insert, update on control.invoice, control.invoice_number to rapport_subscription_service;
