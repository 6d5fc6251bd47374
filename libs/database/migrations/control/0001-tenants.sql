-- Tenants, their plans and the cells they live in. Whatever can deny a request lives in this database.
create table control.cell (
  name text primary key,
  accepts_tenants boolean not null default true
);

-- Plans are data. A plan grants all of its entitlements; a tenant may have a value of its own for each. A price of null is by agreement,
-- and null for users or records is no bound.
create table control.plan (
  code text primary key,
  name text not null,
  price_per_month numeric(12, 2) check (price_per_month >= 0),
  currency text not null default 'EUR',
  trial_days int not null check (trial_days >= 0),
  is_self_service boolean not null,
  entitlements jsonb not null check (entitlements ?& array['publicApi', 'requestsPerMinute', 'tokenRequestsPerMinute', 'users', 'records',
    'feedRetentionDays']),
  version bigint not null default 1
);
insert into control.plan (code, name, price_per_month, trial_days, is_self_service, entitlements) values
  ('free', 'Free', 0, 0, true, '{"publicApi": false, "requestsPerMinute": 600, "tokenRequestsPerMinute": 30, "users": 3, "records": 1000,
    "feedRetentionDays": 90}'),
  ('professional', 'Professional', 49, 14, true, '{"publicApi": true, "requestsPerMinute": 600, "tokenRequestsPerMinute": 30, "users": 25,
    "records": 250000, "feedRetentionDays": 90}'),
  ('enterprise', 'Enterprise', null, 0, false, '{"publicApi": true, "requestsPerMinute": 3000, "tokenRequestsPerMinute": 60, "users": null,
    "records": null, "feedRetentionDays": 90}');

-- A number is the digits of a tenant's schema. It never changes and is never given again.
create sequence control.tenant_number as int;

-- `state` is the axis of its life; that of its subscription is a table of its own. Until `verify_by` an owner must be verified; it is null
-- once one is, or where an operator vouched. `is_unverified` holds from that time on, and `is_full` while its plan allows no more records.
create table control.tenant (
  id uuid primary key,
  number int not null unique default nextval('control.tenant_number'),
  name text not null,
  cell text not null references control.cell,
  state text not null check (state in ('provisioning', 'provisioningFailed', 'active', 'suspended')),
  overrides jsonb not null default '{}',
  verify_by timestamptz,
  is_unverified boolean not null default false,
  is_full boolean not null default false,
  version bigint not null default 1,
  created_on timestamptz not null default clock_timestamp()
);
-- Operators list tenants by these, in the order of their ids.
create index tenant_cell_id on control.tenant (cell, id);
create index tenant_state on control.tenant (state, id);
create index tenant_unverified_id on control.tenant (id) where is_unverified;

-- Who changed what and why, written by the transaction that changed it. The months are partitions, which are made once a month is dated.
create table control.audit (
  id uuid not null,
  at timestamptz not null default clock_timestamp(),
  tenant_id uuid,
  actor_kind text not null check (actor_kind in ('operator', 'user', 'system')),
  actor text not null,
  event text not null,
  subject text,
  details jsonb not null default '{}',
  reason text,
  trace_id text not null
) partition by range (at);
