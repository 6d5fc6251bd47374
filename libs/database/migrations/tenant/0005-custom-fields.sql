-- What a tenant adds to its records. A field stays for ever: disabled, it keeps its key and its values.
create table tenant.custom_field (
  id uuid primary key,
  resource smallint not null,
  key text collate "C" not null,
  label text not null,
  description text,
  field_type text not null,
  is_required boolean not null,
  options text[] not null,
  display_order int not null,
  is_enabled boolean not null default true,
  created_on timestamptz not null,
  last_modified_on timestamptz not null,
  constraint custom_field_key unique (resource, key),
  constraint custom_field_order unique (resource, display_order)
);
grant select on tenant.custom_field to rapport_public_api;

-- The number of the definitions of a resource: the stamp of their last change in microseconds, written with the change, or 0
-- before the first. So it only rises, and a restored cell never gives a number again that a copy of other definitions bears.
alter table tenant.feed_floor add column definitions bigint not null default 0;
