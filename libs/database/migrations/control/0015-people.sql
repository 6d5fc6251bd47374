-- What an owner manages: roles and teams with their times, links by which people set passwords, and mails.
alter table control.membership add column last_modified_on timestamptz not null default clock_timestamp();
update control.membership set last_modified_on = created_on;
-- The read permissions that the number of the user's view stands for; null where the release before this one wrote the user.
alter table control.membership add column view_reads text[];

alter table control.team add column last_modified_on timestamptz not null default clock_timestamp();
update control.team set last_modified_on = created_on;

-- A role has an id, by which work that it leaves is found.
alter table control.role
  add column id uuid not null default uuidv7() unique,
  add column last_modified_on timestamptz not null default clock_timestamp();
update control.role set last_modified_on = created_on;

alter table control.api_client add column last_modified_on timestamptz not null default clock_timestamp();
update control.api_client set last_modified_on = created_on;

alter table control.cell_work drop constraint cell_work_kind_check,
  add constraint cell_work_kind_check check (kind in ('tenant', 'user', 'client', 'role'));

-- The built-in roles have the permissions of all seven resources.
update control.role r set permissions = (
  select array_agg(distinct p order by p) from unnest(r.permissions || added.permissions) p)
from (values
  ('owner', '{activities.read,activities.write,activities.delete,campaigns.read,campaigns.write,campaigns.delete,marketingEmails.read,marketingEmails.write,marketingEmails.delete,marketingEmails.send}'::text[]),
  ('administrator', '{activities.read,activities.write,activities.delete,campaigns.read,campaigns.write,campaigns.delete,marketingEmails.read,marketingEmails.write,marketingEmails.delete,marketingEmails.send}'),
  ('manager', '{activities.read,activities.write,activities.delete,campaigns.read,campaigns.write,campaigns.delete,marketingEmails.read,marketingEmails.write,marketingEmails.delete,marketingEmails.send}'),
  ('salesperson', '{activities.read,activities.write,campaigns.read,campaigns.write,marketingEmails.read,marketingEmails.write}'),
  ('readOnly', '{activities.read,campaigns.read,marketingEmails.read}')
) as added (code, permissions)
where r.is_built_in and r.code = added.code;
update control.membership m set version = control.next_version(version), view_reads = array(
  select distinct p from control.role r cross join unnest(r.permissions) p
  where r.tenant_id = m.tenant_id and r.code = any(m.roles)
    and p in ('customers.read', 'contacts.read', 'leads.read', 'opportunities.read')
  order by p);

-- What happened to the tokens of all of a tenant's clients, newest first.
create index token_audit_tenant on control.token_audit (tenant_id, at desc);

-- A link in a mail, by which a person sets a password: an invitation of a user, or a reset for an identity. Of the link there is only the
-- digest. It is good once, until it expires or ends.
create table control.password_link (
  id uuid primary key,
  kind text not null check (kind in ('invitation', 'reset')),
  digest bytea not null unique,
  user_id uuid references control.membership on delete cascade,
  identity_id uuid references control.identity on delete cascade,
  created_on timestamptz not null default clock_timestamp(),
  expires_on timestamptz not null,
  ended_on timestamptz,
  constraint password_link_target check ((kind = 'invitation') = (user_id is not null) and (kind = 'reset') = (identity_id is not null))
);
create index password_link_user on control.password_link (user_id) where ended_on is null;
create index password_link_identity on control.password_link (identity_id) where identity_id is not null;
create index password_link_expired on control.password_link (expires_on);

-- A mail is written by the transaction of the change that sends it. Its content goes when it was sent or given up, because there may be a
-- link in it. `due_on` is also the time until which a process holds it. Of the mails that are due the one with the lowest place goes
-- first. A mail of a person, who waits for it, has the place 0. A mail of a tenant has a place above that until it was tried, and
-- none afterwards, which is the last.
create table control.mail (
  id uuid primary key,
  tenant_id uuid,
  place bigint default 0,
  recipient text not null,
  content jsonb,
  attempts int not null default 0,
  problem text,
  created_on timestamptz not null default clock_timestamp(),
  due_on timestamptz not null default clock_timestamp(),
  sent_on timestamptz,
  given_up_on timestamptz,
  ended_on timestamptz generated always as (coalesce(sent_on, given_up_on)) stored,
  constraint mail_content check ((content is null) = (sent_on is not null or given_up_on is not null)),
  constraint mail_place check ((tenant_id is null) = (place is not distinct from 0))
);
create index mail_due on control.mail (place, due_on) where content is not null;
create index mail_turn on control.mail (tenant_id, place) where place > 0;
create index mail_waiting on control.mail (created_on) where content is not null;
create index mail_ended on control.mail (ended_on) where content is null;

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

-- A text as searches compare it: without case, accents and the dot of an i.
create function control.folded(given text) returns text language sql immutable strict parallel safe
return translate(regexp_replace(normalize(lower(given), NFKD), '[\u0300-\u036f]', '', 'g'), 'ı', 'i');

-- Whether a folded text has the folded word at its beginning, or behind a character that is neither letter nor digit.
create function control.begins_word(given text, word text) returns boolean language sql immutable strict parallel safe
return given ~ ('(^|[^[:alnum:]])' || regexp_replace(word, '([^[:alnum:]])', '\\\1', 'g'));

-- The token service follows links: it makes identities, sets passwords, lets users join and sends resets.
grant select, insert, update (password_hash, password_set_on, is_verified) on control.identity to rapport_token_service;
grant update (identity_id, joined_on, last_modified_on, version, epoch) on control.membership to rapport_token_service;
grant select, insert, update (ended_on) on control.password_link to rapport_token_service;
grant insert on control.mail to rapport_token_service;
