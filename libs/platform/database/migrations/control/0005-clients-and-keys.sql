-- An API client acts as its RunAs user, within its scopes. A token is good while its epoch is the client's.
create table control.api_client (
  id uuid primary key,
  tenant_id uuid not null references control.tenant,
  client_id text not null,
  name text not null,
  run_as uuid not null,
  scopes text[] not null,
  is_active boolean not null default true,
  epoch int not null default 1,
  version bigint not null default 1,
  view_number int not null default 1,
  created_on timestamptz not null default clock_timestamp(),
  last_modified_on timestamptz not null default clock_timestamp(),
  name_folded text not null generated always as (control.folded(name)) stored,
  client_id_folded text not null generated always as (control.folded(client_id)) stored,
  constraint api_client_run_as foreign key (tenant_id, run_as) references control.membership (tenant_id, id)
);
create unique index api_client_id_taken on control.api_client (client_id);
create index api_client_run_as_user on control.api_client (run_as);
create index api_client_tenant on control.api_client (tenant_id);

grant select on control.api_client to rapport_token_service, rapport_public_api;
-- A revocation raises the version of its client.
grant update (version) on control.api_client to rapport_token_service;
grant select, insert, update (name, run_as, scopes, is_active, epoch, version, view_number, last_modified_on) on control.api_client
  to rapport_application_api;
grant select, insert, update, delete on control.api_client to rapport_subscription_service;

-- A secret is kept as an HMAC under a pepper that is not in any database; `hint` is its last four characters. `last_used_on` is at most a
-- minute behind. A secret that is revoked expires at that moment.
create table control.api_client_secret (
  id uuid primary key,
  api_client_id uuid not null references control.api_client,
  digest bytea not null,
  pepper_kid text not null,
  hint text not null,
  created_on timestamptz not null default clock_timestamp(),
  expires_on timestamptz,
  last_used_on timestamptz,
  constraint api_client_secret_digest unique (digest)
);
create index api_client_secret_client on control.api_client_secret (api_client_id);
-- Whether a pepper still has a live secret.
create index api_client_secret_pepper on control.api_client_secret (pepper_kid);

grant select, update (last_used_on) on control.api_client_secret to rapport_token_service;
grant select, insert, update (expires_on) on control.api_client_secret to rapport_application_api;
grant select, insert, update, delete on control.api_client_secret to rapport_subscription_service;

-- Tokens that were revoked and would still be taken without this row. What is past `expires_at` no clock of ours takes any more, and is purged.
create table control.revoked_tokens (
  jti uuid primary key,
  client uuid not null references control.api_client,
  expires_at timestamptz not null
);
create index revoked_tokens_client on control.revoked_tokens (client, expires_at);
create index revoked_tokens_expired on control.revoked_tokens (expires_at);

-- A service that purges locks the rows, which takes the right to update a column.
grant select, insert, delete, update (expires_at) on control.revoked_tokens to rapport_token_service;
grant select on control.revoked_tokens to rapport_public_api, rapport_application_api;
grant select, insert, update, delete on control.revoked_tokens to rapport_subscription_service;

-- Which keys were used, by a value that only the same key gives. A service with another key does not start.
create table control.key_check (
  purpose text not null check (purpose in ('secrets', 'client ids')),
  kid text not null,
  value bytea,
  primary key (purpose, kid)
);
grant select, insert, update (value) on control.key_check to rapport_token_service, rapport_application_api;
grant select, insert, update on control.key_check to rapport_subscription_service;

-- The private part is sealed under a key that is not in any database. What a key is follows from four times on this server's clock: it is
-- published from publish_at until gone_at, and it signs from sign_from until sign_until. What has no end yet is at infinity.
create table control.signing_key (
  kid text primary key,
  algorithm text not null,
  public_jwk jsonb not null,
  sealed_private bytea not null,
  created_on timestamptz not null default clock_timestamp(),
  publish_at timestamptz not null default now(),
  sign_from timestamptz not null default now(),
  sign_until timestamptz not null default 'infinity',
  gone_at timestamptz not null default 'infinity',
  constraint signing_key_order check (sign_from <= sign_until and publish_at <= gone_at)
);
grant select, insert, update (sign_from, sign_until, gone_at), delete on control.signing_key to rapport_token_service;
grant select, insert, update, delete on control.signing_key to rapport_subscription_service;

-- A service that verifies tokens may read this.
create view control.public_key as
  select kid, algorithm, public_jwk from control.signing_key where publish_at <= now() and now() < gone_at;
grant select on control.public_key to rapport_token_service, rapport_public_api, rapport_application_api, rapport_subscription_service;

-- An operator proves itself by a key, of which there is the digest. Rows stay, so that a name is given once and the audit can be read for
-- ever. The last use is as old as an hour.
create table control.operator (
  id uuid primary key,
  name text not null,
  digest bytea not null unique,
  expires_on timestamptz,
  revoked_on timestamptz,
  last_used_on timestamptz,
  created_on timestamptz not null default clock_timestamp(),
  constraint operator_expires check (expires_on > created_on)
);
create unique index operator_name on control.operator (lower(name));
grant select, insert, update (revoked_on, last_used_on) on control.operator to rapport_subscription_service;
