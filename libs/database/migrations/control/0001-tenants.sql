-- Tenants, their plans and the cells they live in. Whatever can deny a request lives in this database.
create table control.cell (
  name text primary key,
  accepts_tenants boolean not null default true
);

-- Plans are data. What a subscription grants is the plan's, unless the tenant has a value of its own.
create table control.plan (
  code text primary key,
  name text not null,
  public_api boolean not null,
  requests_per_minute int not null check (requests_per_minute > 0),
  token_requests_per_minute int not null check (token_requests_per_minute > 0)
);
insert into control.plan (code, name, public_api, requests_per_minute, token_requests_per_minute) values
  ('free', 'Free', false, 600, 30),
  ('professional', 'Professional', true, 600, 30),
  ('enterprise', 'Enterprise', true, 3000, 60);

-- A number is the digits of a tenant's schema. It never changes and is never given again.
create sequence control.tenant_number as int;

create table control.tenant (
  id uuid primary key,
  number int not null unique default nextval('control.tenant_number'),
  name text not null,
  cell text not null references control.cell,
  state text not null check (state in ('provisioning', 'active', 'suspended')),
  plan_code text not null references control.plan,
  requests_per_minute int check (requests_per_minute > 0),
  token_requests_per_minute int check (token_requests_per_minute > 0),
  version bigint not null default 1,
  created_on timestamptz not null default clock_timestamp()
);
create index tenant_created on control.tenant (created_on, id);

-- Who changed what, written by the transaction that changed it.
create table control.audit (
  id uuid primary key,
  at timestamptz not null default clock_timestamp(),
  tenant_id uuid,
  actor text not null,
  event text not null,
  subject text,
  details jsonb not null default '{}',
  trace_id text not null
);
create index audit_tenant on control.audit (tenant_id, at);
