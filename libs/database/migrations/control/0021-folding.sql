-- A text as searches compare it, by the rule of the cells: final sigma, sharp s and vowel points make no difference either.
create or replace function control.folded(given text) returns text language sql immutable strict parallel safe
return replace(translate(regexp_replace(
  normalize(lower(given), NFKD),
  '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]',
  '', 'g'
), 'ıς', 'iσ'), 'ß', 'ss');

-- Searches look through every user, client, role and team of a tenant, so what they look at is folded once.
alter table control.identity add column email_folded text not null generated always as (control.folded(email)) stored;
alter table control.membership
  add column name_folded text not null generated always as (control.folded(name)) stored,
  add column email_folded text generated always as (control.folded(email)) stored;
alter table control.api_client
  add column name_folded text not null generated always as (control.folded(name)) stored,
  add column client_id_folded text not null generated always as (control.folded(client_id)) stored;
alter table control.role
  add column name_folded text generated always as (control.folded(name)) stored,
  add column code_folded text not null generated always as (control.folded(code)) stored;
alter table control.team add column name_folded text not null generated always as (control.folded(name)) stored;

-- Operators find tenants by the beginning of the name, and by the address of an owner.
alter table control.tenant add column name_folded text not null generated always as (control.folded(name)) stored;
create index tenant_name on control.tenant (name_folded);
create index membership_owner_address on control.membership (email_key) where is_active and 'owner' = any(roles);
