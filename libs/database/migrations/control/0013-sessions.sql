alter table control.identity add column password_set_on timestamptz not null default clock_timestamp();

-- A user has an address from the start, and an identity from when the person joined. A token is good while its epoch is the user's. The
-- release before this one writes no address; such a user has that of the identity.
alter table control.membership
  add column email text,
  add column email_key text,
  add column invited_on timestamptz,
  add column joined_on timestamptz default clock_timestamp(),
  add column epoch int not null default 1,
  alter column identity_id drop not null;
update control.membership m set email = i.email, email_key = i.email_key, joined_on = m.created_on from control.identity i where i.id = m.identity_id;
alter table control.membership
  add constraint membership_address check (email is not null or identity_id is not null),
  add constraint membership_email_key check ((email is null) = (email_key is null)),
  add constraint membership_joined check ((identity_id is null) = (joined_on is null));
create unique index membership_email_taken on control.membership (tenant_id, email_key);
create index membership_identity on control.membership (identity_id);

alter table control.team add column is_active boolean not null default true;

-- A role's code is never given again, so a role is disabled and stays. A role of the release before has no name but its code.
alter table control.role
  add column name text,
  add column is_active boolean not null default true,
  add column created_on timestamptz not null default clock_timestamp();
update control.role set name = code;
create unique index role_code_taken on control.role (tenant_id, lower(code));

-- A browser in which a person signed in. The cookie's secret is kept as a digest.
create table control.browser_sign_in (
  id uuid primary key,
  identity_id uuid not null references control.identity,
  digest bytea not null unique,
  created_on timestamptz not null default clock_timestamp(),
  used_on timestamptz not null default clock_timestamp(),
  ended_on timestamptz
);
create index browser_sign_in_identity on control.browser_sign_in (identity_id);
create index browser_sign_in_used on control.browser_sign_in (used_on);

-- What a person's client got from one sign-in: the chain of its refresh tokens and all access tokens that carry its id as `sid`.
create table control.session (
  id uuid primary key,
  user_id uuid not null references control.membership,
  client_id text not null,
  browser_id uuid references control.browser_sign_in,
  created_on timestamptz not null default clock_timestamp(),
  used_on timestamptz not null default clock_timestamp(),
  ended_on timestamptz
);
create index session_of_user on control.session (user_id) where ended_on is null;
create index session_of_browser on control.session (browser_id) where ended_on is null;
create index session_used on control.session (used_on);

-- Sessions that ended, by their `sid`, and single access tokens that were revoked, by their `jti`, as long as a token could still be taken
-- without this row. The version of the user rises with each.
create table control.ended_access (
  id uuid primary key,
  user_id uuid not null references control.membership,
  expires_at timestamptz not null
);
create index ended_access_user on control.ended_access (user_id, expires_at);
create index ended_access_expired on control.ended_access (expires_at);

grant select on control.ended_access to rapport_token_service, rapport_public_api;
