-- Tenants, their plans and the cells they live in. Whatever can deny a request lives in this database, and the role of each service gets
-- what that service needs of it, table by table. The subscription service faces the world, so it owns nothing: it changes what it is made
-- for, and never what migrations and the operators' words write. For the birth and the end of a tenant's schema it takes the owner's role
-- in that transaction.
grant usage on schema control to rapport_token_service, rapport_public_api, rapport_application_api, rapport_subscription_service,
  rapport_change_feed_worker;
grant select on control.migration to rapport_token_service, rapport_public_api, rapport_application_api, rapport_subscription_service,
  rapport_change_feed_worker;

-- The version of a tenant, a user or a client after this one. It is at least the time in microseconds, so a version that was given once is
-- not given again by a control that was restored to an older state: what is remembered by its version stays true.
create function control.next_version(version bigint) returns bigint language sql volatile
return greatest(version + 1, (date_part('epoch', clock_timestamp()) * 1000000)::bigint);

-- A text as searches compare it, by the rule of the cells: case, accents, vowel points, final sigma, sharp s and the dot of an i make no
-- difference. Searches look through every tenant, user, client, role and team, so what they look at is folded once, in a column beside it.
create function control.folded(given text) returns text language sql immutable strict parallel safe
return replace(translate(regexp_replace(
  normalize(lower(given), NFKD),
  '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]',
  '', 'g'
), 'ıς', 'iσ'), 'ß', 'ss');

-- Whether a folded text has the folded word at its beginning, or behind a character that is neither letter nor digit.
create function control.begins_word(given text, word text) returns boolean language sql immutable strict parallel safe
return given ~ ('(^|[^[:alnum:]])' || regexp_replace(word, '([^[:alnum:]])', '\\\1', 'g'));

-- New tenants go into cells that are open and have fewer than `tenants_max`. One process at a time counts the records of a cell; `counted_on`
-- is when one did last, and `turn` the number of that time, which the cell counts too: a cell that has counted fewer was brought back to an
-- earlier moment. Each recovery of the cell draws the next `epoch`.
create table control.cell (
  name text primary key,
  is_open boolean not null default true,
  tenants_max int not null default 2000 check (tenants_max > 0),
  counted_on timestamptz not null default '-infinity',
  turn bigint not null default 0,
  epoch int not null default 1
);
grant select (name, turn) on control.cell to rapport_token_service, rapport_public_api, rapport_application_api, rapport_change_feed_worker;
grant select, update (is_open, tenants_max, counted_on, turn) on control.cell to rapport_subscription_service;

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

grant select on control.plan to rapport_token_service, rapport_public_api, rapport_application_api;
grant select (code, entitlements) on control.plan to rapport_change_feed_worker;
grant select, insert, update on control.plan to rapport_subscription_service;

-- A number is the digits of a tenant's schema. It never changes and is never given again.
create sequence control.tenant_number as int;
grant usage on sequence control.tenant_number to rapport_subscription_service;

-- `state` is the axis of its life; that of its subscription is a table of its own. Until `verify_by` an owner must be verified; it is null
-- once one is, or where an operator vouched. `is_unverified` holds from that time on, and `is_full` while its plan allows no more records.
-- `signup_network` is a keyed digest of the network that signed it up; it is forgotten with `verify_by`. A tenant that is deleted keeps its
-- row, without its name.
create table control.tenant (
  id uuid primary key,
  number int not null unique default nextval('control.tenant_number'),
  name text,
  cell text not null references control.cell,
  state text not null check (state in ('provisioning', 'provisioningFailed', 'active', 'suspended', 'deleting', 'deleted')),
  overrides jsonb not null default '{}',
  verify_by timestamptz,
  is_unverified boolean not null default false,
  signup_network text,
  is_full boolean not null default false,
  version bigint not null default 1,
  created_on timestamptz not null default clock_timestamp(),
  name_folded text generated always as (control.folded(name)) stored,
  constraint tenant_name check (name is not null or state in ('deleting', 'deleted'))
);
-- Operators list tenants by these, in the order of their ids.
create index tenant_cell_id on control.tenant (cell, id);
create index tenant_state on control.tenant (state, id);
create index tenant_unverified_id on control.tenant (id) where is_unverified;
-- Operators find a tenant by the beginning of its name.
create index tenant_name on control.tenant (name_folded);
-- What takes room in a cell is counted.
create index tenant_counted on control.tenant (cell) where state <> 'deleted';
-- The purge goes through the tenants of one cell after another.
create index tenant_cell on control.tenant (cell, number);
create index tenant_verify_by on control.tenant (verify_by, id) where verify_by is not null and not is_unverified;
-- Of a sign-up that no owner ever verified nothing stays.
create index tenant_never_verified on control.tenant (created_on, id) where verify_by is not null;
-- A sign-up counts the tenants of its network that wait for a verified owner; an operator cancels all that do.
create index tenant_signup_network on control.tenant (signup_network, verify_by) where verify_by is not null and not is_unverified;
create index tenant_waiting on control.tenant (id) where verify_by is not null;

grant select on control.tenant to rapport_token_service, rapport_public_api, rapport_application_api;
grant select (id, number, cell, state, overrides, is_unverified) on control.tenant to rapport_change_feed_worker;
-- A tenant is verified where a verified person becomes its owner: by a link, or by a change of its users.
grant update (verify_by, is_unverified, signup_network, version) on control.tenant to rapport_token_service, rapport_application_api;
grant select, insert, update, delete on control.tenant to rapport_subscription_service;

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
grant select, insert, update, delete on control.tenant_creation to rapport_subscription_service;

-- The tenants that were made under an Idempotency-Key of a sign-up, for a day. A digest stands for the request, because its body held a
-- password. `answer` is what the first call was answered, which a repeated one is answered too.
create table control.signup_key (
  key text collate "C" primary key,
  fingerprint bytea not null,
  tenant_id uuid not null references control.tenant on delete cascade,
  owner_id uuid not null,
  answer jsonb,
  created_on timestamptz not null default clock_timestamp()
);
create index signup_key_created on control.signup_key (created_on);
create index signup_key_tenant on control.signup_key (tenant_id);
grant select, insert, update, delete on control.signup_key to rapport_subscription_service;

-- What may be left in a cell of a tenant whose creation was undone. It is removed when no statement of the creation can run any more.
create table control.abandoned_schema (
  number int primary key,
  cell text not null references control.cell,
  owner_id uuid not null,
  due_on timestamptz not null
);
grant select, insert, update, delete on control.abandoned_schema to rapport_subscription_service;
