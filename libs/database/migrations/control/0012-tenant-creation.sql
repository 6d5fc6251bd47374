-- A tenant that is being made, or was made under an Idempotency-Key less than a day ago. One without a key whose caller was never answered
-- is undone. Of the owner's password there is the hash that the creation gave, so that a repeated call knows whether it still holds.
create table control.tenant_creation (
  tenant_id uuid primary key references control.tenant,
  owner_id uuid not null,
  work_id uuid not null,
  password_hash text,
  operator text not null,
  key text collate "C",
  fingerprint bytea,
  held_until timestamptz not null,
  created_on timestamptz not null default clock_timestamp(),
  constraint tenant_creation_key unique (operator, key)
);

-- What may be left in a cell of a tenant whose creation was undone. It is removed when no statement of the creation can run any more.
create table control.abandoned_schema (
  number int primary key,
  cell text not null references control.cell,
  owner_id uuid not null,
  due_on timestamptz not null
);
