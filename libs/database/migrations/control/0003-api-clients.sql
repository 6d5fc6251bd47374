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
  constraint api_client_run_as foreign key (tenant_id, run_as) references control.membership (tenant_id, id)
);
create unique index api_client_id_taken on control.api_client (client_id);
create index api_client_run_as_user on control.api_client (run_as);

-- A secret is kept as an HMAC under a pepper that is not in any database; `hint` is its last four characters.
create table control.api_client_secret (
  id uuid primary key,
  api_client_id uuid not null references control.api_client,
  digest bytea not null,
  pepper_kid text not null,
  hint text not null,
  created_on timestamptz not null default clock_timestamp(),
  expires_on timestamptz,
  constraint api_client_secret_digest unique (digest)
);
create index api_client_secret_client on control.api_client_secret (api_client_id);

-- The private part is sealed under a key that is not in any database.
create table control.signing_key (
  kid text primary key,
  algorithm text not null,
  public_jwk jsonb not null,
  sealed_private bytea not null,
  created_on timestamptz not null default clock_timestamp()
);

-- What whoever verifies tokens may read.
create view control.public_key as select kid, algorithm, public_jwk from control.signing_key;

create table control.operator (
  id uuid primary key,
  name text not null unique,
  digest bytea not null unique,
  expires_on timestamptz,
  created_on timestamptz not null default clock_timestamp()
);
