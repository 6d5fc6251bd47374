-- What a key is follows from four times on this server's clock: it is published from publish_at until gone_at, and it signs
-- from sign_from until sign_until. What has no end yet is at infinity.
alter table control.signing_key
  add column publish_at timestamptz not null default now(),
  add column sign_from timestamptz not null default now(),
  add column sign_until timestamptz not null default 'infinity',
  add column gone_at timestamptz not null default 'infinity',
  add constraint signing_key_order check (sign_from <= sign_until and publish_at <= gone_at);

update control.signing_key set publish_at = created_on, sign_from = created_on;

create or replace view control.public_key as
  select kid, algorithm, public_jwk from control.signing_key where publish_at <= now() and now() < gone_at;

grant update (sign_from, sign_until, gone_at), delete on control.signing_key to rapport_token_service;
