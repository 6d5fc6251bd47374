-- `last_used_on` is at most a minute behind. A secret that is revoked expires at that moment.
alter table control.api_client_secret add column last_used_on timestamptz;

-- Which keys were used, by a value that only the same key gives. A service with another key does not start.
create table control.key_check (
  purpose text not null check (purpose in ('secrets', 'client ids')),
  kid text not null,
  value bytea,
  primary key (purpose, kid)
);
insert into control.key_check (purpose, kid) select distinct 'secrets', pepper_kid from control.api_client_secret;

-- Whether a pepper still has a live secret.
create index api_client_secret_pepper on control.api_client_secret (pepper_kid);

grant select, insert, update (value) on control.key_check to rapport_token_service;
grant update (last_used_on) on control.api_client_secret to rapport_token_service;
