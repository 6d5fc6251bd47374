-- A person has one login for all tenants that she works in: an e-mail address and a password. It is verified when its person has followed
-- a link that went to the address, or when an operator vouched for it. Of an address one is verified, and services find that one alone by
-- the key of the address, which they make. One that is not verified was made by a sign-up and is good in its tenant alone.
create table control.identity (
  id uuid primary key,
  email text not null,
  email_key text not null,
  password_hash text not null,
  is_verified boolean not null default true,
  created_on timestamptz not null default clock_timestamp()
);
create unique index identity_email_taken on control.identity (email_key) where is_verified;
create index identity_unverified on control.identity (created_on) where not is_verified;

create table control.role (
  tenant_id uuid not null references control.tenant,
  code text not null,
  permissions text[] not null,
  is_built_in boolean not null default false,
  primary key (tenant_id, code)
);

create table control.team (
  id uuid primary key,
  tenant_id uuid not null references control.tenant,
  name text not null,
  created_on timestamptz not null default clock_timestamp(),
  unique (tenant_id, id)
);
create unique index team_name_taken on control.team (tenant_id, lower(name));

-- A user: what an identity is in one tenant. `version` rises with every change, `view_number` with every change of what the user may see as a whole.
create table control.membership (
  id uuid primary key,
  tenant_id uuid not null references control.tenant,
  identity_id uuid not null references control.identity,
  name text not null,
  roles text[] not null,
  data_scope text not null check (data_scope in ('own', 'team', 'all')),
  team_id uuid,
  is_active boolean not null default true,
  version bigint not null default 1,
  view_number int not null default 1,
  created_on timestamptz not null default clock_timestamp(),
  constraint membership_team foreign key (tenant_id, team_id) references control.team (tenant_id, id),
  constraint membership_scope_team check (data_scope <> 'team' or team_id is not null),
  unique (tenant_id, id)
);
create unique index membership_taken on control.membership (tenant_id, identity_id);
