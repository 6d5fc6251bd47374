-- The tenants that were made under an Idempotency-Key of a sign-up, for a day. A digest stands for the request, because its body held a
-- password.
create table control.signup_key (
  key text collate "C" primary key,
  fingerprint bytea not null,
  tenant_id uuid not null references control.tenant on delete cascade,
  owner_id uuid not null,
  created_on timestamptz not null default clock_timestamp()
);
create index signup_key_created on control.signup_key (created_on);
