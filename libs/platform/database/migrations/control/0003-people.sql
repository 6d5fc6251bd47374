-- A person has one login for all tenants that she works in: an e-mail address and a password. It is verified when its person has followed
-- a link that went to the address, or when an operator vouched for it. Of an address one is verified, and services find that one alone by
-- the key of the address, which they make. One that is not verified was made by a sign-up and is good in its tenant alone.
create table control.identity (
  id uuid primary key,
  email text not null,
  email_key text not null,
  password_hash text not null,
  password_set_on timestamptz not null default clock_timestamp(),
  is_verified boolean not null default true,
  created_on timestamptz not null default clock_timestamp(),
  email_folded text not null generated always as (control.folded(email)) stored
);
create unique index identity_email_taken on control.identity (email_key) where is_verified;
create index identity_unverified on control.identity (created_on) where not is_verified;

grant select (id, email) on control.identity to rapport_public_api, rapport_change_feed_worker;
-- The token service follows links: it makes identities and sets passwords. An identity of a sign-up is of no use without its user.
grant select, select (id, email, password_hash), insert, update (password_hash, password_set_on, is_verified), delete
  on control.identity to rapport_token_service;
grant select, update (password_hash, password_set_on, is_verified) on control.identity to rapport_application_api;
grant select, insert, update, delete on control.identity to rapport_subscription_service;

-- A role's code is never given again, so a role is disabled and stays. Work that it leaves in a cell is found by its id.
create table control.role (
  id uuid not null default uuidv7() unique,
  tenant_id uuid not null references control.tenant,
  code text not null,
  name text,
  permissions text[] not null,
  is_built_in boolean not null default false,
  is_active boolean not null default true,
  created_on timestamptz not null default clock_timestamp(),
  last_modified_on timestamptz not null default clock_timestamp(),
  name_folded text generated always as (control.folded(name)) stored,
  code_folded text not null generated always as (control.folded(code)) stored,
  primary key (tenant_id, code)
);
create unique index role_code_taken on control.role (tenant_id, lower(code));

grant select on control.role to rapport_token_service, rapport_public_api;
grant select, insert, update (name, permissions, is_active, last_modified_on) on control.role to rapport_application_api;
grant select, insert, update, delete on control.role to rapport_subscription_service;

create table control.team (
  id uuid primary key,
  tenant_id uuid not null references control.tenant,
  name text not null,
  is_active boolean not null default true,
  created_on timestamptz not null default clock_timestamp(),
  last_modified_on timestamptz not null default clock_timestamp(),
  name_folded text not null generated always as (control.folded(name)) stored,
  unique (tenant_id, id)
);
create unique index team_name_taken on control.team (tenant_id, lower(name));

grant select, insert, update (name, is_active, last_modified_on) on control.team to rapport_application_api;
grant select, insert, update, delete on control.team to rapport_subscription_service;

-- A user: what an identity is in one tenant. A user has an address from the start, and an identity from when the person joined. A token is
-- good while its epoch is the user's. `version` rises with every change, and `view_number` with every change of what the user may see as a
-- whole. `view_reads` are the read permissions that the number stands for.
create table control.membership (
  id uuid primary key,
  tenant_id uuid not null references control.tenant,
  identity_id uuid references control.identity,
  name text not null,
  email text,
  email_key text,
  roles text[] not null,
  data_scope text not null check (data_scope in ('own', 'team', 'all')),
  team_id uuid,
  is_active boolean not null default true,
  invited_on timestamptz,
  joined_on timestamptz default clock_timestamp(),
  epoch int not null default 1,
  version bigint not null default 1,
  view_number int not null default 1,
  view_reads text[],
  created_on timestamptz not null default clock_timestamp(),
  last_modified_on timestamptz not null default clock_timestamp(),
  name_folded text not null generated always as (control.folded(name)) stored,
  email_folded text generated always as (control.folded(email)) stored,
  constraint membership_team foreign key (tenant_id, team_id) references control.team (tenant_id, id),
  constraint membership_scope_team check (data_scope <> 'team' or team_id is not null),
  constraint membership_address check (email is not null or identity_id is not null),
  constraint membership_email_key check ((email is null) = (email_key is null)),
  constraint membership_joined check ((identity_id is null) = (joined_on is null)),
  unique (tenant_id, id)
);
create unique index membership_taken on control.membership (tenant_id, identity_id);
create unique index membership_email_taken on control.membership (tenant_id, email_key);
create index membership_identity on control.membership (identity_id);
-- Operators find a tenant by the address of an owner.
create index membership_owner_address on control.membership (email_key) where is_active and 'owner' = any(roles);

grant select on control.membership to rapport_token_service, rapport_public_api;
-- The token service lets users join.
grant update (identity_id, joined_on, epoch, version, last_modified_on) on control.membership to rapport_token_service;
grant select, insert, update (name, roles, data_scope, team_id, is_active, invited_on, epoch, version, view_number, view_reads,
  last_modified_on) on control.membership to rapport_application_api;
-- A mail of the type test goes to the user who made it due.
grant select (id, tenant_id, identity_id, name, is_active) on control.membership to rapport_change_feed_worker;
grant select, insert, update, delete on control.membership to rapport_subscription_service;

-- A link in a mail: an invitation, by which a user sets a password and joins, a reset, by which an identity sets a password, or a
-- verification, by which the owner of a sign-up proves the address. Of the link there is only the digest. It is good once, until it expires
-- or ends. Guesses at the password of a sign-up are counted by the link, over all its life.
create table control.password_link (
  id uuid primary key,
  kind text not null check (kind in ('invitation', 'reset', 'verification')),
  digest bytea not null unique,
  user_id uuid references control.membership on delete cascade,
  identity_id uuid references control.identity on delete cascade,
  guesses int not null default 0,
  created_on timestamptz not null default clock_timestamp(),
  expires_on timestamptz not null,
  ended_on timestamptz,
  constraint password_link_target check (
    (kind in ('invitation', 'verification')) = (user_id is not null) and (kind = 'reset') = (identity_id is not null))
);
create index password_link_user on control.password_link (user_id) where user_id is not null;
create index password_link_identity on control.password_link (identity_id) where identity_id is not null;
create index password_link_expired on control.password_link (expires_on);

-- A new link removes those that expired long ago.
grant select, insert, update (ended_on, guesses), delete on control.password_link to rapport_token_service;
grant select, insert, update (ended_on), delete on control.password_link to rapport_application_api;
grant select, insert, update, delete on control.password_link to rapport_subscription_service;

-- Idempotency-Keys of creates in this database, in the scope of the user who sent them, with the answer, which never holds a secret.
create table control.request_key (
  tenant_id uuid not null,
  user_id uuid not null,
  key text collate "C" not null,
  fingerprint bytea not null,
  answer jsonb not null,
  created_on timestamptz not null default clock_timestamp(),
  primary key (tenant_id, user_id, key)
);
grant select, insert, delete on control.request_key to rapport_application_api;
grant select, insert, update, delete on control.request_key to rapport_subscription_service;
